package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"lambdascope/sim/study"
	"lambdascope/tui"
	"lambdascope/tui/chart"
)

const asciiFlag = "ascii"

// The names of --view, the first being the default.
const viewLevel, viewPanels = "level", "panels"

// app shows the terminal app until the person leaves it, and returns the flags
// that open it again as it was left.
type app func(ctx context.Context, c tui.Config) (args []string, err error)

// appFlags are the flags of the terminal app.
type appFlags struct {
	env                 Env
	show                app
	settings            *settingsFlags
	cursor              text
	view, theme, glyphs *choice
	ascii               bool
}

// newApp returns the root command, which opens the terminal app.
func newApp(env Env, show app) *cobra.Command {
	c := &cobra.Command{
		Use:   program,
		Short: "Which λ? Leave-one-trajectory-out cross-validation for LSTD(λ)",
		Long: paragraphs(env,
			"lambdascope answers one question: which λ? Pick a policy-evaluation problem or a file of trajectories, turn a knob, and see what leave-one-trajectory-out cross-validation says about every λ, whether it is right, and how sure that is.",
			"Without a command it opens the terminal app, with the settings that the flags choose. On leaving, the app prints the command that opens it as it was left.",
			defaultsHelp),
		Example: `lambdascope
lambdascope --states 7 -n 50
lambdascope --data walk.jsonl --gamma 0.9
lambdascope run --format json`,
		Args:              onlyCommands,
		ValidArgsFunction: completeCommands,
	}
	a := &appFlags{env: env, show: show, cursor: text{kind: "λ"}}
	flags := c.Flags()
	flags.SortFlags = false
	a.settings = addSettings(c, env)
	flags.Var(&a.cursor, "cursor", "where the λ cursor stands, 0 to 1; at the selected λ if not given")
	a.view = addChoice(env, c, "view", "errors in one chart or in two panels: level, panels", []string{viewLevel, viewPanels})
	a.theme = addChoice(env, c, "theme", "colours: auto, dark, light, mono", tui.ThemeNames())
	a.glyphs = addChoice(env, c, "glyphs", "characters of the charts: braille, block, ascii", tui.GlyphNames())
	flags.BoolVar(&a.ascii, asciiFlag, false, "short for --glyphs ascii")
	c.RunE = func(c *cobra.Command, _ []string) error { return a.run(c.Context()) }
	return c
}

func (a *appFlags) run(ctx context.Context) error {
	config, err := a.config()
	if err != nil {
		return err
	}
	if config.Settings, err = a.settings.resolve(ctx); err != nil {
		return err
	}
	config.Data = a.settings.watched
	args, err := a.show(ctx, config)
	if err != nil && ctx.Err() == nil {
		return err
	}
	if _, err := fmt.Fprintln(a.env.Out, commandLine(args)); err != nil {
		return err
	}
	return err // the end of ctx, if that was what ended the app
}

// config returns what the flags ask of the app, but for the settings.
func (a *appFlags) config() (tui.Config, error) {
	c := tui.Config{
		Engine:  a.env.Engine,
		View:    tui.View{Panels: a.view.String() == viewPanels},
		Theme:   tui.Theme(a.theme.index),
		Glyphs:  chart.Glyphs(a.glyphs.index),
		In:      a.env.In,
		Out:     a.env.Out,
		Environ: a.env.Environ,
	}
	switch {
	case !a.env.Terminal.Out:
		return c, misusef("standard output is not a terminal, which the app needs; for results without one: %s run", program)
	case a.settings.data.value == stdin:
		return c, misusef("data %q: the app reads its keys from standard input; want a file, or %s run --data -", stdin, program)
	case !a.env.Terminal.In:
		return c, misusef("standard input is not a terminal, which the app needs for its keys; for results without one: %s run", program)
	case a.ascii && a.settings.flags.Changed("glyphs") && c.Glyphs != chart.Plain:
		return c, misusef("glyphs %q with --ascii: want one of the two", a.glyphs.String())
	}
	if a.ascii {
		c.Glyphs = chart.Plain
	}
	if a.settings.flags.Changed("cursor") {
		at, err := study.ParseLambdas(a.cursor.value)
		if err != nil || len(at) != 1 {
			return c, misusef("cursor %q: want a number, 0 ≤ λ ≤ 1", a.cursor.value)
		}
		c.View.Cursor = &at[0]
	}
	return c, nil
}

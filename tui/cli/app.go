package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lambdascope/tui/screen"

	"github.com/spf13/cobra"

	"lambdascope/sim/study"
	"lambdascope/tui"
	"lambdascope/tui/chart"
)

const asciiFlag, speedFlag, chartFlag = "ascii", "speed", "chart"

// speeds lists the speeds of the replay.
func speeds() string {
	list := fmt.Sprint(tui.Speeds()) // in brackets
	return strings.ReplaceAll(list[1:len(list)-1], " ", ", ")
}

// The names of --view, the first being the default.
const viewLevel, viewPanels = "level", "panels"

// app shows the terminal app until the person leaves it, and returns the flags
// that open it again as it was left.
type app func(ctx context.Context, c tui.Config) (args []string, err error)

// appFlags are the flags of the terminal app.
type appFlags struct {
	env                       Env
	show                      app
	settings                  *settingsFlags
	cursor, trials            text
	trajectory, step          text
	speed, chart              text
	page, view, theme, glyphs *choice
	figure, sweep             *choice
	mouse                     *choice
	hide, ascii               bool
	pins                      several
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
	a := &appFlags{env: env, show: show, cursor: text{kind: "λ"}, pins: several{kind: "FLAGS"}}
	flags := c.Flags()
	flags.SortFlags = false
	a.settings = addSettings(c, env)
	a.page = addChoice(env, c, "page", "page on show: explore, folds, trials, figures", tui.PageNames())
	flags.Var(&a.cursor, "cursor", "where the λ cursor stands, 0 to 1; at the selected λ if not given")
	a.view = addChoice(env, c, "view", "errors in one chart or in two panels: level, panels", []string{viewLevel, viewPanels})
	flags.Var(&a.pins, pinFlag, fmt.Sprintf("settings, as flags in quotes, whose curve stays in sight; up to %d times", tui.MaxPins))
	flags.BoolVar(&a.hide, "hide", false, "hide the answer until z is pressed")
	a.trials = text{kind: "N"}
	flags.Var(&a.trials, "trials", fmt.Sprintf("trials of the trials and figures pages, 1 to %d; %d if not given", study.MaxTrials, tui.DefaultTrials))
	a.trajectory = text{kind: "I"}
	flags.Var(&a.trajectory, "trajectory", "trajectory selected on the folds page, from 0; opens that page")
	a.step = text{kind: "T"}
	flags.Var(&a.step, "step", "replay that trajectory on the folds page, from this step on, from 0")
	a.speed = text{kind: "N"}
	flags.Var(&a.speed, speedFlag, fmt.Sprintf("steps a second when that replay plays: %s; %d if not given", speeds(), tui.DefaultSpeed))
	a.chart = text{kind: "N"}
	flags.Var(&a.chart, chartFlag, fmt.Sprintf("chart on show where not all fit, 1 to %d", tui.MaxCharts))
	a.figure = addChoice(env, c, "figure", "figure on show on the figures page: a, b, c, sweep", tui.FigureNames())
	a.sweep = addChoice(env, c, "sweep", "what the sweep of the figures page goes over: trajectories, gamma", tui.SweepNames())
	a.theme = addChoice(env, c, themeFlag, "colours: auto, dark, light, mono", screen.ThemeNames())
	a.glyphs = addChoice(env, c, glyphsFlag, "characters of the charts: braille, block, ascii", screen.GlyphNames())
	flags.BoolVar(&a.ascii, asciiFlag, false, "short for --glyphs ascii")
	a.mouse = addChoice(env, c, mouseFlag, "mouse in the app, which keeps it from selecting text: on, off", mouseNames())
	c.RunE = func(c *cobra.Command, _ []string) error { return a.run(c.Context()) }
	return c
}

func (a *appFlags) run(ctx context.Context) error {
	config, err := a.config()
	if err != nil {
		return err
	}
	pins, err := readPins(a.env, a.pins.values) // before a file is read, which may take long
	if err != nil {
		return err
	}
	if config.Settings, err = a.settings.resolve(ctx); err != nil {
		return err
	}
	if config.View.Pins, err = resolvePins(ctx, a.pins.values, pins, a.settings); err != nil {
		return err
	}
	if err := a.folds(&config); err != nil {
		return err
	}
	config.Data = a.settings.watched
	args, err := a.show(ctx, config)
	if err != nil && ctx.Err() == nil {
		return err
	}
	if _, err := fmt.Fprintln(a.env.Out, a.env.commandLine(args)); err != nil {
		return err
	}
	return err // the end of ctx, if that was what ended the app
}

// config returns what the flags ask of the app, but for the settings.
func (a *appFlags) config() (tui.Config, error) {
	c := tui.Config{
		Engine: a.env.Engine,
		View: tui.View{
			Page:   tui.Page(a.page.index),
			Panels: a.view.String() == viewPanels,
			Hidden: a.hide,
			Figure: tui.Figure(a.figure.index),
			Sweep:  tui.Sweep(a.sweep.index),
		},
		CommandLine: a.env.commandLine,
		Limits:      a.env.Limits,
		Remote:      a.env.Remote,
		Files:       newExports(a.env),
		In:          a.env.In,
		Out:         a.env.Out,
		Environ:     a.env.Environ,
	}
	switch {
	case a.env.Remote != nil && !a.env.Terminal.Out:
		return c, misusef("the app needs a terminal: want ssh -t, or run for results without one")
	case !a.env.Terminal.Out:
		return c, misusef("standard output is not a terminal, which the app needs; for results without one: %s run", program)
	case a.settings.data.value == stdin:
		return c, misusef("data %q: the app reads its keys from standard input; want a file, or %s run --data -", stdin, program)
	case !a.env.Terminal.In:
		return c, misusef("standard input is not a terminal, which the app needs for its keys; for results without one: %s run", program)
	case a.ascii && a.settings.flags.Changed(glyphsFlag) && chart.Glyphs(a.glyphs.index) != chart.Plain:
		return c, misusef("glyphs %q with --ascii: want one of the two", a.glyphs.String())
	}
	a.dress(&c)
	if a.settings.flags.Changed("trials") {
		n, err := strconv.Atoi(a.trials.value)
		if err != nil || n < 1 || n > study.MaxTrials {
			return c, misusef("trials %q: want a whole number, 1 to %d", a.trials.value, study.MaxTrials)
		}
		if err := a.env.Limits.CheckTrials(n); err != nil {
			return c, misuse{err}
		}
		c.View.Trials = n
	}
	if a.settings.flags.Changed(speedFlag) {
		n, err := strconv.Atoi(a.speed.value)
		if err != nil || !slices.Contains(tui.Speeds(), n) {
			return c, misusef("%s %q: want %s", speedFlag, a.speed.value, speeds())
		}
		c.View.Speed = n
	}
	if a.settings.flags.Changed(chartFlag) {
		n, err := strconv.Atoi(a.chart.value)
		if err != nil || n < 1 || n > tui.MaxCharts {
			return c, misusef("%s %q: want a whole number, 1 to %d", chartFlag, a.chart.value, tui.MaxCharts)
		}
		c.View.Chart = n
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

// firstVisit is what the app says to who calls it without a flag.
const firstVisit = "This shows which λ cross-validation picks, and whether that is right. → gives more data, s other data, ? help."

// dress chooses how the app looks: as flags say, else as the person's
// configuration does. Flags are of the command that opens the view again.
func (a *appFlags) dress(c *tui.Config) {
	taste, faults := a.env.readTaste()
	flags := a.settings.flags
	if a.ascii {
		a.glyphs.index = int(chart.Plain)
	}
	choose := func(name string, value *choice) int {
		if flags.Changed(name) || name == glyphsFlag && a.ascii {
			c.TasteArgs = append(c.TasteArgs, "--"+name, value.String())
			return value.index
		}
		return taste[name]
	}
	c.Theme = screen.Theme(choose(themeFlag, a.theme))
	c.Glyphs = chart.Glyphs(choose(glyphsFlag, a.glyphs))
	c.MouseOff = mouseNames()[choose(mouseFlag, a.mouse)] == mouseOff
	switch {
	case len(faults) > 0:
		c.Notice = strings.Join(faults, "; ")
	case flags.NFlag() == 0:
		c.Notice = firstVisit
	}
}

// folds reads what the flags ask of the Folds page, and opens it unless they name
// another. How many steps the trajectory has is not known before it is drawn.
func (a *appFlags) folds(c *tui.Config) error {
	read := func(name string, value text, most int, into **int) error {
		if !a.settings.flags.Changed(name) {
			return nil
		}
		n, err := strconv.Atoi(value.value)
		if err != nil || n < 0 || n > most {
			return misusef("%s %q: want a whole number, 0 to %d", name, value.value, most)
		}
		*into = &n
		if !a.settings.flags.Changed("page") {
			c.View.Page = tui.PageFolds
		}
		return nil
	}
	if err := read("trajectory", a.trajectory, c.Settings.Trajectories-1, &c.View.Trajectory); err != nil {
		return err
	}
	const mostSteps = 10_000_000
	return read("step", a.step, mostSteps, &c.View.Step)
}

package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lambdascope/sim/analysis"
	"lambdascope/tui"
	"lambdascope/tui/chart"
	"lambdascope/tui/pages"
	"lambdascope/tui/state"
)

// app shows the terminal app until the person leaves it, and returns the flags
// that open it again as it was left.
type app func(ctx context.Context, c tui.Config) (args []string, err error)

// appFlags are the flags of the terminal app.
type appFlags struct {
	env      Env
	show     app
	settings *settingsFlags
	view     []fmt.Stringer     // the values of the options of view, in their order
	looks    map[string]*choice // of the preferences, by name
	ascii    bool
	pins     several
}

// newApp returns the root command, which opens the terminal app.
func newApp(env Env, show app) *cobra.Command {
	c := &cobra.Command{
		Use:   program,
		Short: "Which λ? Cross-validation for LSTD(λ)",
		Long: paragraphs(env,
			"lambdascope answers one question: which λ? Pick a policy-evaluation problem or a file of trajectories, turn a knob, and see what leave-one-trajectory-out cross-validation says about every λ, whether it is right, and how sure that is.",
			"Without a command it opens the terminal app, with the settings that the flags choose. On leaving, the app prints the command that opens it as it was left.",
			defaultsHelp+" Where no flag chooses settings, the app opens on a walk of 19 states with dependent features."),
		Example: `lambdascope
lambdascope --states 7 -n 50
lambdascope --data walk.jsonl --gamma 0.9
lambdascope run --format json`,
		Args:              onlyCommands,
		ValidArgsFunction: completeCommands,
	}
	a := &appFlags{env: env, show: show, pins: several{kind: "FLAGS"}, looks: make(map[string]*choice)}
	flags := c.Flags()
	flags.SortFlags = false
	a.settings = addSettings(c, env)
	a.settings.opening = state.Opening
	for _, o := range state.Options() {
		a.view = append(a.view, a.addOption(c, o))
	}
	for _, p := range state.PreferenceTable() {
		a.looks[p.Name] = addChoice(env, c, p.Name, p.Help, p.Names)
		if p.Name == glyphsFlag {
			flags.BoolVar(&a.ascii, asciiFlag, false, "short for --glyphs ascii")
		}
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return a.run(c.Context()) }
	return c
}

// addOption adds the flag of an option of view.
func (a *appFlags) addOption(c *cobra.Command, o state.Option) fmt.Stringer {
	switch {
	case o.Many:
		a.pins.kind = o.Kind
		c.Flags().Var(&a.pins, o.Name, o.Help)
		return &a.pins
	case o.Names != nil:
		return addChoice(a.env, c, o.Name, o.Help, o.Names)
	case o.Kind == "":
		c.Flags().Bool(o.Name, false, o.Help)
		return c.Flags().Lookup(o.Name).Value
	}
	value := &text{kind: o.Kind}
	c.Flags().Var(value, o.Name, o.Help)
	return value
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
	pinned, err := resolvePins(ctx, a.pins.values, pins, a.settings)
	if err != nil {
		return err
	}
	for _, s := range pinned {
		config.Pins = config.Pins.With(s)
	}
	if err := a.look(&config.State, true); err != nil {
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
		Engine:      a.env.Engine,
		State:       state.New(analysis.Settings{}),
		Pages:       pages.New,
		CommandLine: a.env.commandLine,
		Build:       a.env.Version,
		Limits:      a.env.Limits,
		Files:       a.env.exports(),
		Terminal:    a.env.display(),
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
	case a.ascii && a.settings.flags.Changed(glyphsFlag) && chart.Glyphs(a.looks[glyphsFlag].index) != chart.Plain:
		return c, misusef("glyphs %q with --ascii: want one of the two", a.looks[glyphsFlag].String())
	}
	a.applyPreferences(&c)
	if err := a.look(&c.State, false); err != nil {
		return c, err
	}
	if err := a.env.Limits.CheckTrials(c.Trials); a.settings.flags.Changed("trials") && err != nil {
		return c, misuse{err}
	}
	return c, nil
}

// look reads what the flags ask of the view: what depends on the settings once these
// are known, the rest before.
func (a *appFlags) look(s *state.State, known bool) error {
	for i, o := range state.Options() {
		if o.Many || o.AfterSettings != known || !a.settings.flags.Changed(o.Name) {
			continue
		}
		value := a.view[i].String()
		if err := o.Set(s, value); err != nil {
			return misusef("%s %q: %w", o.Name, value, err)
		}
		if o.Opens && !a.settings.flags.Changed(pageFlag) {
			s.Page = o.Of.Value
		}
	}
	return nil
}

// viewChosen tells whether any flag chooses what is on show.
func (a *appFlags) viewChosen() bool {
	return slices.ContainsFunc(state.Options(), func(o state.Option) bool { return a.settings.flags.Changed(o.Name) })
}

// firstVisit is what the app says to a person who chooses no settings.
const firstVisit = "λ = 0 trusts your next guess (TD(0)), λ = 1 waits for the outcome (Monte Carlo): which is better here? → gives more data, s other data, ? explains."

// applyPreferences sets theme, glyphs and mouse from the flags, else from the person's
// configuration. Those from flags belong to the command that opens the view again.
func (a *appFlags) applyPreferences(c *tui.Config) {
	preferred, faults := a.env.readPreferences()
	flags := a.settings.flags
	if a.ascii {
		a.looks[glyphsFlag].index = int(chart.Plain)
	}
	for _, p := range state.PreferenceTable() {
		value := a.looks[p.Name]
		if flags.Changed(p.Name) || p.Name == glyphsFlag && a.ascii {
			c.PreferenceArgs = append(c.PreferenceArgs, "--"+p.Name, value.String())
			p.Set(&c.Preferences, value.index)
		} else {
			p.Set(&c.Preferences, preferred[p.Name])
		}
	}
	switch {
	case len(faults) > 0:
		c.Notice = strings.Join(faults, "; ")
	case !a.settings.chosen() && !a.viewChosen():
		c.Notice = firstVisit
	}
}

package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"lambdascope/sim/settings"
	"lambdascope/tui"
	"lambdascope/tui/state"
)

// app shows the terminal app until the person leaves it, and returns the flags
// that open it again as it was left.
type app func(ctx context.Context, c tui.Config) (args []string, err error)

// appFlags are the flags of the terminal app.
type appFlags struct {
	*looksFlags
	show     app
	settings *settingsFlags
	view     []fmt.Stringer // the values of the options of view, in their order
	pins     several
}

// newApp returns the root command, which opens the terminal app.
func newApp(env Env, show app) *cobra.Command {
	c := &cobra.Command{
		Use:   program,
		Short: "Which λ? Cross-validation for LSTD(λ)",
		Long:  "lambdascope shows which λ leave-one-trajectory-out cross-validation selects for LSTD(λ), how sure that is, and whether it is right: for a simulated problem, or for trajectories in a file. Without a command it opens the terminal app. Settings not given are those of the paper; of a file, all its trajectories and γ = 0.99. Without settings the app opens on 8 walks over 5 states that share features.",
		Example: `lambdascope
lambdascope --states 7 -n 50
lambdascope --data walk.jsonl --gamma 0.9
lambdascope run --format json`,
		Args:              onlyCommands,
		ValidArgsFunction: completeCommands,
	}
	a := &appFlags{looksFlags: &looksFlags{env: env}, show: show, pins: several{kind: "FLAGS"}}
	flags := c.Flags()
	flags.SortFlags = false
	a.settings = addSettings(c, env)
	for _, o := range state.Options() {
		a.view = append(a.view, a.addOption(c, o))
	}
	a.looksFlags = addLooks(c, env)
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
	case o.Kind == "":
		c.Flags().Bool(o.Name, false, o.Help)
		return c.Flags().Lookup(o.Name).Value
	}
	value := &text{kind: o.Kind}
	c.Flags().Var(value, o.Name, o.Help)
	completeFlag(a.env, c, o.Name, func() []string { return o.Names })
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
	if err := a.open(ctx, &config.State); err != nil {
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
	if err := a.env.first(&config, a.settings.chosen() || a.viewChosen()); err != nil {
		return err
	}
	return a.env.showApp(ctx, a.show, config)
}

// showApp shows the app, and prints the command that opens it again as it was left.
func (e Env) showApp(ctx context.Context, show app, c tui.Config) error {
	args, err := show(ctx, c)
	if err != nil && ctx.Err() == nil {
		return err
	}
	if _, err := fmt.Fprintln(e.Out, e.commandLine(args)); err != nil {
		return err
	}
	return err // the end of ctx, if that was what ended the app
}

// open completes the state with the settings that the flags choose, or with those that
// its page opens with.
func (a *appFlags) open(ctx context.Context, s *state.State) (err error) {
	opening, hidden, err := state.OpeningSettings(s.Page)
	if err != nil {
		return err
	}
	a.settings.opening = func() (settings.Settings, error) { return opening, nil }
	if !a.settings.chosen() && !a.settings.flags.Changed("hide") {
		s.Hidden = hidden
	}
	s.Settings, err = a.settings.resolve(ctx)
	return err
}

// config returns what the flags ask of the app, but for the settings.
func (a *appFlags) config() (tui.Config, error) {
	c, err := a.looksFlags.config()
	c.State = state.New(settings.Settings{})
	switch {
	case err != nil:
		return c, err
	case slices.Contains(a.settings.data.values, stdin):
		return c, misusef("data %q: the app reads its keys from standard input; want a file, or %s run --data -", stdin, program)
	}
	if err := a.apply(&c); err != nil {
		return c, err
	}
	if !a.settings.chosen() && !a.viewChosen() {
		c.Welcome = firstVisit
	}
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
		if o.OfFolds && !a.settings.flags.Changed(pageFlag) {
			s.Page = state.PageFolds
		}
	}
	return nil
}

// viewChosen tells whether any flag chooses what is on show.
func (a *appFlags) viewChosen() bool {
	return slices.ContainsFunc(state.Options(), func(o state.Option) bool { return a.settings.flags.Changed(o.Name) })
}

// firstVisit is what the app says to a person who chooses no settings.
const firstVisit = "λ = 0 trusts its own next estimate (TD(0)), λ = 1 waits for the outcome (Monte Carlo). 0\u00a0shows what λ does, in a minute. L\u00a0lessons."

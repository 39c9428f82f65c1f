package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// app runs the terminal app until the user quits, and returns the flags that reopen its last view.
type app func(ctx context.Context, c tui.Config) (args []string, err error)

type appFlags struct {
	*looksFlags
	show  app
	state *state.AppFlags
}

// App returns a command that opens the terminal app.
func App(env Env) *cobra.Command { return newApp(env, tui.Run) }

// newApp returns the root command. It opens the terminal app.
func newApp(env Env, show app) *cobra.Command {
	c := &cobra.Command{
		Use:   program,
		Short: "Which λ? Cross-validation for LSTD(λ)",
		Long:  "lambdascope shows which λ leave-one-trajectory-out cross-validation selects for LSTD(λ), how sure that is, and whether it is right: for a simulated problem, or for trajectories in a file. Without a command it opens the terminal app. " + defaults + " Without settings the app opens on 30 walks over 5 states that share features.",
		Example: `lambdascope
lambdascope --states 7 -n 50
lambdascope --data walk.jsonl --gamma 0.9
lambdascope run --format json`,
		Args:              onlyCommands,
		ValidArgsFunction: completeCommands(),
	}
	flags := c.Flags()
	flags.SortFlags = false
	a := &appFlags{show: show, state: state.AddApp(flags)}
	of := settingsFlags{a.state.Settings, env, flags, nil}
	of.complete(c, settings.Knobs())
	for _, k := range state.ViewKnobs() {
		completeFlag(env, c, k.Name, func() []string {
			if k.Choices == nil {
				return nil
			}
			return k.Choices(state.State{})
		})
	}
	a.looksFlags = addLooks(c, env)
	takeFiles(c, &a.state.Settings.Data, a.run)
	return c
}

func (a *appFlags) run(ctx context.Context) error {
	config, err := a.config(a.env.commandLine([]string{"run"}))
	if err != nil {
		return err
	}
	if slices.Contains(a.state.Settings.Data, stdin) {
		return Misuse("data %q: the app reads its keys from standard input; want a file, or %s run --data -", stdin, program)
	}
	from := &sources{ctx: ctx, env: a.env}
	if config.State, err = a.state.Open(from); err != nil {
		return from.misuse(err)
	}
	if err := a.check(&config.State); err != nil {
		return misuse{err}
	}
	if !a.state.Chosen() {
		config.Welcome = firstVisit
	}
	a.env.enter(&config, a.state.Chosen())
	return a.env.showApp(ctx, a.show, config)
}

// check normalizes the settings of a state and enforces the limits of the session.
func (a *appFlags) check(s *state.State) (err error) {
	if s.Settings, err = a.checked(s.Settings); err != nil {
		return err
	}
	for i, pinned := range s.Pins.List() {
		if s.Pins[i], err = a.checked(pinned); err != nil {
			return fmt.Errorf("pin %q: %w", shell.Join(pinned.Args()), err)
		}
	}
	return a.env.Limits.CheckTrials(s.Trials)
}

func (a *appFlags) checked(s settings.Settings) (settings.Settings, error) {
	s, err := a.env.Engine.Check(analysis.Request{Settings: s})
	if err == nil {
		err = a.env.Limits.Check(s)
	}
	return s, err
}

// enter takes the session's seat in the class, if there is a class. A user who asked for another
// view starts apart from the presenter.
func (e Env) enter(c *tui.Config, apart bool) {
	if e.Class == nil {
		return
	}
	c.Class = e.Class()
	c.Apart = apart
	c.Hidden = c.Hidden || !apart // a class is asked before it sees the truth
}

// showApp runs the app, then prints the command that reopens its last view.
func (e Env) showApp(ctx context.Context, show app, c tui.Config) error {
	args, err := show(ctx, c)
	if err != nil && ctx.Err() == nil {
		return err
	}
	if _, err := fmt.Fprintln(e.Out, e.commandLine(args)); err != nil {
		return err
	}
	return err // of ctx, if any
}

// firstVisit is the welcome of the app without flags.
const firstVisit = "New here? 0\u00a0shows what λ does, in a minute. L\u00a0lessons."

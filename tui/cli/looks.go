package cli

import (
	"github.com/spf13/cobra"

	"lambdascope/tui"
	"lambdascope/tui/internal/pages"
	"lambdascope/tui/state"
)

// looksFlags are the flags of how the app looks and is used.
type looksFlags struct {
	env         Env
	preferences state.Flags[state.Preferences]
}

// addLooks adds the flags to a command.
func addLooks(c *cobra.Command, env Env) *looksFlags {
	knobs := state.PreferenceKnobs()
	l := &looksFlags{env, state.AddFlags(c.Flags(), knobs)}
	for _, k := range knobs {
		c.Flags().Lookup(k.Name).DefValue = k.Get(state.Preferences{})
		completeFlag(env, c, k.Name, func() []string { return k.Choices(state.Preferences{}) })
	}
	return l
}

// config returns the configuration of the app without the state. Instead names the command for results
// without a terminal.
func (l *looksFlags) config(instead string) (c tui.Config, err error) {
	c = tui.Config{
		Engine:      l.env.Engine,
		Pages:       pages.New,
		CommandLine: l.env.commandLine,
		Build:       l.env.Version,
		Limits:      l.env.Limits,
		Moves:       l.env.Remote == nil && l.env.getenv("NO_MOTION") == "",
		Problems:    l.env.Problems,
		Folder:      l.env.Folder,
		Files:       l.env.Files,
		Lessons:     l.env.lessons,
		Terminal:    l.env.display(),
	}
	switch {
	case l.env.Remote != nil && !l.env.Terminal.Out:
		return c, Misuse("the app needs a terminal: want ssh -t; for results without one: %s", instead)
	case !l.env.Terminal.Out:
		return c, Misuse("standard output is not a terminal, which the app needs; for results without one: %s", instead)
	case l.env.Remote == nil && l.env.getenv("TERM") == "dumb":
		return c, Misuse("TERM is dumb, a terminal without a cursor, which the app needs; for results without one: %s", instead)
	}
	if l.env.Attended != nil {
		l.env.Attended()
	}
	if !l.env.Terminal.In {
		return c, Misuse("standard input is not a terminal, which the app needs for its keys; for results without one: %s", instead)
	}
	c.Preferences, err = l.chosen()
	return c, err
}

// chosen returns the preferences that the flags choose.
func (l *looksFlags) chosen() (p state.Preferences, err error) {
	for k, text := range l.preferences.Given() {
		if err := k.Set(&p, text); err != nil {
			return p, misuse{err}
		}
	}
	return p, nil
}

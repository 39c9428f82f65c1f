package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lambdascope/tui"
	"lambdascope/tui/chart"
	"lambdascope/tui/pages"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// looksFlags are the flags of how the app looks and is used.
type looksFlags struct {
	env   Env
	flags *pflag.FlagSet
	theme *choice
	ascii bool
	mouse *choice
}

// addLooks adds the flags to a command.
func addLooks(c *cobra.Command, env Env) *looksFlags {
	l := &looksFlags{env: env, flags: c.Flags()}
	l.theme = addChoice(env, c, themeFlag, "colours: auto, dark, light, mono", screen.ThemeNames())
	c.Flags().BoolVar(&l.ascii, asciiFlag, false, "only 7-bit characters")
	l.mouse = addChoice(env, c, mouseFlag, "mouse in the app, in place of selecting text: on, off", state.MouseNames())
	return l
}

// config returns what the app needs, but for what it shows and how it looks.
func (l *looksFlags) config() (c tui.Config, err error) {
	c = tui.Config{
		Engine:      l.env.Engine,
		Pages:       pages.New,
		CommandLine: l.env.commandLine,
		Build:       l.env.Version,
		Limits:      l.env.Limits,
		Problems:    l.env.Problems,
		Rooms:       l.env.Rooms,
		Folder:      l.env.Folder,
		Files:       l.env.Files,
		Lessons:     l.env.lessons,
		Terminal:    l.env.display(),
	}
	switch {
	case l.env.Remote != nil && !l.env.Terminal.Out:
		return c, misusef("the app needs a terminal: want ssh -t, or run for results without one")
	case !l.env.Terminal.Out:
		return c, misusef("standard output is not a terminal, which the app needs; for results without one: %s run", program)
	}
	if l.env.Attended != nil {
		l.env.Attended()
	}
	return c, nil
}

// opening returns what the app needs and how it looks, with the settings that it opens with.
func (l *looksFlags) opening() (c tui.Config, err error) {
	if c, err = l.config(); err != nil {
		return c, err
	}
	if err = l.apply(&c); err != nil {
		return c, err
	}
	settings, err := state.Opening()
	c.State = state.New(settings)
	return c, err
}

// apply has the app look as the flags ask.
func (l *looksFlags) apply(c *tui.Config) error {
	if !l.env.Terminal.In {
		return misusef("standard input is not a terminal, which the app needs for its keys; for results without one: %s run", program)
	}
	c.Theme = screen.Theme(l.theme.index)
	if l.ascii {
		c.Glyphs = chart.Plain
	}
	c.MouseOff = l.mouse.index == 1
	return nil
}

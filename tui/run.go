package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// framesPerSecond bounds how often the screen is written; a key press is on it
// after one frame at most.
const framesPerSecond = 120

// errPanicked is the error of an app that panicked, for the person: what it was is
// for others.
var errPanicked = errors.New("an error in the program has ended this session")

// Run shows the app until the person leaves it or ctx ends, and returns the
// flags that open it again as it was left, with ctx's error if that ended it.
// The terminal is restored on every way out. Signals are the caller's to turn
// into an end of ctx. Where the terminal is remote, a panic ends the app alone.
func Run(ctx context.Context, c Config) (args []string, err error) {
	work, cancel := context.WithCancel(ctx) // ends work under way when the app does
	defer cancel()
	m := newModel(work, c)
	if c.Remote != nil {
		return runRemote(ctx, m)
	}
	program := tea.NewProgram(m,
		tea.WithoutSignalHandler(),
		tea.WithInput(c.In),
		tea.WithOutput(c.Out),
		tea.WithEnvironment(c.Environ),
		tea.WithFPS(framesPerSecond),
	)
	// Bubble Tea's own context and signal handler kill the program without
	// giving the screen back; a quit does.
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	if _, err = program.Run(); err == nil {
		err = ctx.Err()
	}
	return m.args(), err
}

// runRemote is Run for a terminal that is not the process's own.
func runRemote(ctx context.Context, m *model) (args []string, err error) {
	c := m.config
	m.common.Suspend.SetEnabled(false) // it would stop the whole process
	seldom := newSeldom(m, c.Remote.FramesPerSecond)
	program := tea.NewProgram(seldom,
		tea.WithoutSignalHandler(),
		tea.WithInput(nil), // whose reader can't be ended while it has keys to send; see feed
		tea.WithOutput(c.Out),
		tea.WithEnvironment(c.Environ),
		tea.WithColorProfile(colorprofile.Env(c.Environ)), // asking for more reads files and runs tmux
		tea.WithWindowSize(c.Remote.Size.Width, c.Remote.Size.Height),
		tea.WithFPS(framesPerSecond),
	)
	seldom.quit = program.Quit
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	feeding, leave := context.WithCancel(ctx)
	fed := make(chan error, 1)
	go func() { fed <- feed(feeding, c, program) }()
	_, err = program.Run()
	leave()
	wrong := <-fed
	switch p := seldom.panicked(); {
	case p != nil:
		c.Remote.Panicked(p.Value, p.Stack)
		return nil, errPanicked
	case err == nil && wrong != nil:
		err = wrong
	case err == nil:
		err = ctx.Err()
	}
	return m.args(), err
}

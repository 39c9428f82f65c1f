package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"lambdascope/tui/internal/input"
)

// framesPerSecond bounds how often the screen is written; a key press is on it
// after one frame at most.
const framesPerSecond = 120

// remoteTicks is how often in a second a remote terminal is asked what the app asks
// of it, its background and clipboard.
const remoteTicks = 30

// errPanicked is the error of an app that panicked, for the person: what it was is
// for others.
var errPanicked = errors.New("an error in the program has ended this session")

// Run shows the app until the person leaves it or ctx ends, and returns the
// flags that open it again as it was left, with ctx's error if that ended it.
func Run(ctx context.Context, c Config) (args []string, err error) {
	work, cancel := context.WithCancel(ctx) // ends work under way when the app does
	defer cancel()
	m := newModel(work, c)
	m.common.Suspend.SetEnabled(c.Remote == nil) // it would stop the whole process
	if err = Show(ctx, c, m); errors.Is(err, errPanicked) {
		return nil, err
	}
	return m.args(), err
}

// Show runs a model on the terminal of a Config until it quits or ctx ends, which
// is then the error. The terminal is restored on every way out. Signals are the
// caller's to turn into an end of ctx. Where the terminal is remote, a panic ends
// the model alone.
func Show(ctx context.Context, c Config, m tea.Model) error {
	if c.Remote != nil {
		return showRemote(ctx, c, m)
	}
	if err := checkWindow(c.Out); err != nil {
		return err
	}
	program := tea.NewProgram(m,
		tea.WithoutSignalHandler(),
		tea.WithInput(guardedInput(c.In)),
		tea.WithOutput(c.Out),
		tea.WithEnvironment(c.Environ),
		tea.WithFPS(framesPerSecond),
		tea.WithFilter(c.sizes()),
	)
	// Bubble Tea's own context and signal handler kill the program without
	// giving the screen back; a quit does.
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	if _, err := program.Run(); err != nil {
		return err
	}
	return ctx.Err()
}

// showRemote is Show for a terminal that is not the process's own.
func showRemote(ctx context.Context, c Config, m tea.Model) error {
	limited := newThrottle(ctx, c, m)
	asked := new(input.Questions)
	size := c.bounds().Clamp(c.Remote.Size)
	program := tea.NewProgram(limited,
		tea.WithoutSignalHandler(),
		tea.WithInput(nil), // whose reader can't be ended while it has keys to send; see feed
		tea.WithOutput(asked.Writer(c.Out)),
		tea.WithEnvironment(c.Environ),
		tea.WithColorProfile(colorprofile.Env(c.Environ)), // asking for more reads files and runs tmux
		tea.WithWindowSize(size.Width, size.Height),
		tea.WithoutRenderer(), // see remoteScreen
		tea.WithFPS(remoteTicks),
		tea.WithFilter(c.remoteMessages()),
	)
	limited.guard.quit = program.Quit
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	feeding, leave := context.WithCancel(ctx)
	fed := make(chan error, 1)
	go func() { fed <- feed(feeding, c, program, asked) }()
	_, err := program.Run()
	if e := limited.screen.close(); err == nil {
		err = e
	}
	leave()
	wrong := <-fed
	switch p := limited.guard.panicked(); {
	case p != nil:
		c.Remote.Panicked(p.Value, p.Stack)
		return errPanicked
	case err == nil && wrong != nil:
		return wrong
	case err == nil:
		return ctx.Err()
	}
	return err
}

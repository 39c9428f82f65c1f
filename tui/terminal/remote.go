package terminal

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"lambdascope/tui/internal/input"
)

// Remote is a terminal at the other end of a connection. Terminal.In is then what
// arrives from it, and is closed when the model has quit, which must end a Read that
// waits. Terminal.Out is written to from several goroutines.
type Remote struct {
	Size  Size
	Sizes <-chan Size // later ones; never closed
	// Bounds are the bounds of the window; zero for those of an app on its own terminal.
	Bounds Bounds
	// FramesPerSecond bounds how often the screen is written.
	FramesPerSecond int
	// Turn runs f when it is this terminal's turn among others, and returns the
	// processor time that it took; false, without having run f, where ctx ends first.
	// Nil runs f at once.
	Turn func(ctx context.Context, f func()) (took time.Duration, ran bool)
	// Rest returns how long the screen is to stay as it is after a drawing that took
	// some time; nil for no longer than FramesPerSecond asks for.
	Rest func(took time.Duration) time.Duration
	// Panicked is told of a panic that ended the app, where the terminal has been
	// restored.
	Panicked func(value any, stack []byte)
	// Browser is set where a page in a browser takes the place of a terminal. What it
	// sends as input are the sequences of one; nothing is written to Terminal.Out.
	Browser *Browser
}

// ErrInput is the error of an app that was sent more than a terminal sends in one
// piece.
var ErrInput = input.ErrTooLong

// showRemote is Show for a terminal that is not the process's own.
func (t Terminal) showRemote(ctx context.Context, m tea.Model) error {
	profile := colorprofile.Env(t.Environ) // asking for more reads files and runs tmux
	asked, out := new(input.Questions), t.Out
	var on screen = &lineRenderer{out: out, profile: profile}
	if b := t.Remote.Browser; b != nil {
		on, out = &pageRenderer{browser: b}, io.Discard // sequences mean nothing to a page
	}
	limited := newThrottle(ctx, t.Remote, m, on)
	size := t.Bounds().Clamp(t.Remote.Size)
	program := tea.NewProgram(limited,
		tea.WithoutSignalHandler(),
		tea.WithInput(nil), // whose reader can't be ended while it has keys to send; see feed
		tea.WithOutput(asked.Writer(out)),
		tea.WithEnvironment(t.Environ),
		tea.WithColorProfile(profile),
		tea.WithWindowSize(size.Width, size.Height),
		tea.WithoutRenderer(), // see lineRenderer
		tea.WithFPS(questionsPerSecond),
		tea.WithFilter(t.remoteMessages()),
	)
	feeding, leave := context.WithCancel(ctx)
	fed := make(chan error, 1)
	go func() { fed <- t.feed(feeding, program, asked) }()
	err := limited.run(ctx, program)
	leave()
	wrong := <-fed
	switch p := limited.guard.panicked(); {
	case p != nil:
		t.Remote.Panicked(p.Value, p.Stack)
		return ErrPanicked
	case err == nil && wrong != nil:
		return wrong
	case err == nil:
		return ctx.Err()
	}
	return err
}

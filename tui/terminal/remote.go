package terminal

import (
	"cmp"
	"context"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/internal/input"
)

// Size is the size of a window in cells.
type Size struct{ Width, Height int }

// Remote is a terminal at the other end of a connection. Show closes Terminal.In, which must
// end a waiting Read. Several goroutines write to Terminal.Out.
type Remote struct {
	Size  Size
	Sizes <-chan Size // later sizes; never closed
	// MaxSize bounds the window, because the memory and the time for a screen grow with its
	// area. In a larger window the model stays in the upper left corner. The zero value
	// stands for 1000×500.
	MaxSize Size
	// FramesPerSecond bounds the screens in a second.
	FramesPerSecond int
	// Turn waits for the session's turn and runs f, or returns false if ctx ends first. Nil
	// runs f at once.
	Turn func(ctx context.Context, f func()) (ran bool)
	// Panicked is called with the panic of a model after the terminal was restored.
	Panicked func(value any, stack []byte)
	// Browser is set for a page in a browser. Terminal.In has the sequences of a terminal,
	// and Terminal.Out is unused.
	Browser *Browser
}

// clamp returns a size within MaxSize.
func (r *Remote) clamp(s Size) Size {
	limit := cmp.Or(r.MaxSize, Size{1000, 500})
	return Size{max(0, min(s.Width, limit.Width)), max(0, min(s.Height, limit.Height))}
}

// ErrInput is the error of an input sequence that is longer than terminals send.
var ErrInput = input.ErrTooLong

// showRemote is Show for a remote terminal.
func (t Terminal) showRemote(ctx context.Context, m tea.Model) error {
	profile := colorprofile.Env(t.Environ) // colorprofile.Detect would read files and run tmux
	asked := new(input.Questions)
	out := t.Out
	var on screen = &lineRenderer{out: out, profile: profile}
	if b := t.Remote.Browser; b != nil {
		on = &pageRenderer{browser: b}
		out = io.Discard // pages read no sequences
	}
	limited := newThrottle(ctx, t.Remote, m, on)
	size := t.Remote.clamp(t.Remote.Size)
	program := tea.NewProgram(limited,
		tea.WithoutSignalHandler(),
		tea.WithInput(nil), // see feed
		tea.WithOutput(asked.Writer(out)),
		tea.WithEnvironment(t.Environ),
		tea.WithColorProfile(profile),
		tea.WithWindowSize(size.Width, size.Height),
		tea.WithoutRenderer(), // see lineRenderer
		tea.WithFPS(ticksPerSecond),
		tea.WithFilter(t.remoteMessages),
	)
	feeding, leave := context.WithCancel(ctx)
	fed := make(chan error, 1)
	go func() { fed <- t.feed(feeding, program, asked) }()
	err := limited.run(ctx, program)
	leave()
	inputErr := <-fed
	switch p := limited.guard.panicked(); {
	case p != nil:
		t.Remote.Panicked(p.Value, p.Stack)
		return ErrPanicked
	case err == nil && inputErr != nil:
		return inputErr
	case err == nil:
		return ctx.Err()
	}
	return err
}

// remoteMessages filters the messages of a remote program. It drops a suspension, because
// that would stop the process for all sessions. It sends the question for the background,
// because Bubble Tea asks only terminals that it reads.
func (t Terminal) remoteMessages(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg {
	case tea.Suspend():
		return nil
	case tea.RequestBackgroundColor():
		if t.Remote.Browser != nil {
			return nil // see Browser.Dark
		}
		return tea.Raw(ansi.RequestBackgroundColor)()
	}
	return msg
}

package tui

import (
	"context"
	"image"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"lambdascope/tui/internal/input"
)

// Remote is a terminal at the other end of a connection. Config.In is then what
// arrives from it, and is closed when the app is left, which must end a Read that
// waits. Config.Out is written to from several goroutines.
type Remote struct {
	Size  Size
	Sizes <-chan Size // later ones; never closed
	// Bounds returns those of the window, which may change; nil for the ones that an
	// app on a terminal of its own has.
	Bounds func() Bounds
	// Cut tells whether the window is larger than Bounds for want of memory; nil for
	// never.
	Cut func() bool
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
}

// ErrInput is the error of an app that was sent more than a terminal sends in one
// piece.
var ErrInput = input.ErrTooLong

// sizesInterval is the least time between two sizes: each has the whole screen drawn
// and sent anew.
const sizesInterval = 200 * time.Millisecond

// feed sends the program what the terminal says until ctx ends, or the input, after
// which the program is to quit. When it returns, nothing of it is left.
//
// Bubble Tea's own reader believes all that a terminal sends; besides, it sends each
// key without regard to whether anybody takes it, and waits for ever with those that
// were typed ahead of the end.
func feed(ctx context.Context, c Config, program *tea.Program, asked *input.Questions) error {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	events, ended := make(chan uv.Event), make(chan error, 1)
	go func() {
		defer close(events)
		ended <- input.NewDecoder(asked).Stream(ctx, c.In, events)
	}()
	defer func() {
		leave()
		for range events { // until it has ended
		}
	}()
	size, sizes := c.bounds().Clamp(c.Remote.Size), c.Remote.Sizes
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-pause.C:
			sizes = c.Remote.Sizes
		case size = <-sizes:
			size = c.bounds().Clamp(size)
			program.Send(tea.WindowSizeMsg(size))
			sizes = nil
			pause.Reset(sizesInterval)
		case event, ok := <-events:
			if !ok {
				program.Quit()
				return <-ended
			}
			if inside(event, size) {
				program.Send(event)
			}
		}
	}
}

// inside tells whether an event is not one of the mouse outside a window. A button
// may be released anywhere.
func inside(event uv.Event, size Size) bool {
	mouse, ok := event.(uv.MouseEvent)
	if _, release := event.(uv.MouseReleaseEvent); !ok || release {
		return true
	}
	at := mouse.Mouse()
	return image.Pt(at.X, at.Y).In(image.Rect(0, 0, size.Width, size.Height))
}

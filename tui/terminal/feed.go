package terminal

import (
	"context"
	"image"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"lambdascope/tui/internal/input"
)

// sizesInterval is the least time between two sizes: each has the whole screen drawn
// and sent anew.
const sizesInterval = 200 * time.Millisecond

// feed sends the program what the terminal says until ctx ends, or the input, after
// which the program is to quit. When it returns, nothing of it is left.
//
// Bubble Tea's own reader believes all that a terminal sends; besides, it sends each
// key without regard to whether anybody takes it, and waits for ever with those that
// were typed ahead of the end.
func (t Terminal) feed(ctx context.Context, program *tea.Program, asked *input.Questions) error {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	events, ended := make(chan uv.Event), make(chan error, 1)
	go func() {
		defer close(events)
		ended <- input.NewDecoder(asked).Stream(ctx, t.In, events)
	}()
	defer func() {
		leave()
		for range events { // until it has ended
		}
	}()
	size, sizes := t.Bounds().Clamp(t.Remote.Size), t.Remote.Sizes
	var dark <-chan bool
	if b := t.Remote.Browser; b != nil {
		dark = b.Dark
	}
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-pause.C:
			sizes = t.Remote.Sizes
		case size = <-sizes:
			size = t.Bounds().Clamp(size)
			program.Send(tea.WindowSizeMsg(size))
			sizes = nil
			pause.Reset(sizesInterval)
		case is := <-dark:
			program.Send(background(is))
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

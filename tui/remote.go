package tui

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// Remote is a terminal at the other end of a connection. Config.In is then what
// arrives from it, and is closed when the app is left, which must end a Read that
// waits.
type Remote struct {
	Size  Size
	Sizes <-chan Size // later ones; never closed
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

// Size is that of a terminal, in cells.
type Size struct{ Width, Height int }

// ErrInput is the error of an app that was sent more than a terminal sends in one
// piece.
var ErrInput = errors.New("more than 64 KB of input in one piece: the session has ended")

// maxPiece is the most input, in bytes, that may be no complete key, paste or
// reply of the terminal.
const maxPiece = 64 << 10

// sizesInterval is the least time between two sizes: each has the whole screen drawn
// and sent anew.
const sizesInterval = 200 * time.Millisecond

// feed sends the program what the terminal says until ctx ends, or the input, after
// which the program is to quit. When it returns, nothing of it is left.
//
// Bubble Tea's own reader sends each key without regard to whether anybody takes
// it, and waits for ever with those that were typed ahead of the end.
func feed(ctx context.Context, c Config, program *tea.Program) error {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	events, ended := make(chan uv.Event), make(chan error, 1)
	in := &pieces{in: c.In}
	go func() {
		defer close(events)
		ended <- uv.NewTerminalReader(in, uv.Environ(c.Environ).Getenv("TERM")).StreamEvents(ctx, events)
	}()
	defer func() {
		leave()
		if closer, ok := c.In.(io.Closer); ok {
			_ = closer.Close()
		}
		for range events { // typed ahead
		}
	}()
	sizes := c.Remote.Sizes
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-pause.C:
			sizes = c.Remote.Sizes
		case size := <-sizes:
			program.Send(tea.WindowSizeMsg{Width: size.Width, Height: size.Height})
			sizes = nil
			pause.Reset(sizesInterval)
		case event, ok := <-events:
			if !ok {
				program.Quit()
				return <-ended
			}
			in.begin()
			program.Send(event)
		}
	}
}

// pieces is input that ends with ErrInput where a piece of it is too long.
type pieces struct {
	in   io.Reader
	read atomic.Int64 // bytes since the last piece was complete
}

func (p *pieces) begin() { p.read.Store(0) }

func (p *pieces) Read(b []byte) (int, error) {
	if p.read.Load() > maxPiece {
		return 0, ErrInput
	}
	n, err := p.in.Read(b)
	p.read.Add(int64(n))
	return n, err
}

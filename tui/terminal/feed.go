package terminal

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"lambdascope/tui/internal/input"
)

// sizesInterval is the least time between two sizes, because the whole screen is drawn and
// sent for each.
const sizesInterval = 200 * time.Millisecond

// feed sends the program the input, the sizes and the backgrounds of a remote terminal until
// the input or ctx ends. Then it quits the program.
//
// Bubble Tea's reader trusts the terminal. It also sends keys to a program that has ended,
// and then waits forever.
func (t Terminal) feed(ctx context.Context, program *tea.Program, asked *input.Questions) error {
	ctx, cancel := context.WithCancel(ctx)
	var window sync.WaitGroup
	window.Go(func() { t.feedWindow(ctx, program) })
	defer window.Wait()
	defer cancel()
	defer program.Quit()
	return input.NewDecoder(asked).Stream(ctx, t.In, func(event uv.Event) { program.Send(event) })
}

// feedWindow sends the sizes and the backgrounds until ctx ends.
func (t Terminal) feedWindow(ctx context.Context, program *tea.Program) {
	var dark <-chan bool
	if b := t.Remote.Browser; b != nil {
		dark = b.Dark
	}
	sizes := t.Remote.Sizes
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-pause.C:
			sizes = t.Remote.Sizes
		case size := <-sizes:
			program.Send(tea.WindowSizeMsg(t.Remote.clamp(size)))
			sizes = nil
			pause.Reset(sizesInterval)
		case is := <-dark:
			program.Send(background(is))
		}
	}
}

package terminal

import (
	"context"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"
)

// framesPerSecond bounds how often the screen of the process's own terminal is written.
const framesPerSecond = 120

// showLocal is Show for the process's own terminal, which Bubble Tea reads and draws on.
func (t Terminal) showLocal(ctx context.Context, m tea.Model) error {
	if err := checkWindow(t.Out); err != nil {
		return err
	}
	program := tea.NewProgram(m,
		tea.WithoutSignalHandler(),
		tea.WithInput(localInput(t.In)),
		tea.WithOutput(t.Out),
		tea.WithEnvironment(t.Environ),
		tea.WithFPS(framesPerSecond),
		tea.WithFilter(t.localMessages()),
	)
	// Bubble Tea's own context and signal handler kill the program without restoring
	// the screen; a quit restores it.
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	if _, err := program.Run(); err != nil {
		return err
	}
	return ctx.Err()
}

// localMessages returns the filter of a model on the process's own terminal.
func (t Terminal) localMessages() func(tea.Model, tea.Msg) tea.Msg {
	sizes := t.sizes()
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		if _, ok := msg.(tea.SuspendMsg); ok {
			continueSoon()
		}
		return sizes(m, msg)
	}
}

// maxCells is the area of the largest window that a model starts in: Bubble Tea
// allocates all of it at first.
const maxCells = 1_000_000

// checkWindow returns an error for a window too large to start in.
func checkWindow(out io.Writer) error {
	if size, ok := sizeOf(out); ok && int64(size.Width)*int64(size.Height) > maxCells {
		return fmt.Errorf("a window of %d×%d cells: want at most %d in all", size.Width, size.Height, maxCells)
	}
	return nil
}

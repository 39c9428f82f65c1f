package terminal

import (
	"context"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
)

// framesPerSecond bounds the screens in a second on the process's own terminal.
const framesPerSecond = 120

// showLocal is Show for the process's own terminal.
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
		tea.WithFilter(localMessages),
	)
	// A quit restores the screen. Bubble Tea's own context and signal handler kill the
	// program without.
	defer context.AfterFunc(ctx, program.Quit)()
	if _, err := program.Run(); err != nil {
		return err
	}
	return ctx.Err()
}

// localMessages filters the messages of a program on the process's own terminal.
func localMessages(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, ok := msg.(tea.SuspendMsg); ok {
		continueSoon()
	}
	return msg
}

// maxCells is the largest area of a window at the start, because Bubble Tea allocates all
// cells.
const maxCells = 1_000_000

// checkWindow returns an error for a window too large to start in.
func checkWindow(out io.Writer) error {
	file, ok := out.(term.File)
	if !ok {
		return nil
	}
	if width, height, err := term.GetSize(file.Fd()); err == nil && int64(width)*int64(height) > maxCells {
		return fmt.Errorf("a window of %d×%d cells: want at most %d in all", width, height, maxCells)
	}
	return nil
}

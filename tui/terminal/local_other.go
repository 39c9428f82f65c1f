//go:build !unix

package terminal

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// showLocal is Show for the process's own terminal. Bubble Tea draws: it knows the
// consoles of Windows.
func (t Terminal) showLocal(ctx context.Context, m tea.Model) error {
	if err := checkWindow(t.Out); err != nil {
		return err
	}
	program := tea.NewProgram(m,
		tea.WithoutSignalHandler(),
		tea.WithInput(t.In),
		tea.WithOutput(t.Out),
		tea.WithEnvironment(t.Environ),
		tea.WithFPS(framesPerSecond),
		tea.WithFilter(t.sizes()),
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

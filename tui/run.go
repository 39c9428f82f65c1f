package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// framesPerSecond bounds how often the screen is written; a key press is on it
// after one frame at most.
const framesPerSecond = 120

// Run shows the app until the person leaves it or ctx ends, and returns the
// flags that open it again as it was left, with ctx's error if that ended it.
// The terminal is restored on every way out. Signals are the caller's to turn
// into an end of ctx.
func Run(ctx context.Context, c Config) (args []string, err error) {
	work, cancel := context.WithCancel(ctx) // ends work under way when the app does
	defer cancel()
	m := newModel(work, c)
	program := tea.NewProgram(m,
		tea.WithoutSignalHandler(),
		tea.WithInput(c.In),
		tea.WithOutput(c.Out),
		tea.WithEnvironment(c.Environ),
		tea.WithFPS(framesPerSecond),
	)
	// Bubble Tea's own context and signal handler kill the program without
	// giving the screen back; a quit does.
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	if _, err = program.Run(); err == nil {
		err = ctx.Err()
	}
	return m.args(), err
}

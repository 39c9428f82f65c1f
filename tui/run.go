package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
)

// framesPerSecond bounds how often the screen is written; a key press is on it
// after one frame at most.
const framesPerSecond = 120

// Run shows the app until the person leaves it or ctx ends, and returns the
// flags that open it again as it was left. The terminal is restored on every
// way out.
func Run(ctx context.Context, c Config) (args []string, err error) {
	ctx, cancel := context.WithCancel(ctx) // ends work under way when the app does
	defer cancel()
	m := newModel(ctx, c)
	program := tea.NewProgram(m,
		tea.WithContext(ctx),
		tea.WithInput(c.In),
		tea.WithOutput(c.Out),
		tea.WithEnvironment(c.Environ),
		tea.WithFPS(framesPerSecond),
	)
	_, err = program.Run()
	if errors.Is(err, tea.ErrInterrupted) {
		err = nil
	}
	return m.args(), err
}

package tui

import (
	"context"
	"errors"

	"lambdascope/tui/terminal"
)

// Run shows the app until the person leaves it or ctx ends, and returns the
// flags that open it again as it was left, with ctx's error if that ended it.
func Run(ctx context.Context, c Config) (args []string, err error) {
	work, cancel := context.WithCancel(ctx) // ends work under way when the app does
	defer cancel()
	m := newModel(work, c)
	m.common.Suspend.SetEnabled(c.Remote == nil) // it would stop the whole process
	if err = c.Show(ctx, m); errors.Is(err, terminal.ErrPanicked) {
		return nil, err
	}
	return m.args(), err
}

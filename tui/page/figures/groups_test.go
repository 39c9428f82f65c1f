package figures

import (
	"slices"
	"testing"

	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/state"
)

// TestSweepOfGroups has no rows of so few trajectories that all are of one group: of 12 in
// groups of 3, 2 and 3.
func TestSweepOfGroups(t *testing.T) {
	grouped := apptest.Grouped(t)
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) {
		grouped(c)
		c.Figure = state.FigureSweep
	})
	now := p.sweep.Now
	if want := []float64{5, 7, 10, 12}; !slices.Equal(now.values, want) || now.have != len(want) || p.sweep.Err != nil {
		t.Errorf("%d rows of %v, error %v, want %v:\n%s", now.have, now.values, p.sweep.Err, want, a.Check())
	}
}

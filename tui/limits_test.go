package tui

import (
	"testing"
	"time"

	"lambdascope/sim/analysis"
)

func testLimits() analysis.Limits {
	return analysis.Limits{Trajectories: 100, Lambdas: 21, MaxSteps: 100_000, Trials: 200, Processor: 2 * time.Second}
}

// TestLimitsOfSweep: the sweep over n, which ends at the most that the limits accept,
// is told that.
func TestLimitsOfSweep(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) {
		c.Limits = testLimits()
		c.Limits.Processor = 500 * time.Millisecond
		c.Settings.Problem.States = 51
	})
	most := a.config.Limits.MostTrajectories(a.State.Settings)
	if got := a.Snapshot().Most; got != most || most < 20 || most >= 100 {
		t.Errorf("at most %d trajectories, want %d, a number under 100", got, most)
	}
}

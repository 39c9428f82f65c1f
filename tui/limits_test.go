package tui

import (
	"testing"
	"time"

	"lambdascope/sim/analysis"
)

func testLimits() analysis.Limits {
	return analysis.Limits{Trajectories: 100, Lambdas: 21, MaxSteps: 100_000, Trials: 200, Processor: 2 * time.Second}
}

// TestLimitsOfControls turns and types beyond the limits: the value stays, and the
// screen says what is accepted.
func TestLimitsOfControls(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) { c.Limits = testLimits() })
	for range 20 {
		a.press("right")
	}
	if a.Settings.Trajectories != 100 {
		t.Errorf("n %d, want the last within the limits", a.Settings.Trajectories)
	}
	said := func(want string) {
		t.Helper()
		if a.fault != want {
			t.Errorf("the screen says %q, want %q", a.fault, want)
		}
	}
	said("trajectories 150: want at most 100 in this session")
	a.wants("trajectories 150: want")
	a.press("enter", "5", "0", "0", "enter")
	a.wants("trajectories 500: want")
	a.press("esc", "3")
	a.focusOn("trials")
	for range 6 {
		a.press("right")
	}
	if a.Trials != 160 {
		t.Errorf("%d trials, want the last within the limits", a.Trials)
	}
	said("trials 320: want at most 200 in this session")
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

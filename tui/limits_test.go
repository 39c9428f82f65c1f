package tui

import (
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/study"
)

func testLimits() Limits {
	return Limits{Trajectories: 100, Lambdas: 21, MaxSteps: 100_000, Trials: 200, Work: 1_000_000, Compared: 30}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		change func(s *study.Settings)
		ridges int
		want   string // empty for accepted
	}{
		{func(*study.Settings) {}, 1, ""},
		{func(s *study.Settings) { s.Trajectories = 100 }, 1, ""},
		{func(s *study.Settings) { s.Trajectories = 101 }, 1, "trajectories 101: want at most 100 in this session"},
		{func(s *study.Settings) { s.Lambdas = "0:1:0.05" }, 1, ""},
		{func(s *study.Settings) { s.Lambdas = "0:1:0.04" }, 1, "lambdas: 26 values: want at most 21 in this session"},
		{func(s *study.Settings) { s.Problem.MaxSteps = 100_001 }, 1, "max-steps 100001: want at most 100000"},
		{func(s *study.Settings) { s.Method, s.Trajectories = estimator.Naive, 31 }, 1, "want at most 30 in this session with method naive"},
		{func(s *study.Settings) { s.Method, s.Trajectories = estimator.Cached, 31 }, 1, ""},
		// 11 λ's of 51² features are 28,611 of a million.
		{func(s *study.Settings) { s.Problem.States, s.Trajectories = 51, 34 }, 1, ""},
		{func(s *study.Settings) { s.Problem.States, s.Trajectories = 51, 35 }, 1, "trajectories 35: want at most 34 in this session with 11 λ's and 51 features"},
		// 20 trajectories × 11 λ's × 5² features are 5,500.
		{func(*study.Settings) {}, 181, ""},
		{func(*study.Settings) {}, 182, "want at most 19 in this session"},
	} {
		s, err := study.Defaults("random-walk")
		if err != nil {
			t.Fatal(err)
		}
		c.change(&s)
		if s, err = study.NewEngine(1).Check(s); err != nil {
			t.Fatal(err)
		}
		err = testLimits().CheckRidges(s, c.ridges)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v × %d ridges: %v, want %q", s, c.ridges, err, c.want)
		}
		if err := (Limits{}).CheckRidges(s, c.ridges); err != nil {
			t.Errorf("no limits: %v", err)
		}
	}
	for n, granted := range map[int]bool{1: true, 200: true, 201: false} {
		if (testLimits().CheckTrials(n) == nil) != granted {
			t.Errorf("%d trials: want them granted: %t", n, granted)
		}
	}
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
		c.Settings.Problem.States = 51
	})
	if most := a.Snapshot().Most; most != 34 {
		t.Errorf("at most %d trajectories, want 34", most)
	}
}

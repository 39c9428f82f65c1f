package folds

import (
	"testing"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
)

// TestReplayIsHeld: with = the axes of the replay stay from trajectory to trajectory, and
// the chart says so and marks what lies outside; without it they fit.
func TestReplayIsHeld(t *testing.T) {
	a, p := startReplay(t, 120, 36, 0, 2, func(c *apptest.Config) { c.Settings.Problem.States = 19 })
	spec := func() *chart.Spec { return a.Data().Charts[0].Spec }
	free := a.Check()
	a.Press("=")
	a.Wants("scale held")
	held, first := spec(), p.replay.Value
	if held.X.Max != float64(first.last()) || held.Y.Over.Empty() {
		t.Fatalf("to hold the scale changes it: %v and %v\n%s", held.X, held.Y, free)
	}
	longer := 0
	for i := range a.Settings.Trajectories {
		if p.found.Value.Steps[i] > p.found.Value.Steps[longer] {
			longer = i
		}
	}
	next := a.State
	next.Trajectory.Value, next.Trajectory.Set = longer, true
	a.Run(a.Go(next))
	now := spec()
	if p.replay.Value.last() <= first.last() {
		t.Fatal("there is no longer trajectory")
	}
	if now.X.Max != held.X.Max || now.Y.Over != held.Y.Over || !now.Held {
		t.Errorf("axes %v and %v, want %v and %v", now.X, now.Y, held.X, held.Y)
	}
	a.Wants("outside")
	a.Press("=")
	a.Lacks("scale held")
	if now := spec(); now.X.Max != float64(p.replay.Value.last()) {
		t.Errorf("the axis of steps ends at %v of %d", now.X.Max, p.replay.Value.last())
	}
}

// TestActIsHeld: with = the axes of leave-one-out as it is played are those of the data
// with which it was played first.
func TestActIsHeld(t *testing.T) {
	a, p := startFolds(t, 120, 36, func(c *apptest.Config) {
		c.Settings.Trajectories, c.Hold = 6, true
		c.LeaveOut.Value, c.LeaveOut.Set = 6, true // its end
	})
	scales := func() [2]chart.Range {
		s := a.Snapshot().Scales
		return [2]chart.Range{s.Of(errorScale), s.Of(meanScale)}
	}
	a.Wants("scale held")
	held := scales()
	if held[0].Empty() || held[1].Empty() {
		t.Fatalf("errors and their mean over %v", held)
	}
	next := a.State
	next.Settings.Seed, next.LeaveOut.Value = 5, 6
	a.Run(a.Go(next))
	if now := scales(); now != held {
		t.Errorf("errors and their mean over %v, want %v", now, held)
	}
	if far, near := p.view(a.Snapshot()).moment().errorRanges(); far == held[0] || near == held[1] {
		t.Fatal("the data are no reason to change the scale")
	}
}

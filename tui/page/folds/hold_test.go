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
	spec := func() *chart.Spec {
		v := p.view(a.Snapshot())
		return v.chartSpec(v.on(replayLook{}, replayAxis))
	}
	free := a.Check()
	a.Press("=")
	a.Wants("scale held")
	held, first := spec(), p.replay.shown
	if held.X.Max != float64(first.last()) || held.Y.Over.Empty() {
		t.Fatalf("to hold the scale changes it: %v and %v\n%s", held.X, held.Y, free)
	}
	longer := 0
	for i := range a.Settings.Trajectories {
		if p.folds.Steps[i] > p.folds.Steps[longer] {
			longer = i
		}
	}
	next := a.State
	next.Trajectory.Value, next.Trajectory.Set = longer, true
	a.Run(a.Go(next))
	now := spec()
	if p.replay.shown.last() <= first.last() {
		t.Fatal("there is no longer trajectory")
	}
	if now.X.Max != held.X.Max || now.Y.Over != held.Y.Over || !now.Held {
		t.Errorf("axes %v and %v, want %v and %v", now.X, now.Y, held.X, held.Y)
	}
	a.Wants("outside")
	a.Press("=")
	a.Lacks("scale held")
	if now := spec(); now.X.Max != float64(p.replay.shown.last()) {
		t.Errorf("the axis of steps ends at %v of %d", now.X.Max, p.replay.shown.last())
	}
}

// TestActIsHeld: with = the axes of leave-one-out as it is played are those of the data
// with which it was played first.
func TestActIsHeld(t *testing.T) {
	a, p := startFolds(t, 120, 36, func(c *apptest.Config) {
		c.Settings.Trajectories, c.Hold = 6, true
		c.LeaveOut.Value, c.LeaveOut.Set = 6, true // its end
	})
	look := func() actLook { return p.view(a.Snapshot()).actLook() }
	a.Wants("scale held")
	held := look()
	if held.far.Empty() || held.near.Empty() {
		t.Fatalf("errors over %v, their mean over %v", held.far, held.near)
	}
	next := a.State
	next.Settings.Seed, next.LeaveOut.Value = 5, 6
	a.Run(a.Go(next))
	now := look()
	if now.far != held.far || now.near != held.near {
		t.Errorf("errors over %v, their mean over %v, want %v and %v", now.far, now.near, held.far, held.near)
	}
	if far, near := now.errorRanges(); far == held.far || near == held.near {
		t.Fatal("the data are no reason to change the scale")
	}
}

package tui

import (
	"fmt"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/state"
	"lambdascope/tui/worker"
)

// analyzed returns the result of settings.
func analyzed(t *testing.T, s analysis.Settings) *analysis.Result {
	t.Helper()
	return must.Have(analysis.NewEngine(0).Analyze(t.Context(), s))(t)
}

// TestFirstPicture shows the first trajectories on Explore, in words, while all are
// computed, and the whole in its place: in their colours until patience ends, then in grey,
// and never as a result.
func TestFirstPicture(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 20}} {
		a := startApp(t, size[0], size[1], nil)
		before := a.analysis
		next := a.State
		next.Settings.Trajectories = 1000
		a.stage(next) // the work is not run
		part, sharper := next.Settings, next.Settings
		part.Trajectories, sharper.Trajectories = 25, 100
		outcome := make(chan worker.Result, 1)
		slow := worker.Progress{Generation: a.worker.Generation, Outcome: outcome, Since: time.Now().Add(-worker.Patience)}
		deliver := func(s analysis.Settings) { a.Update(worker.Part{Progress: slow, Analysis: analyzed(t, s)}) }
		a.Update(worker.Part{Progress: worker.Progress{Generation: a.worker.Generation, Since: time.Now().Add(time.Hour)}, Analysis: analyzed(t, part)})
		a.wants("First 25 of 1000 trajectories.", "computing …")
		if coloured(a, chart.InkEstimate) == 0 {
			t.Error("the part is grey at once")
		}
		deliver(part)
		a.wants("First 25 of 1000 trajectories")
		if size[0] == 120 { // where the header has room
			a.wants("first 25 of 1000 ")
		}
		if coloured(a, chart.InkEstimate) > 0 {
			t.Error("the part has the colours of a result")
		}
		deliver(sharper)
		a.wants("First 100 of 1000 trajectories")
		if s := a.Snapshot(); s.Result != a.part || s.First != 100 || s.Current() {
			t.Errorf("the page is told of %d trajectories as the first %d, current %t", s.Result.Settings.Trajectories, s.First, s.Current())
		}
		if a.analysis != before {
			t.Error("the part counts as a result")
		}
		a.press("e")
		if a.overlays.Empty() && a.fault == "" {
			t.Error("the part can be exported")
		}
		a.press("esc")
		a.open(state.PageFolds)
		if s := a.Snapshot(); s.Result != before || s.First != 0 {
			t.Error("another page computes from the part")
		}
		a.open(state.PageExplore)
		whole := analyzed(t, next.Settings)
		a.send(worker.Result{Generation: a.worker.Generation, Analysis: whole})
		a.wants("λ̂ = 0, but")
		a.lacks("irst 100 of")
		a.start()
		deliver(part) // of settings before
		a.lacks("irst 25 of")
	}
}

// TestPartsOfTurns turns on while a part shows: it stays until there is one of the new
// settings, and nothing older comes back.
func TestPartsOfTurns(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	turn := func(n int, seed uint64) (slow worker.Progress, deliver func(n int)) {
		next := a.State
		next.Settings.Trajectories, next.Settings.Seed = n, seed
		a.stage(next) // the work is not run
		slow = worker.Progress{Generation: a.worker.Generation, Since: time.Now().Add(-worker.Patience)}
		return slow, func(n int) {
			part := next.Settings
			part.Trajectories = n
			a.Update(worker.Part{Progress: slow, Analysis: analyzed(t, part)})
		}
	}
	_, first := turn(1000, 7)
	first(50)
	a.wants("First 50 of 1000 trajectories")
	shown := a.shown()
	slow, second := turn(500, 8)
	first(100) // late
	if a.shown() != shown {
		t.Error("another picture than the last takes its place")
	}
	a.wants("First 50 of 1000 trajectories")
	a.Update(slow)
	a.wants("Computing. Until that is done")
	a.lacks("of 1000 trajectories")
	second(40)
	a.wants("First 40 of 500 trajectories")
	turn(700, 8)
	if known := a.knownPart(); known != a.part {
		t.Error("the first 40 trajectories of 500 are not known as those of 700")
	}
	turn(700, 9)
	if known := a.knownPart(); known != nil {
		t.Errorf("known: %+v", known.Settings)
	}
	a.open(state.PageFolds)
	if a.shown() != a.analysis {
		t.Error("another page draws the part")
	}
}

// TestPartsLeaveAxes shows a part of other data on the scale of the last result.
func TestPartsLeaveAxes(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) {
		domainOf(t, "2048")(c)
		c.Settings.Trajectories = 200
	})
	axes, _ := a.axes()
	next := a.State
	next.Settings.Trajectories, next.Settings.Seed = 1000, 3
	a.stage(next) // the work is not run
	slow := worker.Progress{Generation: a.worker.Generation, Since: time.Now()}
	for _, n := range []int{30, 60, 120} {
		part := next.Settings
		part.Trajectories = n
		a.Update(worker.Part{Progress: slow, Analysis: analyzed(t, part)})
		a.wants(fmt.Sprintf("irst %d of 1000", n))
		if now, _ := a.axes(); now != axes {
			t.Errorf("the first %d trajectories: axes\n%s\nafter\n%s", n, now, axes)
		}
	}
}

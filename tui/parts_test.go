package tui

import (
	"fmt"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
	"lambdascope/tui/worker"
)

// analyzed returns the result of settings.
func analyzed(t *testing.T, s analysis.Settings) *analysis.Result {
	t.Helper()
	return must.Have(analysis.NewEngine(0).Analyze(t.Context(), s))(t)
}

// turnTo goes to other settings, whose work is not run. It returns what delivers the first n
// trajectories of them, as slow work does it and as quick work does.
func (a *app) turnTo(n int, seed uint64) (slow worker.Progress, deliver func(n int, of worker.Progress)) {
	next := a.State
	next.Settings.Trajectories, next.Settings.Seed = n, seed
	a.stage(next)
	slow = worker.Progress{Generation: a.worker.Generation, Since: time.Now().Add(-worker.Patience)}
	return slow, func(n int, of worker.Progress) {
		part := next.Settings
		part.Trajectories = n
		a.Update(worker.Part{Progress: of, Analysis: analyzed(a.T, part)})
	}
}

// TestFirstPicture shows the first trajectories on Explore, in words, while all are
// computed, and the whole in its place: in their colours until patience ends, then in grey,
// and never as a result.
func TestFirstPicture(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {60, 20}} {
		a := startApp(t, size[0], size[1], func(c *Config) { c.Files = newFolder() })
		before := a.analysis
		slow, deliver := a.turnTo(1000, 1)
		deliver(25, worker.Progress{Generation: a.worker.Generation, Since: time.Now().Add(time.Hour)})
		a.wants("First 25 of 1000 trajectories.", "computing …")
		if coloured(a, chart.InkEstimate) == 0 {
			t.Error("the part is grey at once")
		}
		deliver(25, slow)
		a.wants("First 25 of 1000 trajectories")
		if coloured(a, chart.InkEstimate) > 0 {
			t.Error("the part has the colours of a result")
		}
		deliver(100, slow)
		a.wants("First 100 of 1000 trajectories")
		if s := a.Snapshot(); s.Result != a.part || s.First != 100 || s.Current() || a.analysis != before {
			t.Errorf("the page is told of %d trajectories as the first %d, current %t", s.Result.Settings.Trajectories, s.First, s.Current())
		}
		drive.Tell(a, "e | no result to export yet")
		a.press("esc")
		a.open(state.PageFolds)
		if s := a.Snapshot(); s.Result != before || s.First != 0 {
			t.Error("another page computes from the part")
		}
		a.open(state.PageExplore)
		a.send(worker.Result{Generation: a.worker.Generation, Analysis: analyzed(t, a.Settings)})
		a.wants("λ̂ = 0, but")
		a.lacks("irst 100 of")
		a.start()
		deliver(25, slow) // of settings before
		a.lacks("irst 25 of")
	}
}

// TestPartsOfTurns turns on while a part shows: it stays until there is one of the new
// settings, and nothing older comes back. Parts of other data are on the scale of the last
// result.
func TestPartsOfTurns(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) {
		domainOf(t, "2048")(c)
		c.Settings.Trajectories = 200
	})
	axes, _ := a.axes()
	slow, first := a.turnTo(1000, 3)
	for _, n := range []int{30, 60} {
		first(n, slow)
		a.wants(fmt.Sprintf("irst %d of 1000 trajectories", n))
		if now, _ := a.axes(); now != axes {
			t.Errorf("the first %d trajectories: axes\n%s\nafter\n%s", n, now, axes)
		}
	}
	newer, second := a.turnTo(500, 8)
	first(100, slow) // late
	a.wants("First 60 of 1000 trajectories")
	a.Update(newer)
	a.wants("Computing. Until that is done")
	a.lacks("of 1000 trajectories")
	second(40, newer)
	a.wants("First 40 of 500 trajectories")
	a.turnTo(700, 8)
	if known := a.knownPart(); known != a.part {
		t.Error("the first 40 trajectories of 500 are not known as those of 700")
	}
	a.turnTo(700, 9)
	if known := a.knownPart(); known != nil {
		t.Errorf("known: %+v", known.Settings)
	}
	a.open(state.PageFolds)
	if a.shown() != a.analysis {
		t.Error("another page draws the part")
	}
}

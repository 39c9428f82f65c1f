package tui

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// analyzed returns the result of settings.
func analyzed(t *testing.T, s analysis.Settings) *analysis.Result {
	t.Helper()
	a, err := analysis.NewEngine(0).Analyze(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestFirstPicture shows the first trajectories on Explore, in words and in grey, while
// all are computed, and the whole in its place.
func TestFirstPicture(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}} {
		a := startApp(t, size[0], size[1], nil)
		before := a.analysis
		next := a.State
		next.Settings.Trajectories = 1000
		a.stage(next) // the work is not run
		part, sharper := next.Settings, next.Settings
		part.Trajectories, sharper.Trajectories = 25, 100
		outcome := make(chan resultMsg, 1)
		slow := slowMsg{generation: a.worker.generation, outcome: outcome, since: time.Now().Add(-patience)}
		deliver := func(s analysis.Settings) { a.Update(partMsg{slow, analyzed(t, s)}) }
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
		a.send(resultMsg{generation: a.worker.generation, analysis: whole})
		a.wants("λ̂ = 0, but")
		a.lacks("irst 100 of")
		a.start()
		deliver(part) // of settings before
		a.lacks("irst 25 of")
	}
}

// TestPartsComeFirst runs the work of an analysis that takes long.
func TestPartsComeFirst(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	s := drive.Defaults(t, "2048")
	s.Trajectories, s.Lambdas = 1000, "0:1:0.05"
	s, err := e.Check(s)
	if err != nil {
		t.Fatal(err)
	}
	expected := e.Parts(s)
	if len(expected) == 0 {
		t.Fatal("no parts")
	}
	parts := make(chan *analysis.Result, 1)
	r := analysisWork{engine: e, parts: parts}.do(t.Context(), s)
	if r.err != nil || r.analysis.Settings != s {
		t.Fatal(r.err)
	}
	part := expected[len(expected)-1]
	if got := <-parts; got.Settings != part || !reflect.DeepEqual(got.Selection.Candidates, analyzed(t, part).Selection.Candidates) {
		t.Errorf("the last part is %+v, want %+v", got.Settings, part)
	}
	analysisWork{engine: e, parts: parts}.do(t.Context(), s) // in the cache
	if len(parts) > 0 {
		t.Error("a part of what is known")
	}
	more := s
	more.Trajectories++
	analysisWork{engine: e, parts: parts, known: r.analysis}.do(t.Context(), more)
	if got := <-parts; got != r.analysis || len(parts) > 0 {
		t.Errorf("a part of %d trajectories is in place of all but one", got.Settings.Trajectories)
	}
}

// TestFoldsPicture shows what a sample of the folds says, in words and in grey, with the
// dropped λ's marked, and a count that only grows.
func TestFoldsPicture(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 20}} {
		a := startApp(t, size[0], size[1], nil)
		next := a.State
		next.Settings.Trajectories = 50
		a.stage(next) // the work is not run
		whole := analyzed(t, next.Settings)
		sample := estimated(whole)
		scored := 300
		slow := slowMsg{generation: a.worker.generation, since: time.Now().Add(-patience), folds: func() (int, int) { return scored, 550 }}
		a.Update(partMsg{slow, sample})
		a.wants("300 of 550 folds scored", "×")
		if coloured(a, chart.InkEstimate) > 0 {
			t.Error("the sample has the colours of a result")
		}
		if s := a.Snapshot(); s.Result != sample || s.First == 0 || s.Current() {
			t.Error("the page takes the sample for the result")
		}
		scored = 400
		a.Update(slow)
		a.wants("400 of 550 folds scored")
		scored = 0 // as once the analysis has ended
		a.Update(slow)
		a.wants("400 of 550 folds scored")
		a.send(resultMsg{generation: a.worker.generation, analysis: whole})
		a.lacks("folds scored")
	}
}

// estimated returns a result as a race has it whose λ's but λ̂ are dropped.
func estimated(whole *analysis.Result) *analysis.Result {
	out, sel := *whole, *whole.Selection
	standing := &estimator.Standing{SoFar: &sel, Scored: 250, Folds: 550, Leader: sel.Selected}
	sel.Candidates = slices.Clone(sel.Candidates)
	for k := range sel.Candidates {
		c := &sel.Candidates[k]
		c.NotRuledOut = k == sel.Selected
		standing.Lambdas = append(standing.Lambdas, estimator.Raced{Lambda: c.Lambda, Folds: 20, Dropped: !c.NotRuledOut})
	}
	out.Selection, out.Race, out.ChosenAgain = &sel, &analysis.Race{Standing: standing}, nil
	return &out
}

package worker

import (
	"reflect"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/internal/drive"
)

// TestPartsComeFirst runs the work of an analysis that takes long.
func TestPartsComeFirst(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	s := drive.Defaults(t, "2048")
	s.Trajectories, s.Lambdas = 3000, "0:1:0.05"
	s = must.Have(e.Check(s))(t)
	parts := make(chan *analysis.Result, 1)
	r := analysisWork{engine: e, parts: parts}.do(t.Context(), s)
	if r.Err != nil || r.Analysis.Settings != s {
		t.Fatal(r.Err)
	}
	part := <-parts
	want := must.Have(analysis.NewEngine(0).Analyze(t.Context(), part.Settings))(t)
	if part.Settings.Trajectories > s.Trajectories/3 || !reflect.DeepEqual(part.Selection.Candidates, want.Selection.Candidates) {
		t.Errorf("the last part is %+v", part.Settings)
	}
	analysisWork{engine: e, parts: parts}.do(t.Context(), s) // in the cache
	if len(parts) > 0 {
		t.Error("a part of what is known")
	}
	more := s
	more.Trajectories++
	analysisWork{engine: e, parts: parts, known: r.Analysis}.do(t.Context(), more)
	if got := <-parts; got != r.Analysis || len(parts) > 0 {
		t.Errorf("a part of %d trajectories is in place of all but one", got.Settings.Trajectories)
	}
}

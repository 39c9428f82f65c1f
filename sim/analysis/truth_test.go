package analysis

import (
	"testing"
)

// TestNoTruthWhereACapCuts checks that observed returns replace an unknown truth.
func TestNoTruthWhereACapCuts(t *testing.T) {
	e := NewEngine(64 << 20)
	s := defaults(t, "mountain-car")
	s.Problem.MaxSteps = 150
	a := analyze(t, e, s)
	checkNoTruth(t, e, a)
	if a.Sample == nil || len(a.Sample.Returns) != sampleSize || len(a.Values(0)) != sampleSize {
		t.Errorf("sample %v", a.Sample)
	}
	// The walk has a known truth, and the cap changes only μ.
	walk := defaults(t, "")
	walk.Problem.MaxSteps = 3
	if b := analyze(t, e, walk); b.Truth == nil || b.Truth.Refs.Weights[0] != .25/3 {
		t.Errorf("truth of a walk that is cut: %+v", b.Truth)
	}
}

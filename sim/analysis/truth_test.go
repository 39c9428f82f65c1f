package analysis

import (
	"testing"

	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
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

// TestTiesAreOfTheSmallestLambda: where λ's differ by rounding, all methods name the smallest λ as best and
// as worst, whatever their rounding.
func TestTiesAreOfTheSmallestLambda(t *testing.T) {
	e := NewEngine(1 << 20)
	for _, method := range []settings.FoldMethod{settings.Cached, settings.RSM, settings.Naive} {
		for _, features := range []string{"1-hot", "dependent"} {
			s := testutil.Get(settings.Defaults("random-walk"))(t)
			s.Problem.Features, s.Method = features, method
			s.Lambdas = "0.5,0.5000000000001"
			a := testutil.Get(e.Run(t.Context(), Request{Settings: s}))(t)
			if a.Best != 0 || a.Worst != 0 || a.Selection.Selected != 0 {
				t.Errorf("%v, %s: best %d, worst %d, λ̂ %d of equal errors %v", method, features, a.Best, a.Worst, a.Selection.Selected, a.MSVE)
			}
		}
	}
}

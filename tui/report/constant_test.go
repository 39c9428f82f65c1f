package report

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
)

// TestExplained: errors that differ by rounding explain nothing, and returns without variance have
// nothing to explain.
func TestExplained(t *testing.T) {
	for _, c := range []struct{ constant, loto, want float64 }{
		{2, .5, .75},
		{2, 3, -.5},
		{2, 2 + 1e-14, 0},
		{2, 2 - 1e-14, 0},
		{0, 0, math.NaN()},
		{5e-32, 1e-32, math.NaN()},
		{1e-32, 5e-32, math.NaN()},
		{math.Inf(1), 1, math.NaN()},
		{math.NaN(), 1, math.NaN()},
	} {
		a := &analysis.Result{Constant: c.constant, Selection: &estimator.Selection{Candidates: []estimator.Candidate{{LOTO: c.loto}}, MeanSquaredReturn: 4}}
		if got := Explained(a); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("LOTO error %v, of a constant %v: %v, want %v", c.loto, c.constant, got, c.want)
		}
	}
}

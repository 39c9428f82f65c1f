package report

import (
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
)

// TestComparisonWarnings warns of fits with a direction for every two transitions, and of returns
// that each map completes.
func TestComparisonWarnings(t *testing.T) {
	of := func(features string, rank int) *analysis.Result {
		return &analysis.Result{
			Settings:  settings.Settings{Problem: sim.Options{Features: features}},
			Selection: &estimator.Selection{Steps: 100, Rank: rank},
		}
	}
	c := &analysis.Comparison{Comparison: new(estimator.Comparison), Results: []*analysis.Result{of("identity", 50), of("rff:200", 51)}}
	if w := ComparisonWarnings(c); len(w) != 1 || !strings.HasPrefix(w[0], "rff:200 spans 51 directions with 100 transitions") {
		t.Errorf("%q", w)
	}
	c.Results = c.Results[:1]
	c.At().Selection.Truncated = 1
	c.At().Selection.Tail = estimator.TailBootstrap
	if w := ComparisonWarnings(c); len(w) != 1 || !strings.Contains(w[0], "compare only in part") {
		t.Errorf("%q", w)
	}
}

package study

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// coveragePlan is a plan whose trials are for coverage alone.
func coveragePlan(s analysis.Settings, trials int, sizes ...int) Plan {
	return Plan{Settings: s, Sizes: sizes, Trials: trials, CoverageOnly: true}
}

// coverageOf runs the trials of a plan and returns their coverage.
func coverageOf(t *testing.T, e *analysis.Engine, p Plan) []CoverageRow {
	t.Helper()
	return must.Have(Coverage(e, p, runTrials(t, e, p, nil)))(t)
}

// TestCoverageByHand: what is best for the even trials is so in the odd ones, and the other way
// round; what outcomes have is that of analyses in TestTrialIsAnAnalysis.
func TestCoverageByHand(t *testing.T) {
	of := outcomes{
		{Loto: []float64{1, 3}, MSVE: []float64{3, 1}, NotRuledOut: []bool{true, false}, LotoDiff: []float64{0, 2}, LotoDiffSE: []float64{0, 1}, Warned: true},
		{Loto: []float64{4, 2}, MSVE: []float64{3, 2}, NotRuledOut: []bool{true, true}, LotoDiff: []float64{0, -2}, LotoDiffSE: []float64{0, 2}},
		{Loto: []float64{1, 5}, MSVE: []float64{1, 2}, NotRuledOut: []bool{true, true}, LotoDiff: []float64{0, 4}, LotoDiffSE: []float64{0, 3}},
		{Loto: []float64{2, 3}, MSVE: []float64{4, 1}, NotRuledOut: []bool{false, true}, LotoDiff: []float64{0, 1}, LotoDiffSE: []float64{0, 2}},
	}
	want := CoverageRow{
		Trials: 4, Lambdas: 2,
		Best: .5, Covered: Mean{.5, .25}, // λ = 1 of trials 0 and 2, λ = 0.5 of 1 and 3
		BestMSVE: 1, CoveredMSVE: Mean{.75, math.Sqrt(3) / 8}, // λ = 1 of all
		MeanSize: 1.5, MedianSize: 1.5, Warned: .25,
		DiffSD: 2.5, DiffSE: 2,
		DiffHalf: 1.81008559551, DiffSEMedian: 2, // from −0.572 to 3.048, at 0.476 and 2.524 of −2, 1, 2, 4
	}
	if got, want := fmt.Sprintf("%.10v", of.coverage([]float64{.5, 1})), fmt.Sprintf("%.10v", want); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestCoverageUnderACap has true values that are not known: what estimates are scored
// by has the variance of the return in it.
func TestCoverageUnderACap(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	s := domainDefaults(t, "2048")
	s.Problem.MaxSteps, s.Lambdas = 20, "0,1"
	p := coveragePlan(s, 2, 4)
	trials := runTrials(t, e, p, nil)
	o := trials[0].Outcomes[0]
	if o.Theta != nil || !o.Warned || !(o.MSVE[0] > 0) {
		t.Errorf("%+v", o)
	}
	if row := coverageOf(t, e, p)[0]; row.Warned != 1 {
		t.Errorf("%+v", row)
	}
	if _, err := Summarize(e, p, trials); err == nil || !strings.Contains(err.Error(), "no summary") {
		t.Errorf("a summary: %v", err)
	}
	p.CoverageOnly = false
	if _, err := CheckPlan(e, p); err == nil || !strings.Contains(err.Error(), "true values are not known") {
		t.Errorf("trials with θ: %v", err)
	}
}

// TestCoverageRefuses too few trials.
func TestCoverageRefuses(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	p := coveragePlan(defaults(t), 3, 4)
	trials := runTrials(t, e, p, nil)
	full := p
	full.CoverageOnly = false
	whole := runTrials(t, e, full, nil)
	for want, of := range map[string][]*Trial{
		"":                         {trials[2], trials[0]},
		"no trials":                nil,
		"1 trial: want at least 2": trials[:1],
	} {
		_, err := Coverage(e, p, of)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if rows, err := Coverage(e, full, whole); err != nil || rows[0] != coverageOf(t, e, p)[0] {
		t.Errorf("with θ: %+v, %v", rows, err)
	}
}

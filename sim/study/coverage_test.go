package study

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
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

// TestCoverage counts again what a row says, from analyses of the same data.
func TestCoverage(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	s := defaults(t)
	s.Weighting = estimator.ByTrajectory // of which a warning tells where lengths vary
	const trials, n = 12, 6
	row := coverageOf(t, e, coveragePlan(s, trials, 3, n))[1]

	var all []*analysis.Result
	for j := range trials {
		s.Seed, s.Trajectories = uint64(1+j), n
		all = append(all, analyze(t, e, s))
	}
	lambdas := len(all[0].Selection.Candidates)
	// best returns the λ with the least mean over every data set of a parity, or over
	// all.
	best := func(errors func(a *analysis.Result, k int) float64, parity int) int {
		at, least := 0, math.Inf(1)
		for k := range lambdas {
			sum := 0.0
			for j, a := range all {
				if parity < 0 || j%2 == parity {
					sum += errors(a, k)
				}
			}
			if sum < least {
				at, least = k, sum
			}
		}
		return at
	}
	score := func(a *analysis.Result, k int) float64 { return a.Selection.Candidates[k].LOTO }
	msve := func(a *analysis.Result, k int) float64 { return a.MSVE[k] }
	covered := func(errors func(a *analysis.Result, k int) float64) float64 {
		count := 0
		for j, a := range all {
			if a.Selection.Candidates[best(errors, 1-j%2)].NotRuledOut {
				count++
			}
		}
		return float64(count) / trials
	}
	size, warned, diff, se := 0, 0, []float64(nil), 0.0
	for _, a := range all {
		count, _, _ := a.Selection.NotRuledOut()
		size += count
		if slices.ContainsFunc(a.Selection.Warnings(), func(w estimator.Warning) bool { return w.Kind == estimator.WarnByTrajectory }) {
			warned++
		}
		d := must.Have(a.Selection.Difference(lambdas-1, 0))(t)
		diff, se = append(diff, d.Diff), se+d.SE/trials
	}
	lambda := func(k int) float64 { return all[0].Selection.Candidates[k].Lambda }
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"best", row.Best, lambda(best(score, -1))},
		{"covered", row.Covered.Mean, covered(score)},
		{"best by MSVE", row.BestMSVE, lambda(best(msve, -1))},
		{"covered by MSVE", row.CoveredMSVE.Mean, covered(msve)},
		{"size", row.MeanSize, float64(size) / trials},
		{"warned", row.Warned, float64(warned) / trials},
		{"SE", row.DiffSE, se},
		{"spread", row.DiffSD, meanOf(diff).SE * math.Sqrt(trials)},
	} {
		if !closeTo(c.got, c.want, math.Abs(c.want)) {
			t.Errorf("%s %v, want %v", c.name, c.got, c.want)
		}
	}
	if row.Trajectories != n || row.Trials != trials || row.Lambdas != lambdas || warned == 0 {
		t.Errorf("%+v", row)
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

// TestCoverageRefuses trials that are not the plan's.
func TestCoverageRefuses(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	p := coveragePlan(defaults(t), 3, 4)
	trials := runTrials(t, e, p, nil)
	full := p
	full.CoverageOnly = false
	whole := runTrials(t, e, full, nil)
	for want, of := range map[string][]*Trial{
		"":                                       {trials[2], trials[0]},
		"no trials":                              nil,
		"1 trial: want at least 2":               trials[:1],
		"trial 1 is there twice":                 {trials[1], trials[1]},
		"want none in trials for coverage alone": whole,
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

package report

import (
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// judged makes an analysis by hand. For λ = 0, 0.1, …, the arguments give the score above the
// lowest, and whether the data rule out the λ.
func judged(n int, diffs []float64, out ...bool) *analysis.Result {
	sel := &estimator.Selection{Trajectories: n, Folds: n, Effective: float64(n), Features: 2, Rank: 2, MeanSquaredReturn: 1}
	for k, d := range diffs {
		c := estimator.Candidate{Lambda: float64(k) / 10, LOTO: 1 + d, Diff: d, NotRuledOut: !out[k]}
		sel.Candidates = append(sel.Candidates, c)
		if d == 0 && diffs[sel.Selected] > 0 {
			sel.Selected = k
		}
	}
	return &analysis.Result{Selection: sel, Settings: settings.Settings{Gamma: .9}}
}

// spread gives every difference a standard error; t is 2.
func spread(a *analysis.Result, se float64) *analysis.Result {
	a.Selection.Quantile = 2
	for k := range a.Selection.Candidates {
		a.Selection.Candidates[k].RefitSE = se
	}
	return a
}

func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		result *analysis.Result
		want   string
	}{
		"clear":        {judged(20, []float64{.3, 0, .2}, true, false, true), "λ̂ = 0.1: on average it is better than all 2 other λ's (95 %). On these very data another may still be best."},
		"clear, two":   {judged(20, []float64{.3, 0}, true, false), "λ̂ = 0.1: on average it is better than the other λ (95 %)."},
		"one rival":    {judged(20, []float64{.1, 0, .4}, false, false, true), "λ̂ = 0.1, but the data cannot rule out λ = 0 (95 %)."},
		"rivals":       {judged(10, []float64{0, .1, .1, .9}, false, false, false, true), "λ̂ = 0, but the data cannot rule out 2 of the other 3 λ's (95 %)."},
		"all rivals":   {judged(10, []float64{0, .1, .2}, false, false, false), "λ̂ = 0, but the data cannot rule out any of the other 2 λ's (95 %)."},
		"unseen":       {spread(judged(20, []float64{0, .0008, .0005}, false, false, false), .00125), "λ̂ = 0, but the data cannot rule out any of the other 2 λ's (95 %). Differences under .0025 can't be seen here; the largest is .00080."},
		"most out":     {spread(judged(20, []float64{0, .1, .9, .9}, false, false, true, true), .1), "but the data cannot rule out λ = 0.1 (95 %)."},
		"n = 2":        {judged(2, []float64{0, .1}, false, false), "λ̂ = 0, but 2 trajectories cannot rule out λ = 0.1 (95 %)."},
		"n = 3":        {judged(3, []float64{0, .1, .1}, false, false, true), "but 3 trajectories cannot rule out λ = 0.1 (95 %)."},
		"n = 2, clear": {judged(2, []float64{0, .1}, false, true), "λ̂ = 0: on average it is better than the other λ (95 %)."},
		"one λ":        {judged(20, []float64{0}, false), "λ = 0 is the only λ in the grid, so there is nothing to choose."},
		"one λ, n 2":   {judged(2, []float64{0}, false), "the only λ in the grid"},
		"all alike":    {judged(20, []float64{0, 0, 0}, false, false, false), "All 3 λ's have the same LOTO error on these data; λ̂ = 0 is the smallest of them."},
	} {
		if got := Verdict(c.result); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestWarnings checks that the verdict mentions few folds, and that λ̂ at an end of the range
// of λ is no fault.
func TestWarnings(t *testing.T) {
	few := func(s *settings.Settings) { s.Trajectories = 3 }
	const want = "1 of 3 folds is rank-deficient: without its trajectory some feature directions have no data and count as zero"
	if got := Warnings(analyze(t, few)); !slices.Equal(got, []string{want}) {
		t.Errorf("%q, want %q", got, want)
	}
	ends := 0
	for seed := range uint64(10) {
		a := analyze(t, func(s *settings.Settings) { s.Seed, s.Trajectories = seed, 50 })
		if w := Warnings(a); len(w) > 0 {
			t.Errorf("warnings about data without fault: %q", w)
		}
		if best := a.Selection.Best().Lambda; best == 0 || best == 1 {
			ends++
		}
	}
	if ends == 0 {
		t.Error("no λ̂ of 0 or 1")
	}
}

// TestProblemWarnings names unreachable states and cut episodes.
func TestProblemWarnings(t *testing.T) {
	p := testutil.Get(problem.Parse("p", []byte(`{"name":"p","states":[
		{"name":"far","next":[{"p":1}]},
		{"name":"a","start":1,"next":[{"to":"a","p":0.5},{"p":0.5}]}]}`)))(t)
	got := ProblemWarnings(testutil.Get(sim.New(sim.Options{Problem: p, MaxSteps: 3}))(t).Options())
	want := []string{"no episode reaches these states of p: far", "max-steps 3 cuts 12.5 % of all episodes; the true values are those of uncut ones"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, o := range []sim.Options{{Problem: testutil.Get(problem.Shipped("t-maze"))(t), MaxSteps: 100}, {}} {
		if got := ProblemWarnings(o); got != nil {
			t.Errorf("%v: %q", o, got)
		}
	}
}

package analysis

import (
	"strings"
	"testing"

	"lambdascope/estimator"
)

// judged makes an analysis by hand: per λ from 0 on by 0.1, its score above the
// lowest and whether it is ruled out.
func judged(n int, diffs []float64, out ...bool) *Result {
	sel := &estimator.Selection{Trajectories: n, Folds: n, Effective: float64(n), Features: 2, Rank: 2, MeanSquaredReturn: 1}
	for k, d := range diffs {
		c := estimator.Candidate{Lambda: float64(k) / 10, LOTO: 1 + d, Diff: d, NotRuledOut: !out[k]}
		sel.Candidates = append(sel.Candidates, c)
		if d == 0 && diffs[sel.Selected] > 0 {
			sel.Selected = k
		}
	}
	return &Result{Selection: sel, Settings: Settings{Gamma: .9}}
}

// spread gives every difference a standard error; t is 2.
func spread(a *Result, se float64) *Result {
	a.Selection.Quantile = 2
	for k := range a.Selection.Candidates {
		a.Selection.Candidates[k].RefitSE = se
	}
	return a
}

func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		analysis *Result
		want     string
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
		if got := c.analysis.Verdict(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestWarnings meets each warning with data that deserve it, and none without.
func TestWarnings(t *testing.T) {
	e := NewEngine(1 << 20)
	for name, c := range map[string]struct {
		change func(*Settings)
		want   string
	}{
		"two":       {func(s *Settings) { s.Trajectories = 2 }, "n = 2"},
		"deficient": {func(s *Settings) { s.Trajectories = 3 }, "1 of 3 folds is rank-deficient"},
		"rank":      {func(s *Settings) { s.Problem.States, s.Trajectories = 51, 2 }, "feature directions; the others count as zero"},
		"truncated": {func(s *Settings) { s.Problem.MaxSteps = 4 }, "truncated"},
		"singular":  {func(s *Settings) { s.Problem.MaxSteps, s.Gamma = 1, 1 }, "at γ = 1 with no terminated trajectory"},
		"cut":       {func(s *Settings) { s.Problem.MaxSteps = 4 }, "returns stop at the cut, so the λ chosen here may not have the lowest true error"},
		"completed": {func(s *Settings) { s.Problem.MaxSteps, s.Tail = 4, estimator.TailBootstrap }, "λ's are compared by returns that each fold's own fit completes, not by MSVE"},
		"no reward": {func(s *Settings) { s.Problem.MaxSteps = 1 }, "there is nothing to compare: every return is 0"},
		"weighting": {func(s *Settings) { s.Weighting = estimator.ByTrajectory }, "trajectories of any length weigh the same, not by MSVE"},
		"shrunk":    {func(s *Settings) { s.Ridge = 20 }, "the set of λ's that are not ruled out is widened"},
		"end":       {func(s *Settings) { s.Lambdas = "0.2,0.9" }, "λ̂ = 0.2 is at the lower end of the grid; a wider one may do better"},
	} {
		s := defaults(t)
		c.change(&s)
		a := analyze(t, e, s)
		if all := strings.Join(a.Warnings(), "\n"); !strings.Contains(all, c.want) {
			t.Errorf("%s: %q, want %q", name, all, c.want)
		}
	}
	ends := 0
	for seed := range uint64(10) {
		s := defaults(t)
		s.Seed, s.Trajectories = seed, 50
		a := analyze(t, e, s)
		if w := a.Warnings(); len(w) > 0 { // nor of an end where λ ends
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

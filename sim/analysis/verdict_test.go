package analysis

import (
	"math"
	"strings"
	"testing"

	"lambdascope/estimator"
)

// judged makes an analysis by hand: per λ from 0 on by 0.1, its score above the
// least and the standard error of that.
func judged(n int, diffs, ses []float64) *Result {
	sel := &estimator.Selection{Trajectories: n, Features: 2, Rank: 2, MeanSquaredReturn: 1}
	for k, d := range diffs {
		c := estimator.Candidate{Lambda: float64(k) / 10, Score: 1 + d, Diff: d, DiffSE: ses[k], Tied: d <= ses[k]}
		sel.Candidates = append(sel.Candidates, c)
		if d == 0 && diffs[sel.Selected] > 0 {
			sel.Selected = k
		}
	}
	return &Result{Selection: sel, Settings: Settings{Gamma: .9}}
}

func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		analysis *Result
		want     string
	}{
		"clear":      {judged(20, []float64{.3, 0, .2}, []float64{.1, 0, .1}), "λ̂ = 0.1: its LOTO error is lower than that of every other λ by more than one standard error."},
		"one tie":    {judged(20, []float64{.1, 0, .4}, []float64{.2, 0, .1}), "λ̂ = 0.1, but λ = 0 does as well within one standard error; about 80 trajectories would tell it apart."},
		"ties":       {judged(10, []float64{0, .1, .1, .9}, []float64{0, .1, .3, .1}), "λ̂ = 0, but 2 of the 3 other λ's do as well within one standard error; about 10 trajectories would tell half of them apart."},
		"all tied":   {judged(10, []float64{0, .1, .2}, []float64{0, .2, .4}), "λ̂ = 0, but all 2 other λ's do as well within one standard error; about 40 trajectories would tell half of them apart."},
		"far apart":  {judged(1000, []float64{0, .001}, []float64{0, .1}), "over 100000 trajectories would be needed to tell it apart."},
		"n = 2":      {judged(2, []float64{0, .1}, []float64{0, .1}), "λ̂ = 0 has the lowest LOTO error of 2 λ's, but two trajectories can't tell how sure that is."},
		"one λ":      {judged(20, []float64{0}, []float64{0}), "λ = 0 is the only λ in the grid, so there is nothing to choose."},
		"one λ, n 2": {judged(2, []float64{0}, []float64{0}), "the only λ in the grid"},
		"all alike":  {judged(20, []float64{0, 0, 0}, []float64{0, 0, 0}), "All 3 λ's do equally well on these data; λ̂ = 0 is the smallest of them."},
	} {
		if got := c.analysis.Verdict(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestToTellApart(t *testing.T) {
	a := judged(50, []float64{0, .1, .2}, []float64{0, .3, .2})
	for k, want := range []float64{math.Inf(1), 450, 50} {
		if got := a.Selection.ToTellApart(k); math.Abs(got-want) > 1e-9 && !math.IsInf(want, 1) || math.IsInf(want, 1) != math.IsInf(got, 1) {
			t.Errorf("λ %d: %v, want %v", k, got, want)
		}
	}
}

func TestRoundUp(t *testing.T) {
	for v, want := range map[float64]int{.3: 1, 1: 1, 9.1: 10, 44: 44, 44.2: 45, 141: 150, 1234: 1300, 99_999: 100_000} {
		if got := roundUp(v); got != want {
			t.Errorf("%v: %d, want %d", v, got, want)
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
		"end":       {func(s *Settings) { s.Lambdas = "0.2,0.9" }, "λ̂ = 0.2 is at the lower end of the grid; a wider one may do better"},
	} {
		s := defaults(t)
		c.change(&s)
		a := analyze(t, e, s)
		if all := strings.Join(a.Selection.Warnings(), "\n"); !strings.Contains(all, c.want) {
			t.Errorf("%s: %q, want %q", name, all, c.want)
		}
	}
	s := defaults(t)
	s.Seed = 3
	s.Trajectories = 50
	a := analyze(t, e, s)
	for _, w := range a.Selection.Warnings() {
		if !strings.Contains(w, "end of the grid") {
			t.Errorf("a warning about data without fault: %q", w)
		}
	}
}

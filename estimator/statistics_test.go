package estimator

import (
	"context"
	"math"
	"testing"
)

// scored makes a selection from fold errors of the test's choosing, one row per
// λ, of trajectories of the given lengths, whose fits do not depend on the data; mean
// G² is meanG2.
func scored(t testing.TB, weighting Weighting, meanG2 float64, lengths []int, errors ...[]float64) *Selection {
	t.Helper()
	var data []*Trajectory
	for _, h := range lengths {
		x, r := make([]float64, h), make([]float64, h)
		for s := range x {
			x[s] = float64(s + 1)
		}
		trajectory, err := NewTrajectory(1, x, r, true)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, trajectory)
	}
	opt := Options{Gamma: 0.5, Weighting: weighting}
	for k := range errors {
		opt.Lambdas = append(opt.Lambdas, float64(k)/10)
	}
	p, err := newProblem(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	p.meanG2 = meanG2
	f := p.newFolds(nil)
	f.errors = errors
	j := p.newJackknife()
	for k, row := range errors { // fits that do not depend on the data
		score, influence := 0.0, make([]float64, len(row))
		for i, l := range row {
			score += p.foldWeight(i) * l / p.totalWeight()
		}
		for i, l := range row {
			influence[i] = float64(len(row)) / p.totalWeight() * p.foldWeight(i) * (l - score)
		}
		j.take(k, influence)
	}
	s, err := p.selection(context.Background(), f, j, Naive)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStatistics compares with sums done by hand.
func TestStatistics(t *testing.T) {
	lengths := []int{1, 2, 3}
	errors := [][]float64{{3, 6, 5}, {6, 3, 2}, {7, 2.5, 2}}
	for _, c := range []struct {
		weighting               Weighting
		selected                int
		score, se, diff, diffSE []float64
	}{{
		// Σ Hℓ/6 = 30/6, 18/6, 18/6; the first of the two best is λ̂.
		// SE: H(ℓ−5) = −2, 2, 0 → √(1.5·8)/6; H(ℓ−3) = 3, 0, −3 → √(1.5·18)/6;
		// 4, −1, −3 → √(1.5·26)/6. D = −3, 3, 3 → 12/6; H(D−2) = −5, 2, 3 →
		// √(1.5·38)/6; D = 1, −½, 0 → 0; 1, −1, 0 → √(1.5·2)/6.
		ByStep, 1,
		[]float64{5, 3, 3},
		[]float64{math.Sqrt(12) / 6, math.Sqrt(27) / 6, math.Sqrt(39) / 6},
		[]float64{2, 0, 0},
		[]float64{math.Sqrt(57) / 6, 0, math.Sqrt(3) / 6},
	}, {
		// Means 14/3, 11/3, 11.5/3. SE of the mean = √(Σ(ℓ−m)²/6): deviations
		// −5, 4, 1 thirds → 42/9; 7, −2, −5 thirds → 78/9; 9.5, −4, −5.5 thirds
		// → 136.5/9. D − 1 = −4, 2, 2 → 24; D − 1/6 = 5, −4, −1 sixths → 42/36.
		ByTrajectory, 1,
		[]float64{14. / 3, 11. / 3, 11.5 / 3},
		[]float64{math.Sqrt(42. / 54), math.Sqrt(78. / 54), math.Sqrt(136.5 / 54)},
		[]float64{1, 0, 1. / 6},
		[]float64{2, 0, math.Sqrt(42. / 216)},
	}} {
		s := scored(t, c.weighting, 1, lengths, errors...)
		if s.Selected != c.selected {
			t.Errorf("%v: selected %d, want %d", c.weighting, s.Selected, c.selected)
		}
		for k, got := range s.Candidates {
			nearly(t, c.weighting, "score", got.LOTO, c.score[k])
			nearly(t, c.weighting, "SE", got.SE, c.se[k])
			nearly(t, c.weighting, "difference", got.Diff, c.diff[k])
			nearly(t, c.weighting, "its SE", got.PairedSE, c.diffSE[k])
			nearly(t, c.weighting, "its SE without refits", got.RefitSE, c.diffSE[k])
		}
		if got := s.weights; got[0] != s.weights[1] && c.weighting == ByTrajectory || got[2] != 3 && c.weighting == ByStep {
			t.Errorf("%v: weights %v", c.weighting, got)
		}
	}
}

// kept returns how many λ's are not ruled out.
func kept(s *Selection) int {
	count, _, _ := s.NotRuledOut()
	return count
}

// nearly allows the rounding of a dozen operations on numbers below 10.
func nearly(t *testing.T, weighting Weighting, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-14 {
		t.Errorf("%v: %s %v, want %v", weighting, what, got, want)
	}
}

// TestTwoTrajectories checks n = 2, where SE is half the difference.
func TestTwoTrajectories(t *testing.T) {
	s := scored(t, ByTrajectory, 1, []int{4, 4}, []float64{1, 4}, []float64{2, 8})
	nearly(t, ByTrajectory, "score", s.Candidates[0].LOTO, 2.5)
	nearly(t, ByTrajectory, "SE", s.Candidates[0].SE, 1.5)
	nearly(t, ByTrajectory, "difference", s.Candidates[1].Diff, 2.5)
	nearly(t, ByTrajectory, "its SE", s.Candidates[1].PairedSE, 1.5)
	if s.Selected != 0 {
		t.Error("the worse λ is selected")
	}
}

// TestBoundOfSet puts D at t times its standard error and beside: D_i = a, 2 has the
// mean 1 + a/2 and the error 1 − a/2, and t is 6.3138 for n = 2.
func TestBoundOfSet(t *testing.T) {
	const quantile = 6.313751514675
	const bound = 2 * (quantile - 1) / (quantile + 1)
	for a, want := range map[float64]bool{bound - 1e-6: true, bound + 1e-6: false} {
		s := scored(t, ByTrajectory, 1, []int{3, 3}, []float64{1, 1}, []float64{1 + a, 3})
		if c := s.Candidates[1]; c.NotRuledOut != want {
			t.Errorf("D = %v, SE = %v: not ruled out %v", c.Diff, c.RefitSE, c.NotRuledOut)
		}
	}
}

// TestSmallestWithinTolerance checks that a λ is passed over only for a score
// better by more than 1e−9·max(least, mean G²).
func TestSmallestWithinTolerance(t *testing.T) {
	for _, c := range []struct {
		meanG2, above float64
		want          int
	}{
		{1000, 0, 0},
		{1000, 0.99e-6, 0},
		{1000, 1.01e-6, 1},
		{0, 1.99e-9, 0}, // the least score, 2, rules
		{0, 2.01e-9, 1},
	} {
		s := scored(t, ByStep, c.meanG2, []int{2, 2}, []float64{2 + c.above, 2 + c.above}, []float64{2, 2}, []float64{2, 2})
		if s.Selected != c.want {
			t.Errorf("mean G² %v, first score %g above the least: selected %d, want %d", c.meanG2, c.above, s.Selected, c.want)
		}
		if !s.Best().NotRuledOut || s.Best().Diff != 0 || s.Best().RefitSE != 0 {
			t.Error("the selected λ is ruled out")
		}
		if s.Candidates[0].NotRuledOut != (c.want == 0) {
			t.Errorf("first score %g above the least: not ruled out %v", c.above, s.Candidates[0].NotRuledOut)
		}
	}
	// A least score of zero: only equal ones count.
	if s := scored(t, ByStep, 0, []int{2, 2}, []float64{1e-300, 1e-300}, []float64{0, 0}); s.Selected != 1 {
		t.Error("a zero score loses")
	}
}

// TestGammaZero has nothing to tell λ's apart by: λ̂ is the smallest.
func TestGammaZero(t *testing.T) {
	for _, method := range methods {
		for _, weighting := range []Weighting{ByStep, ByTrajectory} {
			s := mustSelect(t, synthetic(t, 9, 3, 5, 1), Options{Lambdas: grid(6), Method: method, Weighting: weighting})
			if s.Selected != 0 || kept(s) != 6 || !s.Flat() {
				t.Errorf("%v: selected %d with %d not ruled out, want 0 with 6", method, s.Selected, kept(s))
			}
		}
	}
}

// TestOneLambda has one candidate.
func TestOneLambda(t *testing.T) {
	for _, method := range methods {
		s := mustSelect(t, synthetic(t, 4, 3, 5, 1), Options{Gamma: 0.9, Lambdas: []float64{0.7}, Method: method})
		if len(s.Candidates) != 1 || s.Best().Lambda != 0.7 || kept(s) != 1 || s.Best().Diff != 0 {
			t.Errorf("%v: %+v", method, s)
		}
		if s.Method != method {
			t.Errorf("method %v, want %v", s.Method, method)
		}
	}
}

// TestSelectionCounts checks the plain numbers of a selection.
func TestSelectionCounts(t *testing.T) {
	data := []*Trajectory{
		mustTrajectory(t, [][]float64{{1, 0, 0}, {2, 1, 0}}, []float64{2}, false),
		mustTrajectory(t, [][]float64{{1, 1, 0}, {0, 1, 0}, {9, 9, 9}}, []float64{1, 4}, true),
	}
	s := mustSelect(t, data, Options{Gamma: 0.5, Lambdas: grid(2)})
	if s.Trajectories != 2 || s.Steps != 3 || s.Features != 3 || s.Truncated != 1 || s.Rank != 2 || s.Method == Auto {
		t.Errorf("%+v", s)
	}
	// G = 2; 3, 4.
	nearly(t, ByStep, "mean G²", s.MeanSquaredReturn, 29./3)
	s = mustSelect(t, data, Options{Gamma: 0.5, Lambdas: grid(2), Weighting: ByTrajectory})
	nearly(t, ByTrajectory, "mean G²", s.MeanSquaredReturn, (4+12.5)/2)
	for _, c := range s.Candidates {
		if c.Theta[2] != 0 {
			t.Errorf("weight %v of a feature that is always zero", c.Theta[2])
		}
	}
}

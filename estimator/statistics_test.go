package estimator

import (
	"math"
	"testing"
)

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

// TestSmallestWithinTolerance checks that a λ is passed over only for a LOTO error
// better by more than 1e−9·max(least, mean G²).
func TestSmallestWithinTolerance(t *testing.T) {
	for _, c := range []struct {
		meanG2 float64
		loto   []float64
		want   int
	}{
		{1000, []float64{2, 2, 2}, 0},
		{1000, []float64{2 + 0.99e-6, 2, 2}, 0},
		{1000, []float64{2 + 1.01e-6, 2, 2}, 1},
		{0, []float64{2 + 1.99e-9, 2, 2}, 0}, // the least, 2, rules
		{0, []float64{2 + 2.01e-9, 2, 2}, 1},
		{0, []float64{1e-300, 0}, 1}, // only what equals 0
	} {
		if got := smallestWithin(len(c.loto), func(k int) float64 { return c.loto[k] }, c.meanG2); got != c.want {
			t.Errorf("mean G² %v, %v: selected %d, want %d", c.meanG2, c.loto, got, c.want)
		}
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

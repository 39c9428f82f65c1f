package estimator

import (
	"math"
	"testing"
)

// TestDifference: against λ̂ it is the candidate's own, and it adds up.
func TestDifference(t *testing.T) {
	data := synthetic(t, 7, 12, 3, 1)
	for _, weighting := range []Weighting{ByStep, ByTrajectory} {
		s := mustSelect(t, data, Options{Gamma: .9, Lambdas: grid(5), Weighting: weighting})
		for k, c := range s.Candidates {
			if diff, se := s.Difference(k, s.Selected); diff != c.Diff || se != c.DiffSE {
				t.Errorf("λ = %v: %v ± %v, want %v ± %v", c.Lambda, diff, se, c.Diff, c.DiffSE)
			}
			there, se := s.Difference(k, 0)
			back, same := s.Difference(0, k)
			if there != -back || se != same || math.Abs(there-(c.Score-s.Candidates[0].Score)) > 1e-12*c.Score {
				t.Errorf("λ = %v: %v ± %v and back %v ± %v", c.Lambda, there, se, back, same)
			}
		}
	}
}

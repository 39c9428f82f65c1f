package estimator

import (
	"math"
	"testing"
)

// TestRSMPastANearlySingularStep takes out a trajectory whose last step but one
// leaves a nearly singular matrix: the inverse of the fold, which is 1, then
// carries an error of up to 1e−4, and the fold must still meet 1e−9.
func TestRSMPastANearlySingularStep(t *testing.T) {
	for _, delta := range []float64{1e-9, 1e-10, 1e-11, 3e-12, 2e-12, 1e-12, 1e-13, 0} {
		for _, first := range []float64{0.7, 0.9, 1.1, 1.3} {
			for _, x := range []float64{1.5, 1.7, 1.9} {
				// γ = 1, λ = 0: the last step adds x(x − x′) = −1 + δ.
				data := []*Trajectory{
					mustTrajectory(t, [][]float64{{1}, {0}}, []float64{1}, true),
					mustTrajectory(t, [][]float64{{first}, {x}, {x + (1-delta)/x}}, []float64{1, 1}, false),
				}
				opt := Options{Gamma: 1, Lambdas: []float64{0}, Method: Naive}
				want := mustSelect(t, data, opt).Candidates[0].Folds[1]
				opt.Method = RSM
				got := mustSelect(t, data, opt).Candidates[0].Folds[1]
				if math.Abs(got-want) > 1e-9*want {
					t.Errorf("δ = %g: ℓ = %v, want %v: off by %.2g", delta, got, want, math.Abs(got/want-1))
				}
			}
		}
	}
}

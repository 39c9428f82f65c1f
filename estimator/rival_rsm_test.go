package estimator

import (
	"context"
	"math"
	"testing"

	"lambdascope/estimator/internal/dense"
)

// TestFromZero follows the updates from A_0⁻¹ to A_λ⁻¹, where wrong ones would hide behind
// the inverse of A_λ itself.
func TestFromZero(t *testing.T) {
	ctx := context.Background()
	data := append(synthetic(t, 6, 4, 7, 1), truncatedSynthetic(t, 3, 4, 5, 2)...)
	for _, data := range [][]*Trajectory{data, offPolicy(t, data, 1)} {
		p := must(newProblem(ctx, data, Options{Gamma: 0.9, Lambdas: grid(4)}))(t)
		start, ws := p.inverseAtZero(ctx), newWorkspace(p.r, nil)
		for k, lambda := range p.opt.Lambdas {
			s := make(dense.System, p.systemSize())
			copy(ws.inverse, start)
			for i := range data {
				p.load(&ws.episode, i)
				p.accumulate(ws, k, s)
				ws.retrace(ws.inverse, p.opt.Gamma*lambda)
			}
			if !isInverse(ws.inverse, s.Matrix(p.r), p.r, ws.residue) {
				t.Errorf("λ = %v: updates do not lead to A_λ⁻¹", lambda)
			}
		}
	}
}

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

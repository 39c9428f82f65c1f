package estimator

import (
	"context"
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

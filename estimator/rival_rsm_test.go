package estimator

import (
	"context"
	"math"
	"testing"

	"lambdascope/estimator/internal/dense"
)

// TestIsInverse checks what may stand for an inverse: finite, with
// ‖M‖_F‖C‖_F < 1e8 and ‖I − MC‖_F < 1e−4.
func TestIsInverse(t *testing.T) {
	for _, c := range []struct {
		what string
		m, c []float64
		want bool
	}{
		{"identity", []float64{1, 0, 0, 1}, []float64{1, 0, 0, 1}, true},
		{"condition 0.9e8", []float64{1, 0, 0, 0.9e8}, []float64{1, 0, 0, 1 / 0.9e8}, true},
		{"condition 1.1e8", []float64{1, 0, 0, 1.1e8}, []float64{1, 0, 0, 1 / 1.1e8}, false},
		{"near", []float64{1, 0.9e-4, 0, 1}, []float64{1, 0, 0, 1}, true},
		{"off the diagonal", []float64{1, 1.1e-4, 0, 1}, []float64{1, 0, 0, 1}, false},
		{"on the diagonal", []float64{1, 0, 0, 1 - 1.1e-4}, []float64{1, 0, 0, 1}, false},
		{"transposed", []float64{1, -1, 0, 1}, []float64{1, 0, 1, 1}, false},
		{"NaN", []float64{1, nan, 0, 1}, []float64{1, 0, 0, 1}, false},
		{"infinite", []float64{1, 0, inf, 1}, []float64{1, 0, 0, 1}, false},
	} {
		if got := isInverse(c.m, c.c, 2, make([]float64, 2)); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// TestUpdatesAreUsed follows the updates on well-conditioned data, where wrong
// ones would hide behind the solution from C: they lead from A_0⁻¹ to A_λ⁻¹ and
// to the inverse of every fold.
func TestUpdatesAreUsed(t *testing.T) {
	ctx := context.Background()
	data := append(synthetic(t, 6, 4, 7, 1), truncatedSynthetic(t, 3, 4, 5, 2)...)
	for _, ridge := range []float64{0, 0.5} {
		p, err := newProblem(ctx, data, Options{Gamma: 0.9, Lambdas: grid(4), Ridge: ridge, Do: sequential})
		if err != nil {
			t.Fatal(err)
		}
		start := p.inverseAtZero(ctx)
		if start == nil {
			t.Fatal("no A_0⁻¹")
		}
		inverses := make([][]float64, len(p.opt.Lambdas))
		err = p.leaveOut(ctx, p.each(), visit{open: ignore, shut: ignore, whole: func(ws *workspace, k int, s dense.System) {
			a := s.Matrix(p.r)
			p.regularize(a)
			copy(ws.inverse, start)
			for i := range data {
				p.load(&ws.episode, i)
				ws.retrace(ws.inverse, p.opt.Gamma*p.opt.Lambdas[k])
			}
			if !isInverse(ws.inverse, a, p.r, ws.residue) {
				t.Errorf("λ = %v: updates do not lead to A_λ⁻¹", p.opt.Lambdas[k])
			}
			updated := append([]float64(nil), ws.inverse...)
			inverses[k] = p.wholeInverse(ctx, ws, k, start, a)
			if inverses[k] == nil || distance(inverses[k], updated) != 0 {
				t.Errorf("λ = %v: A_λ⁻¹ is not that of the updates", p.opt.Lambdas[k])
			}
			if direct := p.wholeInverse(ctx, ws, k, nil, a); direct == nil || distance(direct, updated) > 1e-10*norm(updated) {
				t.Errorf("λ = %v: A_λ⁻¹ without A_0⁻¹ is another", p.opt.Lambdas[k])
			}
		}, fold: func(ws *workspace, f leftOut) {
			k, i, others := f.k, f.i, f.others
			p.regularize(others.Matrix(p.r))
			copy(ws.inverse, inverses[k])
			p.load(&ws.episode, i)
			ws.remove(ws.inverse, p.opt.Gamma*p.opt.Lambdas[k])
			if !isInverse(ws.inverse, others.Matrix(p.r), p.r, ws.residue) {
				t.Errorf("λ = %v: updates do not lead to the inverse of fold %d", p.opt.Lambdas[k], i+1)
			}
		}})
		if err != nil {
			t.Fatal(err)
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

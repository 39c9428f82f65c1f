package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"lambdascope/estimator/internal/dense"
)

// TestErrorOfLongTrajectories: sums over H equal terms round all one way, by up
// to Hε, and the error from moments takes the difference of such sums. It must
// meet 1e−9 of the error through the data, at one θ, for any length and fit.
func TestErrorOfLongTrajectories(t *testing.T) {
	for _, h := range []int{10, 100, 1000, 10_000, 100_000} {
		for _, noise := range []float64{0, 1e-3, 0.0035, 0.005, 0.02, 0.1, 1} {
			t.Run(fmt.Sprint(h, "/", noise), func(t *testing.T) {
				for seed := range uint64(2) {
					data := []*Trajectory{nearlyLinear(t, h, noise, seed), nearlyLinear(t, 30, noise, seed+9)}
					p, err := newProblem(context.Background(), data, Options{Lambdas: []float64{1}})
					if err != nil {
						t.Fatal(err)
					}
					ws := newWorkspace(p.r, nil)
					s := make(dense.System, p.r*p.r+p.r)
					p.load(&ws.episode, 1)
					p.accumulate(ws, 0, s)
					if ws.solver.Solve(ws.theta, s.Matrix(p.r), s.Vector(p.r)) {
						t.Fatal("deficient")
					}
					p.load(&ws.episode, 0)
					want := ws.episode.squaredError(ws.theta, ws.slope) / float64(h)
					moments := make(dense.System, p.r*p.r+p.r)
					ws.moments(moments.Matrix(p.r), moments.Vector(p.r))
					got := p.errorFromMoments(ws, leftOut{moments: moments}, ws.theta, ws.slope)
					if e := math.Abs(got-want) / max(want, 1e-6*p.meanG2); e > 1e-9 {
						t.Errorf("ℓ off by %.2g, its share of G² %.2g", e, want/(p.sumG2[0]/float64(h)))
					}
				}
			})
		}
	}
}

// TestErrorOfOpposedWeights has two features that nearly agree and large weights
// that nearly cancel: then θᵀSθ itself is a difference of far larger numbers
// than ΣG².
func TestErrorOfOpposedWeights(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for _, large := range []float64{1, 1e2, 1e4, 1e6} {
		var x [][]float64
		var r []float64
		for range 40 {
			v := random.NormFloat64()
			x = append(x, []float64{v, v + random.NormFloat64()/large})
			r = append(r, random.NormFloat64())
		}
		data := []*Trajectory{mustTrajectory(t, x, r[1:], true)}
		p, err := newProblem(context.Background(), data, Options{Lambdas: []float64{1}, Ridge: 1e-9})
		if err != nil {
			t.Fatal(err)
		}
		ws := newWorkspace(p.r, nil)
		ws.theta[0], ws.theta[1] = large*p.scale[0], -large*p.scale[1]
		p.load(&ws.episode, 0)
		want := ws.episode.squaredError(ws.theta, ws.slope) / float64(data[0].Len())
		moments := make(dense.System, p.r*p.r+p.r)
		ws.moments(moments.Matrix(p.r), moments.Vector(p.r))
		if got := p.errorFromMoments(ws, leftOut{moments: moments}, ws.theta, ws.slope); math.Abs(got-want) > 1e-9*want {
			t.Errorf("weights ±%g: ℓ off by %.2g", large, math.Abs(got/want-1))
		}
	}
}

// nearlyLinear has two states, returns (γ = 0) linear in the features but for
// noise.
func nearlyLinear(t testing.TB, h int, noise float64, seed uint64) *Trajectory {
	random := rand.New(rand.NewPCG(seed, 2))
	x, r := make([]float64, 2*h), make([]float64, h)
	for s := range r {
		x[2*s], x[2*s+1] = 0.7, 0.3*float64(s%2)
		r[s] = 1 + 0.1*x[2*s+1] + noise*(2*random.Float64()-1)
	}
	out, err := NewTrajectory(2, x, r, true)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// moments sets s to Σ x_t x_tᵀ and c to Σ x_t G_t over the h steps of the episode
// loaded, of what predicts the returns.
func (ws *workspace) moments(s, c []float64) {
	clear(s)
	clear(c)
	ws.addMoments(s, c)
}

// squaredError returns Σ_t e_t², e_t = x_tᵀθ − G_t, with what predicts the returns
// for x, and sets slope to Σ_t x_t e_t, half its derivative.
func (e *episode) squaredError(theta, slope []float64) float64 {
	clear(slope)
	return e.addSquaredError(theta, slope)
}

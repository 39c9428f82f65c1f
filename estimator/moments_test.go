package estimator

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestErrorFromMoments: Cached takes the error of a fold from the difference of sums, Naive
// through the data, which it must meet to 1e−9 of the error. Sums over H equal terms round
// all one way, by up to Hε; and with two features that nearly agree and large weights that
// nearly cancel, θᵀSθ itself is a difference of far larger numbers than ΣG².
func TestErrorFromMoments(t *testing.T) {
	cases := map[string][]*Trajectory{}
	for _, h := range []int{10, 100, 1000, 10_000, 100_000} {
		for _, noise := range []float64{0, 1e-3, 0.0035, 0.005, 0.02, 0.1, 1} {
			for seed := range uint64(2) {
				cases[fmt.Sprint(h, "/", noise, "/", seed)] = []*Trajectory{nearlyLinear(t, h, noise, seed), nearlyLinear(t, 30, noise, seed+9)}
			}
		}
	}
	random := rand.New(rand.NewPCG(8, 8))
	for _, large := range []float64{1, 1e2, 1e4, 1e6} {
		var x [][]float64
		var r []float64
		for range 40 {
			v := random.NormFloat64()
			x, r = append(x, []float64{v, v + random.NormFloat64()/large}), append(r, random.NormFloat64())
		}
		cases[fmt.Sprintf("weights ±%g", large)] = []*Trajectory{
			mustTrajectory(t, x, r, true),
			mustTrajectory(t, [][]float64{{1, 0}, {0, 1}}, []float64{large, -large}, true),
		}
	}
	for what, data := range cases {
		opt := Options{Lambdas: []float64{1}, Method: Naive}
		s := mustSelect(t, data, opt)
		opt.Method = Cached
		got, want := mustSelect(t, data, opt).Best().Folds[0], s.Best().Folds[0]
		if e := math.Abs(got-want) / max(want, 1e-6*s.MeanSquaredReturn); !(e <= 1e-9) {
			t.Errorf("%s: ℓ off by %.2g", what, e)
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
	out := must(NewTrajectory(2, x, r, true))(t)
	return out
}

package estimator

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestLambdaOneIsLeastSquares checks that λ = 1 on terminated data regresses the
// returns on the features, in the whole and in every fold; off-policy the returns
// G_t = κ_t(r_t + γG_{t+1}).
func TestLambdaOneIsLeastSquares(t *testing.T) {
	for seed := range uint64(20) {
		d := 1 + int(seed%6)
		data := synthetic(t, 6, d, 8, seed)
		if seed%3 == 2 {
			data = offPolicy(t, data, seed)
		}
		for _, gamma := range []float64{0, 0.9, 1} {
			got := mustSelect(t, data, Options{Gamma: gamma, Lambdas: []float64{0.5, 1}}).Candidates[1]
			// QR has the condition of X, A its square: below 1e4 here, so
			// that rounding stays under 1e−11.
			if e := relative(got.Theta, regression(data, gamma, -1), 0); e > 1e-10 {
				t.Errorf("seed %d, γ = %v: θ off by %.2g", seed, gamma, e)
			}
			for i, trajectory := range data {
				x, g := returns(data[i:i+1], gamma)
				var e mat.VecDense
				e.MulVec(x, mat.NewVecDense(d, regression(data, gamma, i)))
				e.SubVec(&e, g)
				want := mat.Dot(&e, &e) / float64(trajectory.Len())
				if math.Abs(got.Folds[i]-want) > 1e-10*want {
					t.Errorf("seed %d, γ = %v: ℓ_%d = %v, want %v", seed, gamma, i+1, got.Folds[i], want)
				}
			}
		}
	}
}

// regression returns the least-squares weights for the returns of all
// trajectories but one.
func regression(data []*Trajectory, gamma float64, leave int) []float64 {
	var kept []*Trajectory
	for i, t := range data {
		if i != leave {
			kept = append(kept, t)
		}
	}
	x, g := returns(kept, gamma)
	var theta mat.VecDense
	if err := theta.SolveVec(x, g); err != nil {
		panic(err)
	}
	return theta.RawVector().Data
}

func returns(data []*Trajectory, gamma float64) (*mat.Dense, *mat.VecDense) {
	var x, g []float64
	for _, t := range data {
		for s := range t.Len() {
			x = append(x, t.Features(s)...)
			sum, _ := returnOf(t, s, gamma)
			g = append(g, sum)
		}
	}
	return mat.NewDense(len(g), data[0].Dim(), x), mat.NewVecDense(len(g), g)
}

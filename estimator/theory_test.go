package estimator

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestDeficiencyIsTheSameForAllLambdas checks the lemma: on terminated data with
// γ < 1 and no ridge a fold is regular exactly when its features have the rank
// of all data, whatever λ.
func TestDeficiencyIsTheSameForAllLambdas(t *testing.T) {
	deficient, regular := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"dense", "one-hot", "sparse", "collinear", "repeated", "mixed scales"}).Draw(t, "kind")
		data := drawData(t, kind)
		for i, trajectory := range data {
			data[i] = terminate(t, trajectory)
		}
		opt := Options{
			Gamma:   rapid.SampledFrom([]float64{0, 0.5, 0.95}).Draw(t, "γ"),
			Lambdas: []float64{0, 0.3, 0.7, 0.95, 1},
			Method:  rapid.SampledFrom(methods).Draw(t, "method"),
		}
		s, err := Select(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		for i := range data {
			want := rankDeficient(data, i, s.Rank)
			if want == undecided {
				continue
			}
			for _, c := range s.Candidates {
				if isDeficient(&c, i) != (want == yes) {
					t.Errorf("λ = %v: fold %d deficient %v, but its features lack rank: %v", c.Lambda, i+1, c.Status[i], want == yes)
				}
			}
			if want == yes {
				deficient++
			} else {
				regular++
			}
		}
	})
	if deficient == 0 || regular == 0 {
		t.Errorf("%d deficient and %d regular folds: too few to tell", deficient, regular)
	}
}

func terminate(t *rapid.T, trajectory *Trajectory) *Trajectory {
	out, err := NewTrajectory(trajectory.Dim(), trajectory.features, trajectory.Rewards(), true)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

type verdict int

const (
	no verdict = iota
	yes
	undecided
)

// rankDeficient tells whether the states without trajectory leave have a lower
// rank than rank: by the gap in their singular values, undecided without one.
// C goes with the square of the features and is at worst a few hundred times
// worse conditioned than theirs, so 1e−3 of the largest is surely regular.
func rankDeficient(data []*Trajectory, leave, rank int) verdict {
	d := data[0].Dim()
	scale := newReference(data, Options{}, 0).scale
	var states []float64
	for i, t := range data {
		for s := 0; i != leave && s < t.Len(); s++ {
			for j, v := range t.Features(s) {
				states = append(states, v/scale[j])
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(len(states)/d, d, states), mat.SVDNone) {
		return undecided
	}
	values := svd.Values(nil)
	found := 0
	for _, v := range values {
		switch {
		case values[0] == 0 || v < 1e-9*values[0]:
		case v > 1e-3*values[0]:
			found++
		default:
			return undecided
		}
	}
	if found < rank {
		return yes
	}
	return no
}

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
			for _, method := range methods {
				got := mustSelect(t, data, Options{Gamma: gamma, Lambdas: []float64{0.5, 1}, Method: method}).Candidates[1]
				// QR has the condition of X, A its square: below 1e4 here, so
				// that rounding stays under 1e−11.
				if e := relative(got.Theta, regression(data, gamma, -1), 0); e > 1e-10 {
					t.Errorf("%v, seed %d, γ = %v: θ off by %.2g", method, seed, gamma, e)
				}
				for i, trajectory := range data {
					x, g := returns(data[i:i+1], gamma)
					var e mat.VecDense
					e.MulVec(x, mat.NewVecDense(d, regression(data, gamma, i)))
					e.SubVec(&e, g)
					want := mat.Dot(&e, &e) / float64(trajectory.Len())
					if math.Abs(got.Folds[i]-want) > 1e-10*want {
						t.Errorf("%v, seed %d, γ = %v: ℓ_%d = %v, want %v", method, seed, gamma, i+1, got.Folds[i], want)
					}
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

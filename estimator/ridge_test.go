package estimator

import (
	"math/rand/v2"
	"testing"
)

// TestRidgeLeavesOtherFeaturesAlone puts a feature so small that the ridge rules
// it beside one that the data determine well. θ = (A + ρI)⁻¹b is regular: the
// second weight must be what it is with the first feature left out, and no fold
// deficient.
func TestRidgeLeavesOtherFeaturesAlone(t *testing.T) {
	for _, size := range []float64{1, 1e-3, 1e-5, 1e-6, 1e-8, 1e-12, 1e-100, 1e-200} {
		random := rand.New(rand.NewPCG(1, 2))
		var both, alone []*Trajectory
		for range 6 {
			var x, y [][]float64
			var r []float64
			for range 5 {
				x = append(x, []float64{size * random.NormFloat64(), 1})
				y = append(y, []float64{1})
				r = append(r, 3+random.NormFloat64())
			}
			both = append(both, mustTrajectory(t, x, r[1:], true))
			alone = append(alone, mustTrajectory(t, y, r[1:], true))
		}
		for _, method := range methods {
			opt := Options{Gamma: 0.5, Lambdas: grid(2), Ridge: 10, Method: method}
			want := mustSelect(t, alone, opt)
			got, err := Select(t.Context(), both, opt)
			if err != nil {
				t.Errorf("size %g: %v", size, err)
				continue
			}
			for k, c := range got.Candidates {
				if c.Singular || c.DeficientFolds() > 0 {
					t.Errorf("%v, size %g: A or %d folds deficient with a ridge", method, size, c.DeficientFolds())
				}
				// The small feature adds about size·√24/ρ to a prediction.
				if size <= 1e-5 {
					if e := relative(c.Theta[1:], want.Candidates[k].Theta, 0); e > size {
						t.Errorf("%v, size %g: weight %v, want %v", method, size, c.Theta[1], want.Candidates[k].Theta[0])
					}
					if e := relative(c.Folds, want.Candidates[k].Folds, 0); e > size {
						t.Errorf("%v, size %g: folds off by %.2g", method, size, e)
					}
				}
			}
		}
	}
}

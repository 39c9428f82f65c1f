package estimator

import (
	"context"
	"testing"
)

// TestZeroFeatures predicts 0 everywhere where the data span nothing: every
// matrix is empty, so none is deficient, and ℓ is the mean squared return.
func TestZeroFeatures(t *testing.T) {
	data := []*Trajectory{
		mustTrajectory(t, [][]float64{{0, 0}, {0, 0}}, []float64{3}, true),
		mustTrajectory(t, [][]float64{{0, 0}, {0, 0}, {0, 0}}, []float64{1, 2}, false),
	}
	for _, ridge := range []float64{0, 1} {
		for _, method := range methods {
			opt := Options{Gamma: 1, Lambdas: grid(2), Method: method, Ridge: ridge}
			s := mustSelect(t, data, opt)
			if s.Rank != 0 || s.Selected != 0 {
				t.Errorf("%v: rank %d, selected %d", method, s.Rank, s.Selected)
			}
			for _, c := range s.Candidates {
				if c.Folds[0] != 9 || c.Folds[1] != 6.5 || norm(c.Theta) != 0 || len(c.Theta) != 2 || c.Singular || c.DeficientFolds() != 0 {
					t.Errorf("%v, ρ = %v: %+v", method, ridge, c)
				}
			}
		}
	}
	for _, f := range []func() error{
		func() error { _, err := LSTD(context.Background(), data, FitOptions{Lambdas: grid(2)}); return err },
		func() error { _, err := Leverage(context.Background(), data, nil, FitOptions{}); return err },
	} {
		if err := f(); err != nil {
			t.Error(err)
		}
	}
}

package estimator

import (
	"context"
	"testing"
)

// TestRefineFindsTheMinimum compares the search from several grids with a grid of 2001 λ's.
func TestRefineFindsTheMinimum(t *testing.T) {
	for seed := range uint64(6) {
		data := synthetic(t, 12, 4, 30, seed)
		opt := Options{Gamma: 0.95, Lambdas: [][]float64{grid(6), {0.5}, {0.1, 0.33, 0.9}}[seed%3]}
		s := must(Select(context.Background(), data, opt))(t)
		r := must(Refine(context.Background(), data, opt, s))(t)
		opt.Lambdas = grid(2001)
		fine := must(Select(context.Background(), data, opt))(t)
		if excess := r.LOTO - fine.Best().LOTO; excess > 1e-8*fine.Best().LOTO || r.Diff > 0 {
			t.Errorf("seed %d: %v at λ = %v, a fine grid has %v at %v", seed, r.LOTO, r.Lambda, fine.Best().LOTO, fine.Best().Lambda)
		}
		if r.Evaluations > 75 {
			t.Errorf("seed %d: %d evaluations", seed, r.Evaluations)
		}
	}
}

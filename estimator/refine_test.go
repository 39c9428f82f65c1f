package estimator

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestRefineIsNeverWorse compares a refinement with its grid and with a fine
// grid on random data.
func TestRefineIsNeverWorse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		data, opt := drawData(t, kind), drawOptions(t)
		opt.Lambdas = rapid.SampledFrom([][]float64{{0, 0.4, 0.9, 1}, {0.5}, {0, 1}, grid(11)}).Draw(t, "λ's")
		if rapid.Bool().Draw(t, "in groups") {
			opt.Groups = drawGroups(t, len(data))
		}
		s := must(Select(context.Background(), data, opt))(t)
		r := must(Refine(context.Background(), data, opt, s))(t)
		if r.LOTO > s.Best().LOTO || r.Diff > 0 {
			t.Errorf("refined to %v, %v above the grid's %v", r.LOTO, r.Diff, s.Best().LOTO)
		}
		if !(r.Lambda >= 0 && r.Lambda <= 1) {
			t.Errorf("λ = %v", r.Lambda)
		}
		opt.Lambdas = []float64{r.Lambda}
		again := must(Select(context.Background(), data, opt))(t)
		ref := newReference(data, opt, r.Lambda)
		for i, got := range r.Folds { // from moments, again from the data
			want := again.Best().Folds[i]
			allowed := 2 * lossTolerance(i, ref) * max(ref.loss[i], 1e-6*ref.meanG2)
			if !ref.folds[i].borderline && !(math.Abs(got-want) <= allowed) {
				t.Errorf("λ = %v: ℓ_%d = %v, not %v: allowed %.2g", r.Lambda, i+1, got, want, allowed)
			}
		}
	})
}

// TestRefineFindsTheMinimum compares the search with a grid of 2001 λ's.
func TestRefineFindsTheMinimum(t *testing.T) {
	for seed := range uint64(6) {
		data := synthetic(t, 12, 4, 30, seed)
		opt := Options{Gamma: 0.95, Lambdas: grid(6)}
		s := must(Select(context.Background(), data, opt))(t)
		r := must(Refine(context.Background(), data, opt, s))(t)
		opt.Lambdas = grid(2001)
		fine := must(Select(context.Background(), data, opt))(t)
		if excess := r.LOTO - fine.Best().LOTO; excess > 1e-8*fine.Best().LOTO {
			t.Errorf("seed %d: %v at λ = %v, a fine grid has %v at %v", seed, r.LOTO, r.Lambda, fine.Best().LOTO, fine.Best().Lambda)
		}
		if r.Evaluations > 60 {
			t.Errorf("seed %d: %d evaluations", seed, r.Evaluations)
		}
	}
}

package estimator

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestSelectRidge compares the surface with a selection at each ridge.
func TestSelectRidge(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		data, opt := drawData(t, kind), drawOptions(t)
		opt.Lambdas = rapid.SampledFrom([][]float64{{0, 0.9}, {0.4, 1}}).Draw(t, "λ's")
		ridges := []float64{0, 1e-3, 0.1, 1, 100}
		surface, err := SelectRidge(context.Background(), data, ridgesOf(opt, ridges))
		if err != nil {
			t.Fatal(err)
		}
		least := math.Inf(1)
		for j, rho := range ridges {
			opt.Ridge = rho
			want, err := Select(context.Background(), data, opt)
			if err != nil {
				t.Fatal(err)
			}
			got := surface.Selections[j]
			least = min(least, got.Best().LOTO)
			if got.Ridge != rho || got.Rank != want.Rank {
				t.Errorf("ridge %v, rank %d, want %v, %d", got.Ridge, got.Rank, rho, want.Rank)
			}
			for k := range want.Candidates {
				ref := newReference(data, opt.Gamma, opt.Lambdas[k], rho)
				a, b := &got.Candidates[k], &want.Candidates[k]
				if !ref.whole.borderline {
					checkWeights(t, "θ", a.Theta, a.Singular, ref.whole, ref)
				}
				for i := range data {
					if ref.folds[i].borderline {
						continue
					}
					if a.Status[i] != b.Status[i] {
						t.Errorf("ρ = %v, fold %d: %v, want %v", rho, i+1, a.Status[i], b.Status[i])
					}
					if e := math.Abs(a.Folds[i]-ref.loss[i]) / max(ref.loss[i], 1e-6*ref.meanG2); !(e <= lossTolerance(i, ref)) {
						t.Errorf("ρ = %v, λ = %v: ℓ_%d = %v, want %v", rho, opt.Lambdas[k], i+1, a.Folds[i], ref.loss[i])
					}
				}
			}
		}
		if best := surface.Selections[surface.Best].Best().LOTO; best > least+2e-9*max(least, surface.Selections[0].MeanSquaredReturn) {
			t.Errorf("the best ridge has %v, another %v", best, least)
		}
	})
}

// TestSelectRidgeErrors meets each error.
func TestSelectRidgeErrors(t *testing.T) {
	data := synthetic(t, 3, 2, 5, 1)
	for name, ridges := range map[string][]float64{
		"none": nil, "negative": {-1}, "infinite": {math.Inf(1)}, "order": {1, 0}, "twice": {1, 1}, "many": make([]float64, MostRidges+1), "NaN": {math.NaN()},
	} {
		if _, err := SelectRidge(context.Background(), data, RidgeOptions{Ridges: ridges, Gamma: 1, Lambdas: []float64{0}}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := SelectRidge(context.Background(), data[:1], RidgeOptions{Ridges: []float64{0}, Gamma: 1, Lambdas: []float64{0}}); err == nil {
		t.Error("one trajectory: no error")
	}
}

package estimator

import (
	"math"
	"testing"

	"lambdascope/estimator/internal/dense"
)

// TestLags compares sums by lags with the sums of traces, at lengths with and without a rest in
// the last block.
func TestLags(t *testing.T) {
	for h := leastLags; h < leastLags+2*lagBlock; h++ {
		data := synthetic(t, 2, 7, h, uint64(h))
		p, err := newProblem(t.Context(), data, Options{Gamma: 0.9, Lambdas: []float64{0, 0.5, 1}})
		if err != nil {
			t.Fatal(err)
		}
		var e episode
		p.load(&e, 0)
		q := dense.Size(e.d)
		decays := []float64{0, 0.2, 0.45, 0.9, 1}
		if !e.lagged(len(decays)) {
			t.Fatalf("%d steps: no lags", h)
		}
		e.lags.load(&e)
		for _, decay := range decays {
			got, want := make(dense.System, q), make(dense.System, q)
			e.sumLags(got, decay)
			e.sum(want, decay)
			for i, v := range want {
				if math.Abs(got[i]-v) > 1e-12*float64(h) {
					t.Fatalf("%d steps, decay %v, number %d: %v, want %v", h, decay, i, got[i], v)
				}
			}
		}
	}
}

package estimator

import (
	"context"
	"testing"
)

// TestSelectRidge compares the largest number of ridges, which takes several passes, with
// selections at some of them.
func TestSelectRidge(t *testing.T) {
	data := append(synthetic(t, 56, 16, 4, 1), truncatedSynthetic(t, 8, 16, 7, 2)...)
	opt := Options{Gamma: 0.9, Lambdas: grid(9), Progress: new(Progress)}
	ridges := make([]float64, MostRidges)
	for i := range ridges {
		ridges[i] = float64(i*i) / 20
	}
	surface := must(SelectRidge(context.Background(), data, ridges, opt))(t)
	if opt.Progress.Share() != 1 {
		t.Errorf("progress ends at %v", opt.Progress.Share())
	}
	for _, j := range []int{0, 1, 49, 50, 99} {
		opt.Ridge = ridges[j]
		checkSame(t, surface.Selections[j], mustSelect(t, data, opt))
	}
	for j, s := range surface.Selections {
		if best := surface.Selections[surface.Best].Best().LOTO; s.Ridge != ridges[j] || s.Best().LOTO < best-2e-9*s.MeanSquaredReturn {
			t.Errorf("ridge %v has %v, the best %v", s.Ridge, s.Best().LOTO, best)
		}
	}
}

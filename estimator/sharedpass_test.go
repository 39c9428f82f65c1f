package estimator

import (
	"context"
	"testing"
)

// TestSharedPass compares selections whose λ's share a pass with fits at each λ alone, over
// sizes that do and do not fill tiles and blocks.
func TestSharedPass(t *testing.T) {
	for _, d := range []int{1, 2, 3, 7, 8, 16, 17} {
		for _, h := range []int{1, 2, 15, 24, 25, 33, 118} {
			data := append(synthetic(t, 3+3*d/h, d, h, 1), truncatedSynthetic(t, 2, d, h+1, 2)...)
			for _, k := range []int{2, 11, 101} {
				opt := Options{Gamma: 0.9, Lambdas: grid(k), Method: Cached}
				s := mustSelect(t, data, opt)
				fits := must(LSTD(context.Background(), data, fitOf(opt)))(t)
				for i, fit := range fits {
					if e := relative(s.Candidates[i].Theta, fit.Theta, 0); !(e <= 1e-11) {
						t.Fatalf("d = %d, H = %d, %d λ's, λ = %v: θ off by %.2g", d, h, k, fit.Lambda, e)
					}
				}
			}
		}
	}
}

package estimator

import (
	"slices"
	"testing"
)

// eachVersion runs a test with each version of the kernels that the processor supports.
func eachVersion(t *testing.T, test func(t *testing.T)) {
	avx := hasAVX
	defer func() { hasAVX = avx }()
	hasAVX = false
	t.Run("Go", test)
	if hasAVX = avx; avx {
		t.Run("AVX", test)
	}
}

// TestVersionsAgree compares whole selections with each version, bit by bit.
func TestVersionsAgree(t *testing.T) {
	for _, d := range []int{3, 5, 13, 16, 21, 60} {
		data := synthetic(t, 25, d, 40, 1)
		var want *Selection
		eachVersion(t, func(t *testing.T) {
			s, err := Select(t.Context(), data, Options{Gamma: 0.95, Lambdas: grid(11)})
			if err != nil {
				t.Fatal(err)
			}
			s.Elapsed = 0
			if want == nil {
				want = s
				return
			}
			for k, c := range s.Candidates {
				w := want.Candidates[k]
				if c.LOTO != w.LOTO || c.RefitSE != w.RefitSE || !slices.Equal(c.Folds, w.Folds) || !slices.Equal(c.Theta, w.Theta) {
					t.Errorf("d = %d, λ = %v: not the bits that Go gives", d, c.Lambda)
				}
			}
		})
	}
}

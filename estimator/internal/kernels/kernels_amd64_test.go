package kernels

import "testing"

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

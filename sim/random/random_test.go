package random

import "testing"

// SplitMix64 seeded with 0 gives this first (Vigna's reference code).
func TestFinalise(t *testing.T) {
	if got := finalise(golden); got != 0xe220a8397b1dcdaf {
		t.Errorf("finalise(golden) = %#x", got)
	}
}

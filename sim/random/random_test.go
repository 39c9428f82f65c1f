package random

import (
	"math"
	"testing"
)

// The bits of a stream are part of what a seed means: they must not change.
func TestStreamIsPinned(t *testing.T) {
	// This comes from the definition of PCG-DXSM in 128-bit integers.
	for _, c := range []struct {
		seed uint64
		i    int
		want [2]uint64
	}{
		{1, 0, [2]uint64{0x8e9f50370517c712, 0xe50845939c4d67b0}},
		{1, 1, [2]uint64{0x815987ad0d4c2562, 0x8f96515e58c4cca6}},
		{2, 0, [2]uint64{0xa7e9e6bc82bf7a70, 0xbcf08001176d16d6}},
		{math.MaxUint64, 99999, [2]uint64{0x70fe66a151f4e17f, 0xbad256c4a7e117f}},
	} {
		rng := Stream(c.seed, c.i)
		if got := [2]uint64{rng.Uint64(), rng.Uint64()}; got != c.want {
			t.Errorf("Stream(%d, %d) starts %#x, want %#x", c.seed, c.i, got, c.want)
		}
	}
}

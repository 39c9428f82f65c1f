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

// Neighbours in seed, in index, and with the two swapped share half their bits,
// as unrelated streams do, at every place of the stream.
func TestStreamNeighboursAreUnrelated(t *testing.T) {
	const pairs, draws = 2000, 8
	for _, c := range []struct {
		name  string
		other func(seed uint64, i int) (uint64, int)
	}{
		{"next index", func(s uint64, i int) (uint64, int) { return s, i + 1 }},
		{"next seed", func(s uint64, i int) (uint64, int) { return s + 1, i }},
		{"next seed, index before", func(s uint64, i int) (uint64, int) { return s + 1, i - 1 }},
		{"swapped", func(s uint64, i int) (uint64, int) { return uint64(i), int(s) }},
	} {
		var same [draws]int
		for k := range pairs {
			seed, i := uint64(k/50), 100+k%50
			a := Stream(seed, i)
			b := Stream(c.other(seed, i))
			for t := range draws {
				for x := a.Uint64() ^ ^b.Uint64(); x != 0; x &= x - 1 {
					same[t]++
				}
			}
		}
		for k, n := range same {
			const bits = 64 * pairs
			if z := (float64(n) - bits/2) / math.Sqrt(bits/4); math.Abs(z) > 4.5 {
				t.Errorf("%s: draw %d: z = %.1f", c.name, k, z)
			}
		}
	}
}

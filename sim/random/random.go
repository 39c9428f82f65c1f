// Package random has the random streams of all draws. The package imports the
// standard library alone.
package random

import "math/rand/v2"

// Stream returns the random stream of trajectory i of a seed: PCG-DXSM with 128 bits of state
// made from both numbers by SplitMix64's finaliser (Steele, Lea and Flood 2014). The map from
// (seed, i) to the state is injective, and flipping any bit of either number flips about half of
// the state's bits, so that neighbouring seeds and trajectories are as unrelated as distant ones.
//
// Draws that must not change with the release of Go use Uint64 alone, because rand.Rand does not
// promise the sequence of other methods.
func Stream(seed uint64, i int) *rand.Rand {
	s := finalise(seed + golden)
	lo := finalise(uint64(i) + golden + s)
	return rand.New(rand.NewPCG(finalise(s^lo), lo))
}

// Unit draws a multiple of 2⁻⁵³ in [0, 1). The conversion keeps the compiler from fusing the product
// with a sum, because the result must be the same on every machine.
func Unit(rng *rand.Rand) float64 { return float64(float64(rng.Uint64()>>11) * 0x1p-53) }

// golden is 2⁶⁴ over the golden ratio. It keeps zeros from the finaliser, which maps 0 to 0.
const golden = 0x9e3779b97f4a7c15

// finalise is the output function of SplitMix64, a bijection.
func finalise(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Package random has the random streams that everything is drawn from. It imports the
// standard library alone.
package random

import "math/rand/v2"

// Stream returns the random stream of trajectory i of a seed: PCG-DXSM, its 128
// bits of state made from the two numbers by SplitMix64's finaliser (Steele, Lea
// and Flood 2014). The way from (seed, i) to the state is one to one, and
// flipping any bit of either flips about half of its bits, so neighbouring
// seeds and neighbouring trajectories are as unrelated as distant ones.
//
// Draws that must be the same with every release of Go use Uint64 alone: the
// other methods of rand.Rand do not promise their sequence.
func Stream(seed uint64, i int) *rand.Rand {
	s := finalise(seed + golden)
	lo := finalise(uint64(i) + golden + s)
	return rand.New(rand.NewPCG(finalise(s^lo), lo))
}

// golden is 2⁶⁴ over the golden ratio; it keeps zeros from the finaliser, which
// maps 0 to itself.
const golden = 0x9e3779b97f4a7c15

// finalise is the output function of SplitMix64, a bijection.
func finalise(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

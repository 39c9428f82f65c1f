package problem

import (
	"math/rand/v2"

	"lambdascope/sim/random"
)

// normal draws from the standard normal distribution by comparisons of uniform numbers (Karney
// 2016, "Sampling exactly from the normal distribution", algorithm N), because logarithms would
// differ in the last bit between machines.
//
// The whole part k has weight exp(−k/2)·exp(−k(k−1)/2), the remainder x within it
// exp(−x(2k+x)/2); together that is exp(−(k+x)²/2).
func normal(rng *rand.Rand) float64 {
	for {
		k := 0
		for survives(rng, .5) {
			k++
		}
		if !survives(rng, float64(k*(k-1))/2) {
			continue
		}
		x := random.Unit(rng)
		if !survives(rng, float64(x*float64(float64(2*k)+x))/2) {
			continue
		}
		if rng.Uint64()>>63 == 1 {
			return -(float64(k) + x)
		}
		return float64(k) + x
	}
}

// survives returns true with probability exp(−z), z ≥ 0.
func survives(rng *rand.Rand, z float64) bool {
	for ; z > 1; z-- {
		if !survivesOne(rng, 1) {
			return false
		}
	}
	return survivesOne(rng, z)
}

// survivesOne is survives for z ≤ 1. The number of decreasing uniform numbers below z is n with
// probability zⁿ/n! − zⁿ⁺¹/(n+1)!, and therefore even with probability exp(−z) (von Neumann).
func survivesOne(rng *rand.Rand, z float64) bool {
	even := true
	for {
		u := random.Unit(rng)
		if u >= z {
			return even
		}
		z = u
		even = !even
	}
}

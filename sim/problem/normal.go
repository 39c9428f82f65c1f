package problem

import "math/rand/v2"

// uniform returns a number in [0, 1), a multiple of 2⁻⁵³.
func uniform(rng *rand.Rand) float64 { return float64(float64(rng.Uint64()>>11) * 0x1p-53) }

// normal draws from the standard normal distribution by comparisons of uniform numbers
// alone (Karney 2016, "Sampling exactly from the normal distribution", algorithm N), so
// that the draws are equal on all machines: logarithms differ in their last bit.
//
// The whole part k has the weight exp(−k/2)·exp(−k(k−1)/2), the rest x within it
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
		x := uniform(rng)
		if !survives(rng, float64(x*float64(float64(2*k)+x))/2) {
			continue
		}
		if rng.Uint64()>>63 == 1 {
			return -(float64(k) + x)
		}
		return float64(k) + x
	}
}

// survives reports true with probability exp(−z), z ≥ 0.
func survives(rng *rand.Rand, z float64) bool {
	for ; z > 1; z-- {
		if !survivesOne(rng, 1) {
			return false
		}
	}
	return survivesOne(rng, z)
}

// survivesOne is survives for z ≤ 1. Uniform numbers that each are below the one before,
// the first below z, are n in number with probability zⁿ/n! − zⁿ⁺¹/(n+1)!, so that n is
// even with probability exp(−z) (von Neumann).
func survivesOne(rng *rand.Rand, z float64) bool {
	even := true
	for {
		u := uniform(rng)
		if u >= z {
			return even
		}
		z, even = u, !even
	}
}

package estimator

import "math"

// reach bounds the numbers of a trajectory but for zeros by exponents of two, so that it
// can be told whether sums are the same in other units: all powers of two are exact as
// long as no number comes near the ends of those there are. It is the longest time that a
// feature stays zero, the exponents of the least and the largest reward and of the least
// and the largest return, and then those of each feature.
type reach system

// reachHead is how many numbers come before those of features.
const reachHead = 5

// newReach returns the reach of a trajectory.
func newReach(t *Trajectory, gamma float64) reach {
	d, h := t.Dim(), t.Len()
	states := make([]sizes, d)
	for j := range states {
		states[j] = newSizes()
	}
	since, longest, buffer := make([]int, d), 0, make([]float64, d) // steps of each feature since it was other than zero
	for s := 0; s <= h; s++ {
		for j, v := range t.FeaturesInto(buffer, s) {
			if v != 0 {
				states[j].add(v)
				since[j] = 0
				continue
			}
			since[j]++
			longest = max(longest, since[j])
		}
	}
	rewards, returns, g := newSizes(), newSizes(), 0.0
	for s := h - 1; s >= 0; s-- {
		r := t.rewards[s]
		g = r + gamma*g
		rewards.add(r)
		returns.add(g)
	}
	out := append(make(reach, 0, reachHead+2*d), float64(longest))
	for _, s := range append([]sizes{rewards, returns}, states...) {
		out = append(out, s.exponents()...)
	}
	return out
}

// sizes are the least and the largest of some numbers but for zeros, by their bits.
type sizes struct{ least, most uint64 }

// newSizes returns those of no numbers.
func newSizes() sizes { return sizes{least: math.MaxUint64} }

// add takes in a number.
func (s *sizes) add(v float64) {
	bits := math.Float64bits(v) << 1 // without the sign
	s.least = min(s.least, bits-1)   // that of a zero is the largest
	s.most = max(s.most, bits)
}

// exponents returns what bounds the numbers, as powers of two: infinities where all were
// zero, and the least perhaps one too small.
func (s *sizes) exponents() []float64 {
	const bias, width = 1023, 53
	if s.most == 0 {
		return []float64{math.Inf(1), math.Inf(-1)}
	}
	return []float64{float64(s.least>>width) - bias, float64(s.most>>width) + 1 - bias}
}

// in returns the exponents of the least and the largest feature in a scaling.
func (r reach) in(s *scaling) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for j, scale := range s.scale {
		exponent, of := float64(math.Ilogb(scale)), r[reachHead+2*s.feature(j):]
		least, most = min(least, of[0]-exponent), max(most, of[1]-exponent)
	}
	return least, most
}

// farFromEnds is within which powers of two the factors of a product have to be. Their
// products are within 1000, which leaves room for four differences of numbers that nearly
// cancel.
const farFromEnds = 400

// within tells whether sums of an episode of h steps, at a discount, are exact in all
// scalings whose features are within some powers of two: traces that decay by λγ and
// blocks of so many steps make numbers smaller, and differences of states too.
func (r reach) within(least, most, gamma, decay float64, block, h int) bool {
	const difference = 54 // bits that that of two numbers may lose
	if gamma > 0 {
		least += math.Log2(gamma)
	}
	if decay > 0 {
		least += (r[0] + float64(max(0, block))) * math.Log2(decay)
	}
	least = min(least-difference, r[1], r[3])
	most = max(most+1+math.Log2(float64(h+1)), r[2], r[4])
	return least >= -farFromEnds && most <= farFromEnds
}

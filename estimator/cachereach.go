package estimator

import (
	"math"
	"slices"
)

// reach bounds the numbers of a trajectory but for zeros by exponents of two, so that it
// can be told whether sums are the same in other units: all powers of two are exact as
// long as no number comes near the ends of those there are. It is the longest time that a
// feature stays zero, the exponents of the least and the largest reward and of the least
// and the largest return, and then those of each feature.
type reach system

// reachHead is how many numbers come before those of features.
const reachHead = 5

// extent is the least and the largest absolute value of some numbers but for zeros.
type extent struct{ least, most float64 }

// newExtent returns that of no numbers.
func newExtent() extent { return extent{least: math.Inf(1)} }

// add takes in a number.
func (e *extent) add(v float64) {
	if v = math.Abs(v); v != 0 {
		e.least, e.most = min(e.least, v), max(e.most, v)
	}
}

// exponents returns what bounds the numbers, as powers of two: infinities where all were
// zero.
func (e extent) exponents() (least, most float64) {
	if e.most == 0 {
		return math.Inf(1), math.Inf(-1)
	}
	return math.Logb(e.least), math.Logb(e.most) + 1
}

// extents are those of the features of a trajectory as its states come by, with for how
// many states each has been zero, and for how many at most; see extremesGo.
type extents []float64

func newExtents(d int) extents { return make(extents, 4*d) }

// begin forgets what has come by.
func (e extents) begin() {
	clear(e)
	for j := range e[:len(e)/4] {
		e[j] = math.Inf(1)
	}
}

// add takes in states, row by row.
func (e extents) add(rows []float64) {
	d := len(e) / 4
	extremes(e, d, rows, d, len(rows)/d, d)
}

// reach returns that of a trajectory all of whose states have come by.
func (e extents) reach(t *Trajectory, gamma float64) reach {
	d := len(e) / 4
	out := make(reach, 0, reachHead+2*d)
	bound := func(e extent) {
		least, most := e.exponents()
		out = append(out, least, most)
	}
	out = append(out, slices.Max(e[3*d:]))
	rewards, returns, g := newExtent(), newExtent(), 0.0
	for s := len(t.rewards) - 1; s >= 0; s-- {
		r := t.rewards[s]
		g = r + float64(gamma*g)
		rewards.add(r)
		returns.add(g)
	}
	bound(rewards)
	bound(returns)
	for j := range d {
		bound(extent{e[j], e[d+j]})
	}
	return out
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
		least += float64((r[0] + float64(max(0, block))) * math.Log2(decay))
	}
	least = min(least-difference, r[1], r[3])
	most = max(most+1+math.Log2(float64(h+1)), r[2], r[4])
	return least >= -farFromEnds && most <= farFromEnds
}

package estimator

import (
	"math"
	"slices"
	"sync"
)

// scaling is the coordinates that sums are in: those features that are not always zero,
// each divided by a power of two.
type scaling struct {
	features int
	kept     []int // nil where all are
	scale    []float64
}

// factors turn systems of one scaling into those of another: each number is multiplied
// with one.
type factors struct {
	possible    bool // the features are the same ones
	same        bool // so are the scales
	least, most int  // exponents of what features are multiplied with
	all         []float64
}

// turn returns the factors from one scaling to another.
func (from *scaling) turn(to *scaling) *factors {
	f := &factors{possible: from.features == to.features && slices.Equal(from.kept, to.kept)}
	if !f.possible {
		return f
	}
	if f.same = from == to || slices.Equal(from.scale, to.scale); f.same {
		return f
	}
	r := len(from.scale)
	exponents := make([]int, r)
	for j := range exponents {
		exponents[j] = math.Ilogb(from.scale[j]) - math.Ilogb(to.scale[j])
	}
	f.least, f.most = slices.Min(exponents), slices.Max(exponents)
	f.all = make([]float64, r*r+r)
	s := system(f.all)
	for a, e := range exponents {
		for b, o := range exponents {
			s.matrix(r)[a*r+b] = math.Ldexp(1, e+o)
		}
		s.vector(r)[a] = math.Ldexp(1, e)
	}
	return f
}

// turning has the factors to one scaling from all that are met.
type turning struct {
	to   *scaling
	mu   sync.Mutex
	from map[*scaling]*factors
}

func (t *turning) factors(from *scaling) *factors {
	t.mu.Lock()
	defer t.mu.Unlock()
	f, ok := t.from[from]
	if !ok {
		f = from.turn(t.to)
		t.from[from] = f
	}
	return f
}

// extent bounds the size of what a sum is made of, but for zeros, by exponents of two. All
// powers are exact where neither these numbers nor the same ones in other units come near
// the ends of what numbers there are.
type extent struct {
	known       bool // false where sums may be taken in their own scaling alone
	least, most int  // of the features, and what they make before they meet others
	fixed       int  // of the least number beside the features
	decayed     int  // of the least share of a feature that a trace keeps
}

// farFromEnds is within which powers of two the factors of a product stay. Their products
// are within 1000, and leave room for four differences of numbers that nearly cancel.
const farFromEnds = 400

// exact tells whether factors change a sum exactly.
func (x *extent) exact(f *factors) bool {
	if f.same {
		return f.possible
	}
	within := func(least, most int) bool {
		return x.least+x.decayed+least >= -farFromEnds && x.most+most <= farFromEnds
	}
	return f.possible && x.known && x.fixed >= -farFromEnds && within(0, 0) && within(f.least, f.most) &&
		-farFromEnds <= f.least && f.most <= farFromEnds
}

// sizes are the least and the largest of some numbers but for zeros, by their bits.
type sizes struct {
	least, most uint64
	lowest      uint64 // 0 where any is zero
}

// newSizes returns those of no numbers.
func newSizes() sizes { return sizes{least: math.MaxUint64, lowest: math.MaxUint64} }

// add takes in numbers.
func (s *sizes) add(x []float64) {
	least, most, lowest := s.least, s.most, s.lowest
	for _, v := range x {
		bits := math.Float64bits(v) << 1 // without the sign
		least = min(least, bits-1)       // that of a zero is the largest
		most = max(most, bits)
		lowest = min(lowest, bits)
	}
	s.least, s.most, s.lowest = least, most, lowest
}

// exponents returns them, 0 and 0 where all numbers were zero. The least may be one too
// small.
func (s *sizes) exponents() (least, most int) {
	const bias, width = 1023, 53
	if s.most == 0 {
		return 0, 0
	}
	return int(s.least>>width) - bias, int(s.most>>width) + 1 - bias
}

// extents returns what bounds the systems, per γλ = decay as that of extent.at, and the
// moments of the episode loaded, at a discount.
func (e *episode) extents(gamma float64) (systems, moments extent, longest int) {
	if e.carried != nil { // ratios may be of any size
		return extent{}, extent{}, 0
	}
	const difference = 54 // bits that that of two numbers may lose
	x, rewards := newSizes(), newSizes()
	for t := range e.h + 1 {
		x.add(e.state(t))
	}
	if x.lowest == 0 {
		longest = e.longestGap()
	}
	rewards.add(e.rewards)
	discounts := 0
	if gamma > 0 {
		discounts = min(0, math.Ilogb(gamma))
	}
	systems.known = true
	systems.least, systems.most = x.exponents()
	systems.least += discounts - difference
	systems.most += 1 + math.Ilogb(float64(e.h+1))
	var most int
	systems.fixed, most = rewards.exponents()
	systems.most = max(systems.most, most)

	moments = systems
	target, returns := newSizes(), newSizes()
	for t := range e.h {
		target.add(e.predictor(t))
	}
	returns.add(e.g)
	moments.least, moments.most = target.exponents()
	moments.fixed, most = returns.exponents()
	moments.most = max(moments.most, most)
	return systems, moments, longest
}

// longestGap returns over how many steps at most a feature stays zero.
func (e *episode) longestGap() (longest int) {
	since := make([]int, e.r) // each was other than zero, steps
	for t := range e.h + 1 {
		for j, v := range e.state(t) {
			if v != 0 {
				since[j] = 0
				continue
			}
			since[j]++
			longest = max(longest, since[j])
		}
	}
	return longest
}

// at returns the extent at the decay λγ, over so many steps without a feature and in
// blocks of so many.
func (x extent) at(decay float64, steps, block int) extent {
	if decay > 0 {
		x.decayed = max(-1<<20, int(math.Floor(float64(steps+block)*math.Log2(decay))))
	}
	return x
}

// turned returns the extent of a sum after it is multiplied with factors.
func (x extent) turned(f *factors) extent {
	x.least, x.most = x.least+f.least, x.most+f.most
	return x
}

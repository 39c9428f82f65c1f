package estimator

import "math"

// ownSums are what is summed over an item alone. Features are in coordinates of its own:
// each is divided by a power of two, its size in these trajectories. So the sums depend on
// nothing else, and come to the coordinates of any problem exactly.
type ownSums struct {
	scale   []float64 // r: what numbers in the problem's coordinates are multiplied with in its own
	moments system    // S_i and c_i
	systems []system  // A_i and b_i, by λ
}

// factorsInto sets out, of the size of a system, to what takes the numbers of one in own
// coordinates to the problem's, count times.
func factorsInto(out system, scale []float64, count float64) {
	r := len(scale)
	for a, v := range scale {
		row := out[a*r : (a+1)*r]
		for b, w := range scale {
			row[b] = count * v * w
		}
		out.vector(r)[a] = count * v
	}
}

// loadOwn loads trajectory i in coordinates of its own, and sets scale to what they are
// multiplied with in the problem's. Where coordinates are directions that the data span,
// or trajectories are left out together, they are the problem's.
func (p *problem) loadOwn(e *episode, i int, scale []float64) {
	if p.basis != nil || p.grouped() || p.loaded != nil {
		for j := range scale {
			scale[j] = 1
		}
		p.load(e, i)
		return
	}
	p.begin(e, i)
	raw := *p
	raw.inverse = p.ones
	raw.loadStates(e)
	e.own = resize(e.own, 2*p.r)
	sums, inverse := e.own[:p.r], e.own[p.r:]
	clear(sums)
	addSquares(sums, e.x, e.ldx, e.h+1)
	for j, sum := range sums {
		size, ok := columnNorm{sum: sum}.powerOfTwo()
		if !ok {
			size = e.carefulSize(j)
		}
		if scale[j], inverse[j] = size*p.inverse[j], 1; size > 0 {
			inverse[j] = 1 / size
		}
	}
	scaleRows(e.x, e.ldx, e.x, e.ldx, inverse, e.h+1)
	p.loadChanges(e)
	p.loadReturns(e)
}

// carefulSize returns the size of a coordinate whose squares overflow or vanish; 0 where
// it is always zero.
func (e *episode) carefulSize(j int) float64 {
	most := 0.0
	for t := range e.h + 1 {
		most = max(most, math.Abs(e.state(t)[j]))
	}
	if most == 0 {
		return 0
	}
	return math.Ldexp(1, max(-maxExponent, min(maxExponent, math.Ilogb(most))))
}

// maxExponent is that of the largest scale of a feature, either way.
const maxExponent = 1022

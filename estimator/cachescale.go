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

// feature returns the feature that is the j-th coordinate.
func (s *scaling) feature(j int) int {
	if s.kept == nil {
		return j
	}
	return s.kept[j]
}

// factors turn systems of one scaling into those of another: each number is multiplied
// with one.
type factors struct {
	possible bool // the features are the same ones, and their scales not too far apart
	same     bool // so are the scales
	all      []float64
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
	// Two factors multiplied are a number all the same. A feature that is zero throughout a
	// trajectory has no reach that would say so.
	const most = 500
	r := len(from.scale)
	exponents := make([]int, r)
	for j := range exponents {
		e := math.Ilogb(from.scale[j]) - math.Ilogb(to.scale[j])
		if exponents[j] = e; e < -most || e > most {
			f.possible = false
			return f
		}
	}
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

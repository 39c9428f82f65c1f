package estimator

// keptNumbers is how many numbers leaveOut keeps at most beside its sums: the systems
// of single trajectories, and what λ's share of them, keepLags; 24 MiB together.
const keptNumbers = 3 << 20

// store holds the systems of all items at the first λ's of a chunk, as many as there is
// room for, so that the passes after the first need not accumulate them again. Where
// all λ's fit, it has the moments of the items, too, and no other pass needs the
// data.
type store struct {
	n, size int       // items, and the numbers of a system
	lambdas int       // λ's that it has
	moments bool      // whether it has the moments, after the λ's
	all     []float64 // by λ and item
}

// keeps returns what to keep of n items in chunks of so many λ's.
func (p *problem) keeps(n, lambdas int) *store {
	s := &store{n: n, size: p.systemSize()}
	if each := n * s.size; each > 0 {
		s.lambdas = min(p.budget, keptNumbers-p.momentNumbers) / each
	}
	s.moments = s.lambdas > lambdas
	s.lambdas = min(s.lambdas, lambdas)
	return s
}

// open makes room for as many λ's as a chunk has.
func (s *store) open(lambdas int) {
	s.lambdas = min(s.lambdas, lambdas)
	slots := s.lambdas
	if s.moments {
		slots++
	}
	if s.all == nil {
		s.all = make([]float64, slots*s.n*s.size)
		return
	}
	s.all = s.all[:slots*s.n*s.size] // no later chunk has more
	clear(s.all)
}

// system returns the system of item i at the j-th λ of the chunk.
func (s *store) system(j, i int) system {
	at := (j*s.n + i) * s.size
	return s.all[at : at+s.size : at+s.size]
}

// momentsOf returns the moments of item i.
func (s *store) momentsOf(i int) system { return s.system(s.lambdas, i) }

// keepLags keeps what so many λ's share of each item from the first pass for the
// others, where there is room for all.
func (p *problem) keepLags(items []item, lambdas int) {
	total := 0
	for _, item := range items {
		if h := p.data[item.index].Len(); lagsPay(lambdas, h) {
			total += blockSize(lambdas, h) * p.paddedSize()
		}
	}
	if p.moments == nil && 0 < total && total <= keptMoments {
		p.moments, p.momentNumbers, p.keep = make([]lags, len(p.data)), total, true
	}
}

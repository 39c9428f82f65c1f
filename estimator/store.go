package estimator

// What leaveOut keeps at most beside its sums: the systems of single trajectories, and
// what λ's share of them, keepLags.
const (
	// keptBudgets is for all that a pass over some λ's needs, in budgets: 48 MiB.
	keptBudgets = 3
	// keptInPart is where that is too little, and other systems are scratch: 24 MiB.
	keptInPart = 1.5
	// fewKept is how many λ's a chunk should have for its systems to be kept.
	fewKept = 3
)

// store holds the systems of all items at the first λ's of a chunk, as many as there is
// room for, so that the passes after the first need not accumulate them again. Where
// it has all λ's, it has the moments of the items, too, and no other pass needs the
// data.
type store struct {
	n, size int         // items, and the numbers of a system
	lambdas int         // λ's that it has
	moments bool        // whether it has the moments, before the λ's
	filled  bool        // whether these are there, of an earlier chunk
	rooms   [][]float64 // by item: its moments where it has them, and its systems by λ
	cached  []system    // by λ and item, in place of rooms where a Cache has them; nil elsewhere
	arena   arena       // of the rooms, and of what a Cache has in another scaling
}

// keeps returns what to keep of the items, and how many λ's to have in a chunk for
// that, at most as many as there may be.
func (p *problem) keeps(items []item, chunk int) (*store, int) {
	s := &store{n: len(items), size: p.systemSize()}
	each := max(1, s.n*s.size)
	room := func(budgets float64) int { return (int(budgets*float64(p.budget)) - p.momentNumbers) / each }
	k := len(p.opt.Lambdas)
	if s.lambdas = room(keptBudgets) - 1; s.lambdas < k && p.keepLags(items, k) {
		// A chunk more takes little where λ's share what is kept, or nothing.
		s.lambdas = room(keptBudgets) - 1
		if s.lambdas >= fewKept {
			chunk = min(chunk, s.lambdas)
			chunk = equal(k, chunk)
		}
	}
	if s.moments = s.lambdas >= chunk; s.moments {
		s.lambdas = chunk
	} else {
		s.lambdas = max(0, room(keptInPart))
	}
	return s, chunk
}

// equal returns how many of k things to have in each of as few chunks of at most so
// many as there must be.
func equal(k, most int) int {
	chunks := (k + most - 1) / most
	return (k + chunks - 1) / chunks
}

// open makes room for as many λ's as a chunk has.
func (s *store) open(lambdas int) {
	s.lambdas = min(s.lambdas, lambdas)
	if s.cached != nil {
		s.filled = s.cached[0] != nil
		clear(s.cached[s.n:])
		return
	}
	if s.filled = s.rooms != nil; !s.filled {
		s.rooms = make([][]float64, s.n)
	}
}

// clear makes room for items lo ≤ i < hi, of zeros. What one worker clears and fills
// right away stays in its cache; all at once would be one worker's work, before the
// others have any.
func (s *store) clear(lo, hi int) {
	each := s.at(s.lambdas)
	if s.cached != nil || each == 0 {
		return
	}
	for i := lo; i < hi; i++ {
		if s.rooms[i] == nil {
			room := s.arena.take(each)
			clear(room)
			s.rooms[i] = room
			continue
		}
		s.rooms[i] = s.rooms[i][:each] // no later chunk has more
		clear(s.rooms[i][s.at(0):])
	}
}

// row returns which of the rows of n systems is that of the j-th λ.
func (s *store) row(j int) int {
	if s.moments {
		j++
	}
	return j
}

// at returns where the system of the j-th λ begins in the room of an item.
func (s *store) at(j int) int { return s.row(j) * s.size }

// system returns the system of item i at the j-th λ of the chunk.
func (s *store) system(j, i int) system {
	if s.cached != nil {
		return *s.systemAt(j, i)
	}
	at := s.at(j)
	return s.rooms[i][at : at+s.size : at+s.size]
}

// momentsOf returns the moments of item i.
func (s *store) momentsOf(i int) system {
	if s.cached != nil {
		return *s.momentsAt(i)
	}
	return s.rooms[i][:s.size:s.size]
}

// systemAt returns where the system of item i at the j-th λ of the chunk is named, and
// momentsAt its moments, where cached is used.
func (s *store) systemAt(j, i int) *system { return &s.cached[s.row(j)*s.n+i] }
func (s *store) momentsAt(i int) *system   { return &s.cached[i] }

// keepLags keeps what k λ's share of each item from the first pass for the others,
// where there is room for all, perhaps in shorter blocks. It returns false where there
// is not; λ's may also have nothing to share.
func (p *problem) keepLags(items []item, k int) bool {
	if p.moments != nil || p.sparse { // these have a pass for each λ
		return true
	}
	const leastSharing = 8 // λ's, below which blocks would be too short
	for {
		total := 0
		for _, item := range items {
			for _, t := range p.together(item.index) {
				if h := p.data[t].Len(); lagsPay(k, h) && p.data[t].ratios == nil {
					total += blockSize(k, h) * p.paddedSize()
				}
			}
		}
		switch {
		case total == 0:
			return true
		case total <= keptMoments:
			p.moments, p.momentNumbers, p.lagLambdas = make([]lags, len(p.data)), total, k
			return true
		case k <= leastSharing:
			return false
		}
		k = max(leastSharing, k*3/4)
	}
}

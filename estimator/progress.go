package estimator

import "sync/atomic"

// Progress tells how much of a selection is done while it runs. The zero Progress is
// that of one which has not begun; any goroutine may look.
type Progress struct{ done, all atomic.Int64 }

// Share returns how much is done, from 0 to 1: of the folds of all λ's, where each is
// accumulated first, solved then, and accumulated again for how sure the differences
// are, all counted alike.
func (p *Progress) Share() float64 {
	all := p.all.Load()
	if all == 0 {
		return 0
	}
	return min(1, float64(p.done.Load())/float64(all))
}

// begin says how many parts there are. A nil Progress counts nothing.
func (p *Progress) begin(parts int) {
	if p != nil {
		p.done.Store(0)
		p.all.Store(int64(parts))
	}
}

// add counts parts that are done.
func (p *Progress) add(parts int) {
	if p != nil {
		p.done.Add(int64(parts))
	}
}

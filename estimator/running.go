package estimator

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// goroutines is the Do used where Options has none: a goroutine per processor,
// each taking the next index.
func goroutines(ctx context.Context, n int, f func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		for i := 0; i < n && ctx.Err() == nil; i++ {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(i)
			}
		})
	}
	wg.Wait()
}

// Progress tells how much of a selection is done while it runs. The zero Progress is
// that of one which has not begun; any goroutine may look.
type Progress struct {
	done, all atomic.Int64
	rounds    atomic.Int64 // that begin with their own parts; 0 for one
}

// Share returns how much is done, from 0 to 1: of the folds of all λ's, where each is
// accumulated first, solved then, and accumulated again for how sure the differences
// are, all counted alike. That of nil is 0.
func (p *Progress) Share() float64 {
	if p == nil {
		return 0
	}
	all := p.all.Load()
	if all == 0 {
		return 0
	}
	return min(1, float64(p.done.Load())/float64(all))
}

// repeat says that begin is called so many times, for rounds that are about alike. A nil
// Progress counts nothing.
func (p *Progress) repeat(rounds int) {
	if p != nil {
		p.done.Store(0)
		p.all.Store(0)
		p.rounds.Store(int64(rounds))
	}
}

// begin says how many parts there are, of each round if there are several.
func (p *Progress) begin(parts int) {
	switch {
	case p == nil:
	case p.rounds.Load() > 0:
		p.all.CompareAndSwap(0, int64(parts)*p.rounds.Load())
	default:
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

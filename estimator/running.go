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

// Progress is the share done of a selection in progress. The zero Progress is a selection that
// has not begun. Any goroutine may call Share.
type Progress struct{ done, all atomic.Int64 }

// Share returns the share of work done, from 0 to 1. Each fold of each λ counts three times
// alike: summed, solved, and multiplied for the standard errors. Share of a nil
// Progress is 0.
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

// begin sets the number of parts.
func (p *Progress) begin(parts int) {
	if p != nil {
		p.done.Store(0)
		p.all.Store(int64(parts))
	}
}

// add counts finished parts.
func (p *Progress) add(parts int) {
	if p != nil {
		p.done.Add(int64(parts))
	}
}

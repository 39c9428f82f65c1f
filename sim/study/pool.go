package study

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// pool bounds how much of the machine all work together takes. Waiting work is
// served in turn, a slice of time each, so that one long analysis holds up no
// short one.
type pool struct {
	slots chan struct{}
}

// slice is how long work keeps its slot before others have a turn.
const slice = 2 * time.Millisecond

func newPool(workers int) *pool { return &pool{slots: make(chan struct{}, workers)} }

// do runs f(0) … f(n−1) on at most as many slots as there are and returns when
// all have ended. Once ctx is done it starts no more. A panic of f is the caller's.
func (p *pool) do(ctx context.Context, n int, f func(i int)) {
	var next atomic.Int64
	var fell atomic.Pointer[panicked]
	loop := func() {
		for {
			select {
			case p.slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			more := p.turn(ctx, &next, n, f)
			if !more {
				return
			}
		}
	}
	work := func() {
		if p := caught(loop); p != nil {
			next.Store(int64(n)) // the others stop
			fell.Store(p)
		}
	}
	var wg sync.WaitGroup
	for range min(cap(p.slots), n) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	if p := fell.Load(); p != nil {
		panic(p)
	}
}

// turn runs calls for one slice of time, gives the slot back, and tells whether
// calls may be left.
func (p *pool) turn(ctx context.Context, next *atomic.Int64, n int, f func(i int)) bool {
	defer func() { <-p.slots }()
	for start := time.Now(); time.Since(start) < slice; {
		i := int(next.Add(1)) - 1
		if i >= n || ctx.Err() != nil {
			return false
		}
		f(i)
	}
	return true
}

package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"lambdascope/sim/panics"
)

// pool bounds the number of processors at work. Waiting work gets one slice of time at a time,
// the share with the least recent use first, so that long analyses do not delay short
// analyses, and busy sessions do not delay quiet sessions.
type pool struct {
	workers int
	common  *Share // account of work without a Share

	mu      sync.Mutex
	busy    int
	long    int       // number of busy workers in a long call
	waiting []*waiter // in order of arrival
}

// waiter is a goroutine that waits for a processor.
type waiter struct {
	share   *Share
	granted bool
	ready   chan struct{} // closed when granted
}

const (
	// slice is the longest turn of a processor if calls are short.
	slice = 2 * time.Millisecond
	// longTurn is the time after which a turn counts as long, because of a long call, as of
	// many folds.
	longTurn = 20 * time.Millisecond
)

func newPool(workers int) *pool {
	p := &pool{workers: workers}
	p.common = &Share{pool: p}
	return p
}

// do runs f(0) … f(n−1) on the available processors and returns after all calls. Once ctx is
// done, do starts no more calls. A panic of f reaches the caller. The work is on the account
// of ctx's Share, and counts against the Share's limit.
func (p *pool) do(ctx context.Context, n int, f func(i int)) {
	var next atomic.Int64 // i
	var fell atomic.Pointer[panics.Panic]
	share := p.share(ctx)
	m := meterOf(ctx)
	call := func() bool {
		i := int(next.Add(1)) - 1
		if i >= n || ctx.Err() != nil {
			return false
		}
		f(i)
		return true
	}
	work := func() {
		if fault := panics.Catch(func() {
			for p.acquire(ctx, share) && p.turn(share, m, call) {
			}
		}); fault != nil {
			next.Store(int64(n)) // stops the other workers
			fell.Store(fault)
		}
	}
	var wg sync.WaitGroup
	for range min(p.workers, n) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	if p := fell.Load(); p != nil {
		panic(p)
	}
}

// Do runs f(0) … f(n−1) on the Engine's processors, in slices of time and in turn with other
// work, and returns after all calls. Once ctx is done, Do starts no more calls. A panic of f
// reaches the caller. The work is on the account of ctx's Share. f must not call Do.
func (e *Engine) Do(ctx context.Context, n int, f func(i int)) { e.pool.do(ctx, n, f) }

// Each is Do for calls that may fail. Each returns ctx's error, or else the error of the
// failed call with the least index.
func (e *Engine) Each(ctx context.Context, n int, f func(i int) error) error {
	errs := make([]error, n)
	e.Do(ctx, n, func(i int) { errs[i] = f(i) })
	return cmp.Or(ctx.Err(), cmp.Or(errs...))
}

// ProcessorTime runs f and returns the processor time of its goroutine; on systems other than Linux,
// the elapsed time.
func ProcessorTime(f func()) time.Duration {
	clock := startClock()
	f()
	return clock.stop()
}

// turn makes calls for one slice of time, releases the processor, and reports whether calls
// may remain.
func (p *pool) turn(share *Share, m *meter, call func() bool) bool {
	clock := startClock()
	m.begin(&clock)
	long := time.AfterFunc(longTurn, func() { p.addLong(1) })
	defer func() {
		if !long.Stop() {
			p.addLong(-1)
		}
		took := clock.stop()
		m.end(&clock, took)
		p.release(share, took)
	}()
	for start := time.Now(); call(); {
		if time.Since(start) >= slice {
			return true
		}
	}
	return false
}

// acquire waits for a processor, and returns false if ctx ends first. The caller must release
// the processor.
func (p *pool) acquire(ctx context.Context, share *Share) bool {
	if ctx.Err() != nil {
		return false
	}
	p.mu.Lock()
	if p.free(share, time.Now()) {
		p.hold(share, 1)
		p.mu.Unlock()
		return true
	}
	w := &waiter{share: share, ready: make(chan struct{})}
	p.waiting = append(p.waiting, w)
	p.mu.Unlock()
	select {
	case <-w.ready:
		return true
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.granted { // just as ctx ended
		p.hold(share, -1)
		p.grant(time.Now())
		return false
	}
	p.waiting = slices.DeleteFunc(p.waiting, func(other *waiter) bool { return other == w })
	return false
}

// release returns a processor to the pool, and charges the time taken to the share.
func (p *pool) release(share *Share, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	share.charge(took, now)
	p.hold(share, -1)
	p.grant(now)
}

// hold adds 1 for a processor that a share receives, or −1 for a processor that it returns. The
// caller holds the lock.
func (p *pool) hold(share *Share, processors int) {
	p.busy += processors
	for ; share != nil; share = share.group {
		share.held += processors
	}
}

// addLong adds 1 for a turn that becomes long, or −1 at the end of a long turn.
func (p *pool) addLong(turns int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.long += turns
	p.grant(time.Now())
}

// free reports whether a share may have a processor now. Sessions need not wait for long calls
// of others, because the pool lends up to as many processors again, and the system divides the
// real processors. The last loan is for groups with very little recent use, one session at a
// time, because the use of many sessions that begin at once is not known yet.
func (p *pool) free(share *Share, now time.Time) bool {
	switch {
	case p.busy < p.workers:
		return true
	case share == p.common:
		return false
	case share.total(now) < quick && share.held == share.top().held:
		return p.busy < 2*p.workers
	}
	return p.busy-p.long < p.workers && p.busy < 2*p.workers-1
}

// grant gives processors to waiters, the least used group first, then its least used share, and in
// order of arrival for equal use. The caller holds the lock.
func (p *pool) grant(now time.Time) {
	for {
		best := -1
		for i, w := range p.waiting {
			if p.free(w.share, now) && (best < 0 || w.share.compare(p.waiting[best].share, now) < 0) {
				best = i
			}
		}
		if best < 0 {
			return
		}
		w := p.waiting[best]
		p.waiting = slices.Delete(p.waiting, best, best+1)
		p.hold(w.share, 1)
		w.granted = true
		close(w.ready)
	}
}

package analysis

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestShares has a busy share and one that has used nothing: the new one's work is
// served before the other's that waits already.
func TestShares(t *testing.T) {
	e := &Engine{pool: newPool(1)}
	busy := e.NewShare(Limits{}, time.Minute)
	quiet := e.NewShare(Limits{}, time.Second) // above what is served at once
	var order []string
	var mu sync.Mutex
	note := func(who string) { mu.Lock(); defer mu.Unlock(); order = append(order, who) }
	hold := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() { e.pool.do(busy.Context(t.Context()), 1, func(int) { <-hold }) })
	waiting := func(n int) {
		for {
			e.pool.mu.Lock()
			there := e.pool.busy == 1 && len(e.pool.waiting) == n
			e.pool.mu.Unlock()
			if there {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	waiting(0)
	all.Go(func() { busy.Do(t.Context(), func() { note("busy") }) })
	waiting(1)
	all.Go(func() { quiet.Do(t.Context(), func() { note("quiet") }) })
	waiting(2)
	// Who has used next to nothing does not wait at all.
	ran := false
	if _, ok := e.NewShare(Limits{}, 0).Do(t.Context(), func() { ran = true }); !ok || !ran {
		t.Error("a new share waits")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := busy.Do(ctx, func() { t.Error("work of a context that has ended") }); ok {
		t.Error("it ran")
	}
	close(hold)
	all.Wait()
	if len(order) != 2 || order[0] != "quiet" {
		t.Errorf("%v, want the quiet one first", order)
	}
	if e.pool.busy != 0 || len(e.pool.waiting) != 0 {
		t.Errorf("%d busy, %d waiting", e.pool.busy, len(e.pool.waiting))
	}
}

// TestSharesAlike gives equal shares equal parts of a processor.
func TestSharesAlike(t *testing.T) {
	e := &Engine{pool: newPool(1)}
	ctx, cancel := context.WithCancel(t.Context())
	var counts [3]atomic.Int64
	var all sync.WaitGroup
	for i := range counts {
		share := e.NewShare(Limits{}, time.Second)
		for range i + 1 { // the last with three pieces of work at once
			all.Go(func() {
				e.pool.do(share.Context(ctx), 1<<30, func(int) {
					for start := time.Now(); time.Since(start) < 100*time.Microsecond; {
					}
					counts[i].Add(1)
				})
			})
		}
	}
	// So many calls that it does not matter if the machine is busy during some.
	for counts[0].Load()+counts[1].Load()+counts[2].Load() < 2000 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	all.Wait()
	least, most := counts[0].Load(), counts[0].Load()
	for i := range counts {
		least, most = min(least, counts[i].Load()), max(most, counts[i].Load())
	}
	if least*3 < most*2 {
		t.Errorf("%d to %d calls, want about as many for each", least, most)
	}
}

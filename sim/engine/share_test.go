package engine

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestShares has a busy share and a new share. The pool serves the new share before the
// waiting work of the busy share.
func TestShares(t *testing.T) {
	e := &Engine{pool: newPool(1)}
	busy := e.NewShare(Limits{}, time.Minute)
	quiet := e.NewShare(Limits{}, time.Second) // too much to be served at once
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
	// A share with very little use does not wait.
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

// TestLongCalls fills all processors with endless calls. The pool soon serves another share,
// but work without a share waits.
func TestLongCalls(t *testing.T) {
	e := &Engine{pool: newPool(2)}
	busy, other := e.NewShare(Limits{}, time.Minute), e.NewShare(Limits{}, time.Minute)
	hold := make(chan struct{})
	var all, held sync.WaitGroup
	held.Add(2)
	all.Go(func() { e.pool.do(busy.Context(t.Context()), 2, func(int) { held.Done(); <-hold }) })
	held.Wait()
	var served atomic.Bool
	all.Go(func() {
		e.pool.do(t.Context(), 1, func(int) {
			if !served.Load() {
				t.Error("work on no account is served")
			}
		})
	})
	waits := func() bool {
		e.pool.mu.Lock()
		defer e.pool.mu.Unlock()
		other.charge(time.Second, time.Now()) // more than the use of work without a share
		return len(e.pool.waiting) > 0
	}
	for !waits() {
		time.Sleep(time.Millisecond)
	}
	for range 3 {
		other.Do(t.Context(), func() { served.Store(true) })
	}
	close(hold)
	all.Wait()
	long := func() int {
		e.pool.mu.Lock()
		defer e.pool.mu.Unlock()
		return e.pool.long
	}
	for end := time.Now().Add(time.Second); long() != 0 && time.Now().Before(end); { // a timer may still be at work
		time.Sleep(time.Millisecond)
	}
	if e.pool.busy != 0 || e.pool.long != 0 || len(e.pool.waiting) != 0 {
		t.Errorf("%d busy, %d in long calls, %d waiting", e.pool.busy, e.pool.long, len(e.pool.waiting))
	}
}

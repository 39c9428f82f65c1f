package engine

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestShares has shares wait for the one processor of a pool. The pool serves the least used group
// first, then the least used share of a group: a group's new session waits for the use of the
// sessions that have ended.
func TestShares(t *testing.T) {
	e := &Engine{pool: newPool(1)}
	group := e.NewShare(Limits{}, time.Minute)
	waiters := []struct {
		name  string
		share *Share
	}{
		{"busy", group.NewMember(Limits{})},
		{"new", group.NewMember(Limits{})},
		{"quiet", e.NewShare(Limits{}, time.Second)}, // too much to be served at once
	}
	waiters[0].share.charge(time.Second, time.Now())
	var order []string
	var mu sync.Mutex
	note := func(who string) { mu.Lock(); defer mu.Unlock(); order = append(order, who) }
	hold := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() { e.pool.do(waiters[0].share.Context(t.Context()), 1, func(int) { <-hold }) })
	await := func(busy, waiting int) {
		for there := false; !there; time.Sleep(time.Millisecond) {
			e.pool.mu.Lock()
			there = e.pool.busy == busy && len(e.pool.waiting) == waiting
			e.pool.mu.Unlock()
		}
	}
	await(1, 0)
	for i, w := range waiters {
		all.Go(func() { w.share.Do(t.Context(), func() { note(w.name) }) })
		await(1, 1+i)
	}
	// A new group does not wait, but has one session at a time.
	newcomers := e.NewShare(Limits{}, 0)
	late, cancel := context.WithCancel(t.Context())
	if !newcomers.NewMember(Limits{}).Do(t.Context(), func() {
		all.Go(func() {
			newcomers.NewMember(Limits{}).Do(late, func() { t.Error("two sessions of a group have loans") })
		})
		await(2, 1+len(waiters))
		cancel()
		await(2, len(waiters))
	}) {
		t.Error("a new group waits")
	}
	if waiters[0].share.Do(late, func() { t.Error("work of a context that has ended") }) {
		t.Error("it ran")
	}
	close(hold)
	all.Wait()
	if want := []string{"quiet", "new", "busy"}; !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
	if e.pool.busy != 0 || len(e.pool.waiting) != 0 || group.held != 0 {
		t.Errorf("%d busy, %d waiting, %d held", e.pool.busy, len(e.pool.waiting), group.held)
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

package engine

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"lambdascope/sim/panics"
)

// TestPanicOfPool has one of many calls panic. The caller gets the panic with the stack of the
// call, and the pool continues.
func TestPanicOfPool(t *testing.T) {
	p := newPool(3)
	var calls atomic.Int64
	fell := panics.Catch(func() {
		p.do(context.Background(), 1000, func(i int) {
			calls.Add(1)
			if i == 10 {
				panicHere()
			}
		})
	})
	if fell == nil || fell.Value != "here" || !strings.Contains(string(fell.Stack), "panicHere") {
		t.Errorf("caught %v, want the panic", fell)
	}
	calls.Store(0)
	p.do(context.Background(), 100, func(int) { calls.Add(1) })
	if calls.Load() != 100 {
		t.Errorf("%d calls afterwards, want 100", calls.Load())
	}
}

func panicHere() { panic("here") }

// TestPanicOfFlight has shared work panic. Every waiter gets the panic, and the next caller
// starts afresh.
func TestPanicOfFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newCache(0)
		start := make(chan struct{})
		var fell atomic.Int64
		for range 5 {
			go func() {
				if panics.Catch(func() {
					_, _ = f.once(t.Context(), 1, func(context.Context) (any, error) {
						<-start
						panic("here")
					})
				}) != nil {
					fell.Add(1)
				}
			}()
		}
		synctest.Wait()
		close(start)
		synctest.Wait()
		if fell.Load() != 5 {
			t.Errorf("%d of 5 who waited panic", fell.Load())
		}
		if v, err := f.once(t.Context(), 1, func(context.Context) (any, error) { return 7, nil }); v != 7 || err != nil {
			t.Errorf("afterwards %d, %v, want 7", v, err)
		}
	})
}

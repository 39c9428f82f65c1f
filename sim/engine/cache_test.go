package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestFlights checks that concurrent requests for a key share one run, and that only the last
// of the callers cancels the run.
func TestFlights(t *testing.T) {
	defer goleak.VerifyNone(t)
	f := newCache(0)
	var runs, cancelled atomic.Int32
	release := make(chan struct{})
	work := func(ctx context.Context) (any, error) {
		runs.Add(1)
		select {
		case <-release:
			return 7, nil
		case <-ctx.Done():
			cancelled.Add(1)
			return 0, ctx.Err()
		}
	}
	impatient, giveUp := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := f.once(impatient, "a", work); !errors.Is(err, context.Canceled) {
			t.Errorf("impatient: %v", err)
		}
	})
	for range 10 {
		wg.Go(func() {
			if v, err := f.once(t.Context(), "a", work); v != 7 || err != nil {
				t.Errorf("%v, %v", v, err)
			}
		})
	}
	for waiting := 0; waiting < 11; time.Sleep(time.Millisecond) {
		f.mu.Lock()
		waiting = 0
		if fl := f.flights["a"]; fl != nil {
			waiting = fl.waiting
		}
		f.mu.Unlock()
	}
	giveUp()
	time.Sleep(10 * time.Millisecond)
	close(release)
	wg.Wait()
	if runs.Load() != 1 || cancelled.Load() != 0 {
		t.Errorf("%d runs, %d cancelled", runs.Load(), cancelled.Load())
	}

	release = make(chan struct{})
	alone, stop := context.WithCancel(t.Context())
	time.AfterFunc(5*time.Millisecond, stop)
	if _, err := f.once(alone, "b", work); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for range 1000 {
		if cancelled.Load() == 1 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("work that nobody waits for goes on")
}

package analysis

import (
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
)

// TestStandby runs work one after the other and many at once; no more workers wait for
// work than may, none for long, and all work is done once.
func TestStandby(t *testing.T) {
	defer goleak.VerifyNone(t)
	const most, pieces = 3, 2000
	var s standby
	var done atomic.Int32
	var all sync.WaitGroup
	piece := func() { done.Add(1); all.Done() }
	for range pieces {
		all.Add(1)
		s.run(piece, most)
		all.Wait()
	}
	all.Add(pieces)
	for range 4 {
		go func() {
			for range pieces / 4 {
				s.run(piece, most)
			}
		}()
	}
	for range pieces {
		s.mu.Lock()
		waiting := len(s.workers)
		s.mu.Unlock()
		if waiting > most {
			t.Fatalf("%d workers wait, want at most %d", waiting, most)
		}
	}
	all.Wait()
	if n := done.Load(); n != 2*pieces {
		t.Errorf("%d pieces of work done, want %d", n, 2*pieces)
	}
}

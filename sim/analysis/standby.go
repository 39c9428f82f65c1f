package analysis

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// standby has workers that have ended their work wait a little for more, awake: an
// analysis is some twenty calls of do right after each other, and a thread takes longer
// to wake up than some of them do.
type standby struct {
	mu      sync.Mutex
	workers []*standing
}

// standing is a worker that waits.
type standing struct{ work atomic.Pointer[func()] }

const (
	// looks is how often a worker looks for work, in 50 to 100 µs where it has its processor
	// for itself. Where it has not, time ends that, which stands still in some tests.
	looks     = 800
	standTime = 100 * time.Microsecond
	// mostStanding bounds how many wait: looks of very many hold each other up.
	mostStanding = 3
)

// run runs work on a worker that waits, or on a new goroutine, which then waits for more,
// if so many may.
func (s *standby) run(work func(), most int) {
	s.mu.Lock()
	if last := len(s.workers) - 1; last >= 0 {
		w := s.workers[last]
		s.workers = s.workers[:last]
		s.mu.Unlock()
		w.work.Store(&work)
		return
	}
	s.mu.Unlock()
	go func() {
		for work != nil {
			work()
			work = s.wait(most)
		}
	}()
}

// wait returns work as soon as there is some; nil if there is none for a while.
func (s *standby) wait(most int) func() {
	w := new(standing)
	s.mu.Lock()
	if len(s.workers) >= most {
		s.mu.Unlock()
		return nil
	}
	s.workers = append(s.workers, w)
	s.mu.Unlock()
	const often = 64 // looks between those at the clock
	start := time.Now()
	for i := 1; ; i++ {
		if work := w.work.Load(); work != nil {
			return *work
		}
		if (i >= looks || i%often == 0 && time.Since(start) >= standTime) && s.gone(w) {
			return nil
		}
		runtime.Gosched()
	}
}

// gone takes a worker off those that wait, unless work has been found for it.
func (s *standby) gone(w *standing) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.workers, w)
	if i >= 0 {
		s.workers = slices.Delete(s.workers, i, i+1)
	}
	return i >= 0
}

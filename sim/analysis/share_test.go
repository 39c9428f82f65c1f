package analysis

import (
	"context"
	"sync"
	"testing"
	"time"

	"lambdascope/sim/engine"
)

// TestOneAtATime starts analyses of one session and of several. A session runs one analysis at a
// time.
func TestOneAtATime(t *testing.T) {
	e := NewEngine(0)
	most := func(sessions ...context.Context) (most int) {
		var all sync.WaitGroup
		for i, ctx := range sessions {
			s := defaults(t, "mountain-car")
			s.Trajectories = 300 // enough that analyses overlap on a busy machine
			s.Seed = uint64(i)
			all.Go(func() {
				if _, err := e.Run(ctx, Request{Settings: s}); err != nil {
					t.Error(err)
				}
			})
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			all.Wait()
		}()
		for {
			e.mu.Lock()
			most = max(most, len(e.under))
			e.mu.Unlock()
			select {
			case <-ended:
				return most
			case <-time.After(20 * time.Microsecond):
			}
		}
	}
	session := func() context.Context { return e.NewShare(engine.SessionLimits(), 0).Context(t.Context()) }
	one := session()
	if n := most(one, one, one); n != 1 {
		t.Errorf("%d analyses of one session at once, want 1", n)
	}
	if n := most(session(), session(), session()); n < 2 {
		t.Errorf("%d analyses of three sessions at once, want more", n)
	}
}

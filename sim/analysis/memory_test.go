package analysis

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"lambdascope/sim/must"
)

// large returns settings whose analysis needs several megabytes.
func large(t *testing.T) Settings {
	s := defaults(t)
	s.Problem.States, s.Trajectories = 51, 1000
	if bytes := workBytes(s, s.Trajectories); bytes < 4*smallWork {
		t.Fatalf("%d bytes, want some megabytes", bytes)
	}
	return s
}

// TestMemoryIsReserved: large work waits for large work, small work for none, and
// work of more than there is gets all of it.
func TestMemoryIsReserved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, s := NewEngine(0), large(t)
		e.Bound(0, int(workBytes(s, s.Trajectories)))
		reserve := func(ctx context.Context, n int) func() {
			return must.Have(e.Reserve(ctx, s, n))(t)
		}
		first := reserve(t.Context(), s.Trajectories)
		small := must.Have(e.Reserve(t.Context(), defaults(t), 20))(t)
		small()
		second := make(chan func())
		go func() { second <- reserve(t.Context(), 100*s.Trajectories) }()
		synctest.Wait() // the second waits for memory
		select {
		case <-second:
			t.Fatal("memory for two at once, want it for one")
		default:
		}
		impatient, giveUp := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() {
			_, err := e.Reserve(impatient, s, s.Trajectories)
			failed <- err
		}()
		giveUp()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want the end of the context", err)
		}
		first()
		(<-second)()
		reserve(t.Context(), s.Trajectories)() // all of it is free again
		e = NewEngine(0)                       // which is not bounded
		for range 3 {
			reserve(t.Context(), s.Trajectories)
		}
	})
}

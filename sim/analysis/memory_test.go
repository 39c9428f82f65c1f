package analysis

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"lambdascope/estimator"
	"lambdascope/sim/internal/must"
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

// TestWorkBytes: more of anything takes more memory, and the systems of the folds no
// more than the estimator keeps of them.
func TestWorkBytes(t *testing.T) {
	s := defaults(t)
	base := workBytes(s, 20)
	if base <= 0 || base > smallWork {
		t.Errorf("%d bytes for the first analysis that a user sees", base)
	}
	if more := workBytes(s, 2000); more <= base {
		t.Errorf("%d bytes for 2000 trajectories, %d for 20", more, base)
	}
	for name, change := range map[string]func(s *Settings){
		"states":  func(s *Settings) { s.Problem.States = 51 },
		"lambdas": func(s *Settings) { s.Lambdas = UniformGrid(0.01) },
		"method":  func(s *Settings) { s.Method = estimator.RSM },
	} {
		c := s
		if change(&c); workBytes(c, 20) <= base {
			t.Errorf("%s: %d bytes, want more than %d", name, workBytes(c, 20), base)
		}
	}
	s.Problem.States, s.Lambdas = 51, UniformGrid(0.001)
	const most = 65 << 20
	if bytes := workBytes(s, 2); bytes < 64<<20 || bytes > most {
		t.Errorf("%d bytes for the largest systems of folds, want them bounded", bytes)
	}
	fewer := s
	fewer.Lambdas = UniformGrid(0.002)
	const n, lambdas, numbers = 100000, 500, 16 // error and influence of a fold
	if more := workBytes(s, n) - workBytes(fewer, n); more < n*lambdas*numbers {
		t.Errorf("%d bytes for %d more λ's of %d folds, want at least %d for each", more, lambdas, n, numbers)
	}
	s.Lambdas = "none"
	if bytes := workBytes(s, 20); bytes != 0 {
		t.Errorf("%d bytes for settings that are wrong", bytes)
	}
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
	})
}

// TestMemoryWithoutBound: an Engine that is not bounded lets everything in.
func TestMemoryWithoutBound(t *testing.T) {
	e, s := NewEngine(0), large(t)
	for range 3 {
		if _, err := e.Reserve(t.Context(), s, s.Trajectories); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBoundDropsFromTheCache: a smaller cache forgets what was used longest ago.
func TestBoundDropsFromTheCache(t *testing.T) {
	e := NewEngine(100 * sumsShare)
	for key := range 4 {
		e.Keep(key, "value", 25)
	}
	e.Recall(0)
	e.Bound(50*sumsShare, 1<<20)
	for key, want := range []bool{true, false, false, true} {
		if _, ok := e.Recall(key); ok != want {
			t.Errorf("%d is kept: %t, want %t", key, ok, want)
		}
	}
}

package analysis

import (
	"context"
	"errors"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// TestLongCallsEnd requests the longest calls allowed to a session, of many seconds each, and
// checks that all work ends soon after the limit or a cancellation. Soon has room for a
// decomposition on each processor and for the collector, 0.3 s together on two cores.
func TestLongCallsEnd(t *testing.T) {
	const limit, soon = 200 * time.Millisecond, 800 * time.Millisecond
	for name, change := range map[string]func(s *settings.Settings){
		"fits of all data":   func(s *settings.Settings) { s.Problem.Features, s.Method = "rff:256", settings.Naive },
		"updates over all":   func(s *settings.Settings) { s.Problem.Features, s.Method = "rff:256", settings.RSM },
		"inverses by update": func(s *settings.Settings) { s.Ridge, s.Method = 1, settings.RSM },
		"singular folds":     func(s *settings.Settings) { s.Problem.MaxSteps = 20 },
		"nearly singular":    func(s *settings.Settings) { s.Ridge = 1e-9 },
		"fine grid": func(s *settings.Settings) {
			testutil.Check(t, s.SetSource("2048"))
			s.Trajectories, s.Lambdas = 1000, "0:1:0.001"
		},
		"garnet": func(s *settings.Settings) {
			testutil.Check(t, s.SetSource("garnet"))
			s.Trajectories, s.Lambdas, s.Method = 1000, "0:1:0.001", settings.Naive
		},
	} {
		e := NewEngine(engine.DefaultCacheBytes)
		s := defaults(t, "mountain-car")
		s.Problem.Features, s.Trajectories, s.Lambdas = "tile-coding", 1000, "0:1:0.01"
		change(&s)
		s = checked(t, e, s)
		if _, _, err := e.data(t.Context(), s); err != nil { // only the selection remains
			t.Fatal(err)
		}
		before := processTime(t)
		_, err := engine.Limited(t.Context(), limit, func(ctx context.Context) error {
			_, err := e.analyze(ctx, Request{Settings: s}, nil)
			return err
		})
		var long *engine.TooLong
		if over := processTime(t) - before - limit; !errors.As(err, &long) || over > soon {
			t.Errorf("%s: %v, %v more than %v", name, err, over, limit)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(limit, func() {
			before = processTime(t)
			cancel()
		})
		if _, err = e.analyze(ctx, Request{Settings: s}, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want it cancelled", name, err)
		}
		if after := processTime(t) - before; after > soon {
			t.Errorf("%s: %v after it was cancelled", name, after)
		}
	}
}

// processTime returns the processor time of this process.
func processTime(t *testing.T) time.Duration {
	var u unix.Rusage
	testutil.Check(t, unix.Getrusage(unix.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

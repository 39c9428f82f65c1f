package analysis

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim/must"
)

func testLimits() Limits {
	return Limits{Trajectories: 1000, Lambdas: 101, MaxSteps: 100_000, Trials: 320, Processor: 2 * time.Second, Job: 10 * time.Minute}
}

func TestLimits(t *testing.T) {
	e := NewEngine(1)
	for _, c := range []struct {
		domain string
		change func(s *Settings)
		extra  Extra
		want   string // empty for accepted
	}{
		{"random-walk", func(*Settings) {}, Extra{}, ""},
		{"random-walk", func(s *Settings) { s.Trajectories = 1000 }, Extra{}, ""},
		{"random-walk", func(s *Settings) { s.Trajectories = 1001 }, Extra{}, "trajectories 1001: want at most 1000 in this session"},
		{"random-walk", func(s *Settings) { s.Lambdas = "0:1:0.01" }, Extra{}, ""},
		{"random-walk", func(s *Settings) { s.Lambdas = "0:1:0.005" }, Extra{}, "lambdas: 201 values: want at most 101 in this session"},
		{"random-walk", func(s *Settings) { s.Problem.MaxSteps = 100_001 }, Extra{}, "max-steps 100001: want at most 100000"},
		{"random-walk", func(s *Settings) { s.Method = estimator.Naive }, Extra{}, ""},
		{"random-walk", func(s *Settings) { s.Problem.States, s.Trajectories, s.Method = 51, 76, estimator.RSM }, Extra{}, "11 λ's, 51 features and method rsm"},
		{"2048", func(s *Settings) { s.Trajectories = 1000 }, Extra{Leverage: true, Refine: true}, ""},
		{"2048", func(s *Settings) { s.Lambdas = "0:1:0.05"; s.Trajectories = 1000 }, Extra{}, ""},
		{"2048", func(s *Settings) { s.Lambdas, s.Trajectories, s.Method = "0:1:0.01", 100, estimator.Naive }, Extra{}, "101 λ's, 16 features and method naive"},
		{"2048", func(s *Settings) { s.Trajectories = 1000 }, Extra{Maps: "tiles", Ridges: 100}, "11 λ's, 100 ridges, 16 features and method auto"},
		{"2048", func(s *Settings) { s.Trajectories, s.Lambdas, s.Method = 1001, "0", estimator.Naive }, Extra{Maps: "tiles", Ridges: 1}, "with 1 λ, 16 features and method naive"},
		{"2048", func(s *Settings) { s.Trajectories, s.Lambdas, s.Method = 170, "0", estimator.Naive }, Extra{Refine: true}, "a search beyond the grid"},
		{"mountain-car", func(s *Settings) { s.Problem.Features = "tile-coding" }, Extra{}, ""},
		{"mountain-car", func(s *Settings) { s.Problem.Features, s.Lambdas, s.Ridge = "tile-coding+bias", "0", 1e-9 }, Extra{}, "1 λ, 257 features"},
		{"mountain-car", func(s *Settings) { s.Problem.Features, s.Problem.MaxSteps, s.Trajectories = "rbf+bias", 2, 1000 }, Extra{}, "11 λ's, 26 features"},
		{"mountain-car", func(s *Settings) { s.Problem.Features, s.Lambdas = "tile-coding", "0:1:0.01" }, Extra{}, "101 λ's, 256 features and method auto take too long for this session at any number of trajectories: want fewer"},
	} {
		s := must.Have(Defaults(c.domain))(t)
		c.change(&s)
		s = must.Have(e.Check(s))(t)
		err := testLimits().CheckExtra(s, c.extra)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v, %+v: %v, want %q", s, c.extra, err, c.want)
		}
		if err := (Limits{}).CheckExtra(s, c.extra); err != nil {
			t.Errorf("no limits: %v", err)
		}
		// What the sentence says would be accepted is.
		if most := testLimits().mostTrajectories(s, c.extra); err != nil && most >= MinTrajectories && len(s.Lambdas) < 8 {
			for n, accepted := range map[int]bool{most: true, most + 1: false} {
				s.Trajectories = n
				if s.Problem.MaxSteps <= 100_000 && (testLimits().CheckExtra(s, c.extra) == nil) != accepted {
					t.Errorf("%+v: want it accepted: %t", s, accepted)
				}
			}
		}
	}
	for n, granted := range map[int]bool{1: true, 320: true, 321: false} {
		if (testLimits().CheckTrials(n) == nil) != granted {
			t.Errorf("%d trials: want them granted: %t", n, granted)
		}
	}
}

// TestEngineHoldsToLimits asks the Engine for what nobody has checked before.
func TestEngineHoldsToLimits(t *testing.T) {
	e := NewEngine(1 << 20)
	ctx := e.NewShare(testLimits(), 0).Context(t.Context())
	s := defaults(t)
	s.Problem.States, s.Trajectories, s.Method = 51, 1000, estimator.Naive
	if _, err := e.Analyze(ctx, s); err == nil || !strings.Contains(err.Error(), "in this session") {
		t.Errorf("Analyze: %v", err)
	}
	s = defaults(t)
	ridges := make([]float64, 100)
	for i := range ridges {
		ridges[i] = float64(i)
	}
	s.Problem.States, s.Trajectories = 19, 1000
	if _, err := e.Compare(ctx, s, nil, ridges, 0); err == nil || !strings.Contains(err.Error(), "100 ridges") {
		t.Errorf("Compare: %v", err)
	}
}

// TestLimited stops work that takes more processor time than it may, for whom it is
// limited alone.
func TestLimited(t *testing.T) {
	e := NewEngine(0)
	s := defaults(t)
	s.Problem.States, s.Trajectories, s.Method = 51, 300, estimator.Naive // many seconds
	spent, err := Limited(t.Context(), 100*time.Millisecond, func(ctx context.Context) error {
		_, err := e.Analyze(ctx, s)
		return err
	})
	var long *TooLong
	if !errors.As(err, &long) || !strings.Contains(err.Error(), "0.1 s of processor time") {
		t.Errorf("%v, want it stopped", err)
	}
	// A call under way is finished, one on each processor.
	if spent < 100*time.Millisecond || spent > 5*time.Second {
		t.Errorf("%v spent of 100 ms", spent)
	}
	if spent, err = Limited(t.Context(), time.Minute, func(ctx context.Context) error {
		_, err := e.Analyze(ctx, defaults(t))
		return err
	}); err != nil || spent <= 0 {
		t.Errorf("%v, %v spent", err, spent)
	}
	fault := errors.New("its own")
	if _, err = Limited(t.Context(), time.Nanosecond, func(context.Context) error { return fault }); err != fault {
		t.Errorf("%v, want the error of the work", err)
	}
}

// TestAllWhoWaitAreStopped has several sessions wait for one analysis: its processor
// time is limited once for all of them, and not for a session with other limits.
func TestAllWhoWaitAreStopped(t *testing.T) {
	const sessions = 5
	e := NewEngine(0)
	s := must.Have(e.Check(FileDefaults(loadWalk(t, e))))(t) // whose cost is not known before
	release := make(chan struct{})
	var all, held sync.WaitGroup
	held.Add(e.Workers())
	all.Go(func() { e.Do(t.Context(), e.Workers(), func(int) { held.Done(); <-release }) })
	held.Wait() // no processor is free
	ask := func(l Limits) (*Result, error) {
		// A session that has used much waits for a processor.
		return e.Analyze(e.NewShare(l, time.Hour).Context(t.Context()), s)
	}
	var errs [sessions]error
	for i := range errs {
		all.Go(func() { _, errs[i] = ask(Limits{Processor: time.Nanosecond}) })
	}
	all.Go(func() {
		if a, err := ask(Limits{}); a == nil || err != nil {
			t.Errorf("a session without limits: %v, %v", a, err)
		}
	})
	for waiting := 0; waiting < sessions+1; time.Sleep(time.Millisecond) {
		waiting = 0
		e.cache.mu.Lock()
		for _, f := range e.cache.flights {
			waiting += f.waiting
		}
		e.cache.mu.Unlock()
	}
	close(release)
	all.Wait()
	var first *TooLong
	if !errors.As(errs[0], &first) {
		t.Fatalf("%v, want it stopped", errs[0])
	}
	for _, err := range errs {
		var long *TooLong
		if !errors.As(err, &long) || long != first {
			t.Errorf("%v, want the same error for all", err)
		}
	}
}

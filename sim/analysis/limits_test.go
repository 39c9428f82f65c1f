package analysis

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
)

func TestLimits(t *testing.T) {
	e := NewEngine(1)
	for _, c := range []struct {
		domain string
		change func(s *settings.Settings)
		want   string // empty for accepted
	}{
		{"random-walk", func(*settings.Settings) {}, ""},
		{"random-walk", func(s *settings.Settings) { s.Trajectories = 1000 }, ""},
		{"random-walk", func(s *settings.Settings) { s.Trajectories = 1001 }, "trajectories 1001: want at most 1000 in this session"},
		{"random-walk", func(s *settings.Settings) { s.Lambdas = "0:1:0.01" }, ""},
		{"random-walk", func(s *settings.Settings) { s.Lambdas = "0:1:0.005" }, "lambdas: 201 values: want at most 101 in this session"},
		{"random-walk", func(s *settings.Settings) { s.Problem.MaxSteps = 100_001 }, "max-steps 100001: want at most 100000 in this session"},
		{"mountain-car", func(s *settings.Settings) { s.Problem.Features = "tile-coding" }, ""},
		{"mountain-car", func(s *settings.Settings) { s.Problem.Features = "tile-coding+bias" }, "features tile-coding+bias: 257 features: want at most 256 in this session"},
		{"mountain-car", func(s *settings.Settings) { s.Problem.Features = "rff:256" }, ""},
		{"mountain-car", func(s *settings.Settings) { s.Problem.Features = "rff:300" }, "features rff:300: 300 features: want at most 256 in this session"},
	} {
		s := defaults(t, c.domain)
		c.change(&s)
		s = checked(t, e, s)
		got := ""
		if err := engine.SessionLimits().Check(s); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: %s, want %s", s, got, c.want)
		}
		if err := (engine.Limits{}).Check(s); err != nil {
			t.Errorf("no limits: %v", err)
		}
	}
	for n, granted := range map[int]bool{1: true, 320: true, 321: false} {
		if (engine.SessionLimits().CheckTrials(n) == nil) != granted {
			t.Errorf("%d trials: want them granted: %t", n, granted)
		}
	}
}

// TestEngineHoldsToLimits requests analyses without a check beforehand.
func TestEngineHoldsToLimits(t *testing.T) {
	e := NewEngine(1 << 20)
	ctx := e.NewShare(engine.SessionLimits(), 0).Context(t.Context())
	s := defaults(t, "mountain-car")
	s.Trajectories = 1001
	for _, r := range append(everyPart(s), Request{Settings: s}, Request{Settings: defaults(t, "mountain-car"), Maps: []string{"raw", "rff:300"}}) {
		if _, err := e.Run(ctx, r); err == nil || !strings.Contains(err.Error(), "in this session") {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// TestLimited checks that work beyond the limit of processor time stops, but only for the
// limited caller.
func TestLimited(t *testing.T) {
	e := NewEngine(0)
	s := defaults(t, "")
	s.Problem.States, s.Trajectories, s.Method = 51, 300, settings.Naive // many seconds
	spent, err := engine.Limited(t.Context(), 100*time.Millisecond, func(ctx context.Context) error {
		_, err := e.Run(ctx, Request{Settings: s})
		return err
	})
	var long *engine.TooLong
	if !errors.As(err, &long) || !strings.Contains(err.Error(), "0.1 s of processor time") {
		t.Errorf("%v, want it stopped", err)
	}
	if spent < 100*time.Millisecond || spent > 500*time.Millisecond {
		t.Errorf("%v spent of 100 ms", spent)
	}
	if spent, err = engine.Limited(t.Context(), time.Minute, func(ctx context.Context) error {
		_, err := e.Run(ctx, Request{Settings: defaults(t, "")})
		return err
	}); err != nil || spent <= 0 {
		t.Errorf("%v, %v spent", err, spent)
	}
	fault := errors.New("its own")
	if _, err = engine.Limited(t.Context(), time.Nanosecond, func(context.Context) error { return fault }); !errors.Is(err, fault) {
		t.Errorf("%v, want the error of the work", err)
	}
}

// TestAllWhoWaitAreStopped has several sessions wait for one analysis of many seconds. The
// limit of processor time stops the analysis for all of these sessions, but not for a session
// with other limits.
func TestAllWhoWaitAreStopped(t *testing.T) {
	e := NewEngine(0)
	s := defaults(t, "")
	s.Problem.States, s.Trajectories, s.Method = 51, 300, settings.Naive
	s = checked(t, e, s)
	ask := func(ctx context.Context, l engine.Limits) error {
		_, err := e.Run(e.NewShare(l, 0).Context(ctx), Request{Settings: s})
		return err
	}
	endless, end := context.WithCancel(t.Context())
	free := make(chan error, 1)
	go func() { free <- ask(endless, engine.Limits{}) }()
	var errs [5]error
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { errs[i] = ask(t.Context(), engine.Limits{Processor: 300 * time.Millisecond}) })
	}
	all.Wait()
	end()
	if err := <-free; !errors.Is(err, context.Canceled) {
		t.Errorf("a session without limits: %v, want it to go on until it is cancelled", err)
	}
	var first *engine.TooLong
	if !errors.As(errs[0], &first) {
		t.Fatalf("%v, want it stopped", errs[0])
	}
	for _, err := range errs {
		var long *engine.TooLong
		if !errors.As(err, &long) || long != first {
			t.Errorf("%v, want the same error for all", err)
		}
	}
}

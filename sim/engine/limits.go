package engine

import (
	"context"
	"fmt"
	"time"

	"lambdascope/sim/settings"
)

// Limits bound the work of an Engine with many users. The limits belong to a Share, and apply
// to all work on the Share's account, whatever the command or page. Zero means no limit.
type Limits struct {
	Trajectories int
	Lambdas      int // of a grid
	MaxSteps     int
	Features     int
	Trials       int
	// Processor is the most processor time of one analysis, or of one command. Longer work is
	// stopped.
	Processor time.Duration
	// Job is the most processor time of work of many parts: the trials or the times of a
	// study.
	Job time.Duration
}

// SessionLimits returns the limits of a session over a network: two seconds of processor time
// for a command, and ten minutes for the trials of a page, which yield to the keys of all
// sessions. The app's opening view and lessons need far less.
func SessionLimits() Limits {
	return Limits{
		Trajectories: 1000,
		Lambdas:      101,
		MaxSteps:     100_000,
		Features:     256,
		Trials:       320,
		Processor:    2 * time.Second,
		Job:          10 * time.Minute,
	}
}

// Check returns an error that names the first setting beyond the limits and the accepted
// range. The settings must be in normal form.
func (l Limits) Check(s settings.Settings) error {
	if l == (Limits{}) {
		return nil
	}
	if n := len(s.Grid()); l.Lambdas > 0 && n > l.Lambdas {
		return fmt.Errorf("lambdas: %d values: want at most %d in this session", n, l.Lambdas)
	}
	if err := atMost("max-steps", s.Problem.MaxSteps, l.MaxSteps); err != nil {
		return err
	}
	dim, err := s.Dim()
	if err != nil {
		return err
	}
	if l.Features > 0 && dim > l.Features {
		return fmt.Errorf("features %s: %d features: want at most %d in this session", s.FeatureMap(), dim, l.Features)
	}
	return atMost("trajectories", s.Trajectories, l.Trajectories)
}

// MostTrajectories returns the largest number of trajectories allowed for the settings.
func (l Limits) MostTrajectories(s settings.Settings) int {
	if l.Trajectories > 0 {
		return l.Trajectories
	}
	return s.MostTrajectories()
}

// CheckTrials is Check for a number of trials.
func (l Limits) CheckTrials(n int) error { return atMost("trials", n, l.Trials) }

func atMost(name string, n, most int) error {
	if most > 0 && n > most {
		return fmt.Errorf("%s %d: want at most %d in this session", name, n, most)
	}
	return nil
}

// Within reserves memory and calls work under the limits of ctx's Share. The settings are in
// normal form.
func (e *Engine) Within(ctx context.Context, s settings.Settings, work func(ctx context.Context) error) error {
	limits := e.Limits(ctx)
	if err := limits.Check(s); err != nil {
		return err
	}
	end, err := e.BeginAnalysis(ctx)
	if err != nil {
		return err
	}
	defer end()
	leave, err := e.Reserve(ctx, s, s.Trajectories)
	if err != nil {
		return err
	}
	defer leave()
	_, err = Limited(ctx, limits.Processor, work)
	return err
}

// Limits returns the limits of ctx's work.
func (e *Engine) Limits(ctx context.Context) Limits { return e.pool.share(ctx).limits }

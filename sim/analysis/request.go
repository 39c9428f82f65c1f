package analysis

import (
	"context"
	"time"

	"lambdascope/sim/engine"
	"lambdascope/sim/panics"
	"lambdascope/sim/settings"
)

// Request asks for an analysis. Parts besides the selection take passes over the data, so that a
// request names the parts that somebody will see.
type Request struct {
	Settings    settings.Settings
	Calibration Calibrates // Result.Calibration and Result.Constant
	Folds       bool       // Result.Leverage, Result.Without and Result.Exact
	Refine      bool       // Result.Refined
	Fit         bool       // Result.Fit

	// Stream bounds the memory of simulated trajectories: beyond its budget they are drawn again for
	// each pass. Nil sets no bound.
	Stream *Stream
	// Preview gets analyses of fewer trajectories during a long one; nil for no previews.
	Preview func(*Result)
	Known   int       // previews of at most so many trajectories are left out
	Keep    []float64 // λ's that previews include, if the grid has them
}

// Calibrates is the choice of results with a calibration.
type Calibrates int

const (
	Never Calibrates = iota
	WithoutTruth
	Always
)

// Run returns the analysis of a request, from the cache if possible. When ctx ends, Run returns
// ctx's error immediately; the work continues only while another caller waits. The work stops for
// all callers after the processor time that the limits of ctx's Share allow. Other errors come from
// Check, from the estimator and from the limits.
func (e *Engine) Run(ctx context.Context, r Request) (*Result, error) {
	var lambdas []float64
	var err error
	if r.Settings, lambdas, err = e.check(r.Settings); err != nil {
		return nil, err
	}
	if r.Preview == nil {
		return e.run(ctx, r, lambdas)
	}
	meanwhile, stop := context.WithCancel(engine.AsPart(ctx))
	defer stop()
	ended := make(chan error, 1)
	go func() {
		ended <- panics.Guard(func() error {
			e.preview(meanwhile, r)
			return nil
		})
	}()
	a, err := e.run(ctx, r, lambdas)
	stop()
	panics.Raise(<-ended)
	return a, err
}

// run makes the parts of a checked request, one after another.
func (e *Engine) run(ctx context.Context, r Request, lambdas []float64) (*Result, error) {
	a, err := e.selected(ctx, r, lambdas)
	if err != nil {
		return nil, err
	}
	calibrates := r.Calibration == Always || r.Calibration == WithoutTruth && a.Truth == nil
	for _, part := range []struct {
		wanted bool
		add    func(context.Context, *Result) error
	}{
		{calibrates, e.calibrate},
		{r.Folds, e.addFolds},
		{r.Refine, e.refine},
		{r.Fit, e.addFit},
	} {
		if !part.wanted {
			continue
		}
		more := *a
		if err := part.add(ctx, &more); err != nil {
			return nil, err
		}
		a = &more
	}
	return a, nil
}

// selected returns the analysis of a checked request without parts.
func (e *Engine) selected(ctx context.Context, r Request, lambdas []float64) (*Result, error) {
	s := r.Settings
	limits := e.Limits(ctx)
	if err := limits.Check(s); err != nil {
		return nil, err
	}
	e.beginAnalysis(ctx, s)
	if a, ok := e.Lookup(s); ok {
		return a.(*Result), nil
	}
	end, err := e.BeginAnalysis(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	v, err := e.Once(ctx, flightKey{s, limits.Processor}, func(ctx context.Context) (any, error) {
		progress, done := e.underWay(s)
		defer done()
		var a *Result
		_, err := engine.Limited(ctx, limits.Processor, func(ctx context.Context) (err error) {
			a, err = e.analyze(ctx, s, lambdas, progress, r.Stream)
			return err
		})
		if err == nil {
			e.Store(s, a, a.bytes())
		}
		return a, err
	})
	if err != nil {
		return nil, err
	}
	return v.(*Result), nil
}

// flightKey identifies an analysis in progress. The key includes the processor limit, because
// the limit stops the analysis for all callers.
type flightKey struct {
	settings  settings.Settings
	processor time.Duration
}

package analysis

import (
	"context"
	"errors"
	"time"

	"lambdascope/sim"
	"lambdascope/sim/engine"
	"lambdascope/sim/panics"
	"lambdascope/sim/settings"
)

// Request asks for an analysis, or for a comparison of analyses. The parts take passes over the
// data, so that a request names the parts that somebody will see.
type Request struct {
	Settings settings.Settings

	// Maps or Ridges ask for Result.Comparison of feature maps at the ridge of the settings, or of
	// ridges with their map. The rest of the Result is then of the best of them. Maps have the names
	// of ParseMaps; ridges increase, and share a pass over the data, which ignores Settings.Method.
	Maps   []string
	Ridges []float64
	Nested int // parts of Comparison.Nested, UsualNested, or 0 for none

	Calibration Calibrates // Result.Calibration
	Folds       bool       // Result.Folds
	Leverage    bool       // Folds.Leverage; with Folds
	Exact       bool       // Folds.Exact; with Folds
	Refine      bool       // Result.Refined
	Fit         bool       // Result.Fit
	Episodes    []int      // folds; Result.Episodes has the first trajectory of each
	LeaveOut    bool       // Episode.LeftOut of each, at the λ of index Candidate
	Candidate   int

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

// compares reports whether the request asks for a comparison.
func (r *Request) compares() bool { return r.Maps != nil || r.Ridges != nil }

// Check returns the settings of a request in normal form, or an error that names the first value
// out of range and the accepted range. Check computes nothing.
func (e *Engine) Check(r Request) (settings.Settings, error) {
	err := e.check(&r)
	return r.Settings, err
}

// check brings a request into normal form.
func (e *Engine) check(r *Request) error {
	s, err := e.checkSettings(r.Settings)
	r.Settings = s
	if err != nil || !r.compares() {
		return err
	}
	if r.Maps != nil && r.Ridges != nil {
		return errors.New("maps and ridges: want one of them")
	}
	for _, name := range r.Maps {
		if _, err := e.checkSettings(s.WithFeatures(name)); err != nil {
			return err
		}
	}
	if r.Nested == UsualNested {
		r.Nested = e.usualNested(s)
	}
	return e.checkNested(s, r.Nested)
}

// checkSettings is Check for settings alone.
func (e *Engine) checkSettings(s settings.Settings) (settings.Settings, error) {
	s, err := s.Resolve()
	if err != nil {
		return s, err
	}
	if !s.Recorded() {
		d, err := sim.New(s.Problem)
		if err != nil {
			return s, err
		}
		s.Problem = d.Options()
		if p := s.Problem.Problem; p != nil {
			err = p.CheckGamma(s.Gamma)
		}
		return s, err
	}
	f, err := e.fileOf(s)
	if err != nil {
		return s, err
	}
	if s.Trajectories > f.Trajectories {
		return s, settings.RangeError("trajectories", s.Trajectories, "2 to %d, as many as %s has", f.Trajectories, settings.FileLabel(f.Name))
	}
	s.Columns = f.Features
	s.FileTrajectories = f.Trajectories
	s.Levels = f.Levels
	if s, err = withGroups(s, f); err != nil {
		return s, err
	}
	_, err = scaling(s, f)
	return s, err
}

// Run returns the analysis of a request, from the cache if possible. When ctx ends, Run returns
// ctx's error immediately; the work continues only while another caller waits. The work stops for
// all callers after the processor time that the limits of ctx's Share allow. Other errors come from
// Check, from the estimator and from the limits.
func (e *Engine) Run(ctx context.Context, r Request) (*Result, error) {
	if err := e.check(&r); err != nil {
		return nil, err
	}
	if r.Preview == nil {
		return e.run(ctx, r)
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
	a, err := e.run(ctx, r)
	stop()
	panics.Raise(<-ended)
	return a, err
}

// run makes the parts of a checked request, one after another.
func (e *Engine) run(ctx context.Context, r Request) (*Result, error) {
	work := e.selected
	if r.compares() {
		work = e.compare
	}
	a, err := work(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, p := range []struct {
		wanted bool
		add    func(context.Context, *Result, Request) error
	}{
		{r.Calibration == Always || r.Calibration == WithoutTruth && a.Truth == nil, e.addCalibration},
		{r.Folds, e.addFolds},
		{r.Refine, e.addRefined},
		{r.Fit, e.addFit},
		{r.Episodes != nil, e.addEpisodes},
	} {
		if !p.wanted {
			continue
		}
		more := *a
		if err := p.add(ctx, &more, r); err != nil {
			return nil, err
		}
		a = &more
	}
	return a, nil
}

// partKey is the cache key of a part of a result.
type partKey struct {
	name     string
	settings settings.Settings
}

// part returns a part of a result and the time of its computation, from the cache if possible.
// work also returns the size of the part in bytes.
func part[V any](ctx context.Context, e *Engine, a *Result, name string, work func(ctx context.Context) (V, int, error)) (V, time.Duration, error) {
	type timed struct {
		value V
		took  time.Duration
	}
	found, err := engine.Cached(ctx, e.Engine, partKey{name, a.Settings}, func(ctx context.Context) (timed, int, error) {
		lap := stopwatch()
		v, bytes, err := work(ctx)
		return timed{v, lap()}, bytes, err
	})
	return found.value, found.took, err
}

// selected returns the analysis of a checked request without parts.
func (e *Engine) selected(ctx context.Context, r Request) (*Result, error) {
	s := r.Settings
	limits := e.Limits(ctx)
	if err := limits.Check(s); err != nil {
		return nil, err
	}
	engine.Begin(ctx, "features "+s.FeatureMap(), func() float64 {
		share, _ := e.share(s) // by settings, because another caller may run the analysis
		return share
	})
	if a, ok := e.Lookup(s); ok { // without waiting for another analysis of the session
		return a.(*Result), nil
	}
	end, err := e.BeginAnalysis(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	return engine.Cached(ctx, e.Engine, s, func(ctx context.Context) (a *Result, bytes int, err error) {
		progress, done := e.underWay(s)
		defer done()
		if _, err = engine.Limited(ctx, limits.Processor, func(ctx context.Context) (err error) {
			a, err = e.analyze(ctx, r, progress)
			return err
		}); err != nil {
			return nil, 0, err
		}
		return a, a.bytes(), nil
	})
}

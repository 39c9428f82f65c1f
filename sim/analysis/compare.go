package analysis

import (
	"context"

	"lambdascope/estimator"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
)

// Axis is the dimension of a comparison besides λ.
type Axis int

const (
	OverMaps   Axis = iota
	OverRidges      // of one feature map
)

// Comparison has selections from the same trajectories with several feature maps or ridges. The
// LOTO errors are comparable, because returns depend on neither map nor ridge.
type Comparison struct {
	*estimator.Comparison
	Over    Axis
	Results []*Result // Settings differ in map and ridge
	Nested  *Nested   // nil if not asked for
}

// Compare compares results of the same trajectories. Errors are as for estimator.Compare.
func Compare(over Axis, results []*Result) (*Comparison, error) {
	var selections []*estimator.Selection
	for _, r := range results {
		selections = append(selections, r.Selection)
	}
	c, err := estimator.Compare(selections)
	return &Comparison{Comparison: c, Over: over, Results: results}, err
}

// At returns the best result. No result has a λ̂ with a smaller LOTO error.
func (c *Comparison) At() *Result { return c.Results[c.Best] }

// Name returns the distinguishing part of result j: the map or the ridge.
func (c *Comparison) Name(j int) string {
	s := c.Results[j].Settings
	if c.Over == OverRidges {
		return "ridge " + textfmt.Number(s.Ridge)
	}
	return s.FeatureMap()
}

// compare returns the best analysis of a checked request with the comparison.
func (e *Engine) compare(ctx context.Context, r Request) (*Result, error) {
	s := r.Settings
	over := OverMaps
	if r.Maps == nil {
		over = OverRidges
		r.Maps = []string{s.FeatureMap()}
	} else {
		r.Ridges = []float64{s.Ridge}
	}
	var results []*Result
	for _, name := range r.Maps {
		of, err := e.atRidges(ctx, s.WithFeatures(name), r.Ridges)
		if err != nil {
			return nil, err
		}
		results = append(results, of...)
	}
	c, err := Compare(over, results)
	if err == nil && r.Nested > 0 {
		err = e.Within(ctx, s, func(ctx context.Context) (err error) {
			c.Nested, err = e.nested(ctx, r)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	best := *c.At()
	best.Comparison = c
	return &best, nil
}

// atRidges returns the analyses of settings, one per ridge.
func (e *Engine) atRidges(ctx context.Context, s settings.Settings, ridges []float64) ([]*Result, error) {
	if len(ridges) == 1 {
		s.Ridge = ridges[0]
		r, err := e.Run(ctx, Request{Settings: s})
		return []*Result{r}, err
	}
	var out []*Result
	err := e.Within(ctx, s, func(ctx context.Context) error {
		var progress estimator.Progress
		engine.Begin(ctx, "features "+s.FeatureMap(), progress.Share)
		domain, data, err := e.data(ctx, s)
		if err != nil {
			return err
		}
		opt := e.Options(s)
		opt.Progress = &progress
		selections, err := e.selectAt(ctx, s, data, opt, ridges)
		if err != nil {
			return err
		}
		level := constantError(data, opt)
		for j, sel := range selections {
			r := &Result{Settings: s, Selection: sel, Constant: level, steps: lengths(data)}
			r.Settings.Ridge = ridges[j]
			if err := e.complete(ctx, r, domain, nil); err != nil {
				return err
			}
			out = append(out, r)
		}
		return ctx.Err()
	})
	return out, err
}

// selectAt selects λ from trajectories, once per ridge.
func (e *Engine) selectAt(ctx context.Context, s settings.Settings, data []*estimator.Trajectory, opt estimator.Options, ridges []float64) ([]*estimator.Selection, error) {
	if len(ridges) == 1 {
		opt.Ridge = ridges[0]
		sel, err := estimator.Select(ctx, data, opt)
		return []*estimator.Selection{sel}, e.inFile(ctx, s, err)
	}
	c, err := estimator.SelectRidge(ctx, data, ridges, opt)
	if err != nil {
		return nil, e.inFile(ctx, s, err)
	}
	return c.Selections, nil
}

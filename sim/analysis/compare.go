package analysis

import (
	"context"
	"fmt"

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
	OverPairs       // of a feature map and a ridge
)

// Comparison has selections from the same trajectories with several feature maps, ridges, or
// pairs of a map and a ridge. The LOTO errors are comparable, because returns depend on
// neither map nor ridge.
type Comparison struct {
	Over    Axis
	Results []*Result // Settings differ in map and ridge
	// Best is the index of the result with the least LOTO error; see estimator.Comparison.
	Best   int
	Nested *Nested // nil if not asked for

	against []estimator.Difference // of λ̂ of each result from λ̂ of the best result
}

// Compare compares results of the same trajectories. Errors are as for estimator.Compare.
func Compare(over Axis, results []*Result) (*Comparison, error) {
	var selections []*estimator.Selection
	for _, r := range results {
		selections = append(selections, r.Selection)
	}
	c, err := estimator.Compare(selections)
	if err != nil {
		return nil, err
	}
	return &Comparison{Over: over, Results: results, Best: c.Best, against: c.Against}, nil
}

// At returns the best result. No result has a λ̂ with a smaller LOTO error.
func (c *Comparison) At() *Result { return c.Results[c.Best] }

// Second returns the index of the result with the second least LOTO error, or −1 for a single
// result.
func (c *Comparison) Second() int {
	out := -1
	for j, r := range c.Results {
		if j != c.Best && (out < 0 || r.Selection.Best().LOTO < c.Results[out].Selection.Best().LOTO) {
			out = j
		}
	}
	return out
}

// NotRuledOut compares λ̂ of result j with λ̂ of the best result: the difference of LOTO
// errors, the standard error, and whether the data cannot rule out result j; see
// estimator.Compare.
func (c *Comparison) NotRuledOut(j int) (diff, se float64, not bool) {
	d := c.against[j]
	return d.Diff, d.SE, d.NotRuledOut
}

// Name returns the distinguishing part of result j: the map, the ridge, or both.
func (c *Comparison) Name(j int) string {
	s := c.Results[j].Settings
	ridge := "ridge " + textfmt.Number(s.Ridge)
	switch c.Over {
	case OverRidges:
		return ridge
	case OverPairs:
		return s.FeatureMap() + ", " + ridge
	default:
		return s.FeatureMap()
	}
}

// mostPairs is the largest number of pairs of a feature map and a ridge in a comparison.
const mostPairs = 200

// CheckCompare returns an error for invalid feature maps or ridges, or for an invalid nested
// estimate, given checked settings. CheckCompare computes nothing.
func (e *Engine) CheckCompare(s settings.Settings, maps []string, ridges []float64, nested int) error {
	if n := len(maps) * len(ridges); n > mostPairs {
		return fmt.Errorf("%d maps and %d ridges: %d pairs; want at most %d", len(maps), len(ridges), n, mostPairs)
	}
	for _, name := range maps {
		if _, err := e.Check(s.WithFeatures(name)); err != nil {
			return err
		}
	}
	return e.checkNested(s, nested)
}

// Compare selects λ with each feature map at each ridge, and compares the selections. Maps
// have the names of ParseMaps; ridges increase. A nil slice stands for the map or the ridge of
// the settings. Several ridges of a map share a pass over the data, which ignores
// Settings.Method. nested is the number of parts of a Nested, or 0 for no nested estimate.
// Errors are as for Run.
func (e *Engine) Compare(ctx context.Context, s settings.Settings, maps []string, ridges []float64, nested int) (*Comparison, error) {
	s, lambdas, err := e.check(s)
	if err == nil {
		err = e.CheckCompare(s, maps, ridges, nested)
	}
	if err != nil {
		return nil, err
	}
	over := OverMaps
	switch {
	case maps == nil && ridges != nil:
		over = OverRidges
	case ridges != nil:
		over = OverPairs
	}
	if maps == nil {
		maps = []string{s.FeatureMap()}
	}
	if ridges == nil {
		ridges = []float64{s.Ridge}
	}
	var results []*Result
	for _, name := range maps {
		of, err := e.atRidges(ctx, s.WithFeatures(name), lambdas, ridges)
		if err != nil {
			return nil, err
		}
		results = append(results, of...)
	}
	out, err := Compare(over, results)
	if err != nil || nested == 0 {
		return out, err
	}
	err = e.Within(ctx, s, func(ctx context.Context) (err error) {
		out.Nested, err = e.nested(ctx, s, lambdas, maps, ridges, nested)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// atRidges returns the analyses of checked settings, one per ridge.
func (e *Engine) atRidges(ctx context.Context, s settings.Settings, lambdas, ridges []float64) ([]*Result, error) {
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
		scaling, err := e.scaling(s)
		if err != nil {
			return err
		}
		opt := e.Options(s, lambdas)
		opt.Progress = &progress
		selections, err := e.selectAt(ctx, s, data, opt, ridges)
		if err != nil {
			return err
		}
		for j, sel := range selections {
			of := s
			of.Ridge = ridges[j]
			r := &Result{Settings: of, Selection: sel, Best: -1, Worst: -1, Scaling: scaling}
			e.describe(r)
			e.Do(ctx, 1, func(int) { err = r.score(e, domain, nil) })
			if err != nil {
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

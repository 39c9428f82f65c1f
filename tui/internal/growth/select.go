package main

import (
	"context"

	"lambdascope/estimator"
)

// gamma is the discount of all points.
const gamma = 0.95

// selection selects λ by the point's method, with the standard errors of differences.
func (p point) selection(ctx context.Context, data []*estimator.Trajectory) (*estimator.Selection, error) {
	opt := estimator.Options{Gamma: gamma, Lambdas: grid(p.K)}
	if p.Method == passes {
		return selectInPasses(ctx, data, opt)
	}
	var err error
	if opt.Method, err = estimator.ParseMethod(p.Method); err != nil {
		return nil, err
	}
	return estimator.Select(ctx, data, opt)
}

// selectInPasses goes over the data three times, some trajectories at a time, as is done
// with data that are larger than memory.
func selectInPasses(ctx context.Context, data []*estimator.Trajectory, opt estimator.Options) (*estimator.Selection, error) {
	sums, err := estimator.NewSums(data[0].Dim(), opt.Gamma, opt.Lambdas)
	if err != nil {
		return nil, err
	}
	over := func(f func(block []*estimator.Trajectory) error) error {
		const block = 100
		for first := 0; first < len(data); first += block {
			if err := f(data[first:min(first+block, len(data))]); err != nil {
				return err
			}
		}
		return nil
	}
	if err := over(func(b []*estimator.Trajectory) error { return sums.Add(ctx, b, nil) }); err != nil {
		return nil, err
	}
	p, err := sums.Open(ctx, estimator.PassOptions{})
	if err != nil {
		return nil, err
	}
	scores := p.NewLOTOErrors()
	if err := over(func(b []*estimator.Trajectory) error { return p.LeaveOut(ctx, scores, b) }); err != nil {
		return nil, err
	}
	spreader, err := p.Spreader(ctx, scores)
	if err != nil {
		return nil, err
	}
	spread := p.NewSpread()
	if err := over(func(b []*estimator.Trajectory) error { return spreader.Add(ctx, spread, b) }); err != nil {
		return nil, err
	}
	return p.Selection(ctx, scores, spread)
}

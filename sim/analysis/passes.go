package analysis

import (
	"context"

	"lambdascope/estimator"
	"lambdascope/sim/settings"
)

// pass calls do with the trajectories of a selection, a block at a time.
type pass func(do func(block []*estimator.Trajectory) error) error

// leaveOut makes the first two of the three passes of a selection.
func (e *Engine) leaveOut(ctx context.Context, s settings.Settings, lambdas []float64, over pass) (*estimator.Passes, error) {
	var sums *estimator.Sums
	err := over(func(block []*estimator.Trajectory) (err error) {
		if sums == nil {
			if sums, err = estimator.NewSums(block[0].Dim(), e.Options(s, lambdas)); err != nil {
				return err
			}
		}
		return sums.Add(ctx, block)
	})
	if err != nil {
		return nil, err
	}
	p, err := sums.Open(ctx)
	if err != nil {
		return nil, err
	}
	return p, over(func(block []*estimator.Trajectory) error { return p.LeaveOut(ctx, block) })
}

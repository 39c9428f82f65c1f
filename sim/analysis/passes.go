package analysis

import (
	"context"

	"lambdascope/estimator"
)

// pass calls do with some trajectories, a block at a time: one pass of the three that a
// selection makes over trajectories that are not all in memory, or not all there. Those
// of one machine's memory, of a part and of a domain are gone over by it alike.
type pass func(do func(block []*estimator.Trajectory) error) error

// sums makes the first pass.
func (p pass) sums(ctx context.Context, gamma float64, lambdas []float64, do estimator.Do) (*estimator.Sums, error) {
	var sums *estimator.Sums
	err := p(func(block []*estimator.Trajectory) (err error) {
		if sums == nil {
			if sums, err = estimator.NewSums(block[0].Dim(), gamma, lambdas); err != nil {
				return err
			}
		}
		return sums.Add(ctx, block, do)
	})
	return sums, err
}

// scores makes the second pass, over n trajectories.
func (p pass) scores(ctx context.Context, with *estimator.Passes, n int) (*estimator.LOTOErrors, error) {
	scores := with.NewLOTOErrors()
	scores.Grow(n)
	err := p(func(block []*estimator.Trajectory) error { return with.LeaveOut(ctx, scores, block) })
	return scores, err
}

// spread makes the third pass, over n trajectories, given the scores of all.
func (p pass) spread(ctx context.Context, with *estimator.Passes, all *estimator.LOTOErrors, n int) (*estimator.Spread, error) {
	spreader, err := with.Spreader(ctx, all)
	if err != nil {
		return nil, err
	}
	spread := with.NewSpread()
	spread.Grow(n)
	err = p(func(block []*estimator.Trajectory) error { return spreader.Add(ctx, spread, block) })
	return spread, err
}

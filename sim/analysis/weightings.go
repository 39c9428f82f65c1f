package analysis

import (
	"context"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/settings"
)

// Weightings is a selection with the λ̂ of each weighting of the LOTO errors. Without
// standard errors, it takes two passes over the trajectories.
type Weightings struct {
	Theta            [][]float64 // of LSTD(λ), per λ of the grid
	Step, Trajectory int         // index of λ̂
}

// Weightings selects λ on the trajectories that the settings draw, by each weighting. The
// trajectories are drawn for each pass, a block at a time: memory is bounded but for some
// numbers for each trajectory and λ, so that there may be very many. Settings.Weighting and
// Method mean nothing. The error is that of Check, of the estimator, or of the data, or
// ctx's.
func (e *Engine) Weightings(ctx context.Context, s settings.Settings) (*Weightings, error) {
	s, lambdas, err := e.check(s)
	if err != nil {
		return nil, err
	}
	domain, err := sim.New(s.Problem)
	if err != nil {
		return nil, err
	}
	n := s.Trajectories
	each := 8 * domain.Dim() * int(sim.MeanSteps(s.Problem)+1)
	leave, err := e.Reserve(ctx, s, min(n, 1+blockBytes/each))
	if err != nil {
		return nil, err
	}
	defer leave()
	over := e.drawBlocks(s, domain, 8)
	p, err := e.leaveOut(ctx, s, lambdas, func(do func(block []*estimator.Trajectory) error) error { return over(ctx, n, do) })
	if err != nil {
		return nil, err
	}
	theta, err := p.Theta()
	return &Weightings{Theta: theta, Step: p.Selected(estimator.ByStep), Trajectory: p.Selected(estimator.ByTrajectory)}, err
}

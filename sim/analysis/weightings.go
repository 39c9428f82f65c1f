package analysis

import (
	"context"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/settings"
)

// Weightings has λ̂ for each weighting of the LOTO errors. The selection takes only two passes
// over the trajectories, because Weightings has no standard errors.
type Weightings struct {
	Theta            [][]float64 // of LSTD(λ), per λ of the grid
	Step, Trajectory int         // index of λ̂
}

// Weightings selects λ by each weighting on the trajectories that the settings draw. Each pass
// draws the trajectories again, a block at a time, so that there may be very many: memory is
// bounded except for some numbers per trajectory and λ. Settings.Weighting and Method are
// ignored. The error comes from Check, from the estimator, from the data, or from ctx.
func (e *Engine) Weightings(ctx context.Context, s settings.Settings) (*Weightings, error) {
	s, err := e.checkSettings(s)
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
	p, err := e.leaveOut(ctx, s, func(do func(block []*estimator.Trajectory) error) error { return over(ctx, n, do) })
	if err != nil {
		return nil, err
	}
	theta, err := p.Theta()
	return &Weightings{Theta: theta, Step: p.Selected(estimator.ByStep), Trajectory: p.Selected(estimator.ByTrajectory)}, err
}

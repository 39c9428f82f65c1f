package estimator

import (
	"cmp"
	"context"

	"lambdascope/estimator/internal/dense"
)

// LSTD fits LSTD(λ) for each λ of the options: θ = A⁻¹ b (equations 4–6 of the
// paper), from k accumulations and k solutions, O(k(ΣH·d² + d³)). Errors
// are those of Select; one trajectory is enough.
func LSTD(ctx context.Context, data []*Trajectory, opt FitOptions) ([]Fit, error) {
	p, err := newProblem(ctx, data, opt.options())
	if err != nil {
		return nil, err
	}
	fits := make([]Fit, len(p.opt.Lambdas))
	err = p.eachLambda(ctx, func(ws *workspace, k int) error {
		s := make(dense.System, p.r*p.r+p.r)
		only, to := []int{k}, func(int) dense.System { return s }
		for i := 0; i < len(p.data) && ctx.Err() == nil; i++ {
			p.load(&ws.episode, i)
			p.accumulateAll(ctx, ws, only, len(only), to)
		}
		p.regularize(s.Matrix(p.r))
		singular := ws.solver.Solve(ws.theta, s.Matrix(p.r), s.Vector(p.r))
		theta, err := p.weights(ws.theta)
		fits[k] = Fit{Lambda: p.opt.Lambdas[k], Gamma: p.opt.Gamma, Theta: theta, Singular: singular}
		return err
	})
	if err != nil {
		return nil, err
	}
	return fits, nil
}

// Fits returns the fits to all trajectories that Select chooses from, one per λ of the
// options, and leaves nothing out: one pass over the data for all λ's, and k solutions.
// They are the same to the last bit, unless Options.Method is RSM or Naive: here it plays
// no part. Errors are those of Select.
func Fits(ctx context.Context, data []*Trajectory, opt Options) ([]Fit, error) {
	opt.Method = Cached
	p, err := newFoldProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	out := p.newFolds(nil)
	items, _ := p.distinct()
	// Rounding depends on how sums are divided, and that on the views.
	v := visit{views: selectionViews, whole: func(ws *workspace, k int, s dense.System) { p.solveWhole(out, ws, k, s) }}
	if err := p.leaveOut(ctx, items, v); err != nil {
		return nil, err
	}
	fits := make([]Fit, len(p.opt.Lambdas))
	for k, lambda := range p.opt.Lambdas {
		theta, err := p.weights(out.theta[k])
		if err != nil {
			return nil, err
		}
		fits[k] = Fit{Lambda: lambda, Gamma: p.opt.Gamma, Theta: theta, Singular: out.singular[k]}
	}
	return fits, nil
}

// eachLambda calls f for each λ, with a workspace, and returns ctx's error or the first.
func (p *problem) eachLambda(ctx context.Context, f func(ws *workspace, k int) error) error {
	errs := make([]error, len(p.opt.Lambdas))
	p.opt.Do(ctx, len(errs), func(k int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		errs[k] = f(ws, k)
	})
	return cmp.Or(ctx.Err(), cmp.Or(errs...))
}

package estimator

import "context"

// LSTD fits LSTD(λ) to all trajectories for each λ of the options: θ = A⁻¹ b (equations 4–6 of
// the paper), from k accumulations and k solutions, O(k(ΣH·d² + d³)). Select chooses among the
// same fits. The Groups of opt play no part. Errors are as in Select, but one trajectory is enough.
func LSTD(ctx context.Context, data []*Trajectory, opt Options) ([]Fit, error) {
	opt.Groups = nil
	p, err := newProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	v := p.at(p.opt.Ridge)
	l := p.newLoop()
	l.view = v
	defer l.release()
	fits := make([]Fit, len(p.opt.Lambdas))
	l.opt.Progress.begin(len(p.items) * len(fits))
	for _, ks := range l.chunks() {
		l.begin(ks)
		l.sum(ctx)
		if l.wholes(ctx); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	for k, lambda := range p.opt.Lambdas {
		theta, err := p.weights(v.theta[k])
		if err != nil {
			return nil, err
		}
		fits[k] = Fit{Lambda: lambda, Gamma: p.opt.Gamma, Theta: theta, Singular: v.singular[k]}
	}
	return fits, nil
}

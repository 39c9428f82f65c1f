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
	defer l.release()
	l.view = v
	l.opt.Progress.begin(len(p.items) * len(p.opt.Lambdas))
	if err := l.eachChunk(ctx, func() { l.wholes(ctx) }); err != nil {
		return nil, err
	}
	fits := make([]Fit, len(p.opt.Lambdas))
	for k, lambda := range p.opt.Lambdas {
		theta, err := p.weights(v.theta[k])
		if err != nil {
			return nil, err
		}
		fits[k] = Fit{Lambda: lambda, Gamma: p.opt.Gamma, Theta: theta, Singular: v.singular[k]}
	}
	return fits, nil
}

package estimator

import (
	"context"

	"lambdascope/estimator/internal/dense"
)

// Leverage returns h_i(λ) = tr(A⁻¹A_i) for each λ of the options, one number per trajectory, or
// per group with Options.Groups: the share of the fit that rests on the trajectory or group. The sum is d − ρ·tr A⁻¹, or the rank of A where A is deficient, since the
// pseudo-inverse then stands for A⁻¹. On truncated data a single h_i may be negative or large.
//
// It takes less time than a selection, O(k(ΣH·d² + d³)). Errors are as in LSTD.
func Leverage(ctx context.Context, data []*Trajectory, opt Options) ([][]float64, error) {
	p, err := newProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	v := p.at(p.opt.Ridge)
	l := p.newLoop()
	defer l.release()
	out := newRows(len(p.opt.Lambdas), p.folds())
	err = l.eachChunk(ctx, func() {
		weights := make([]dense.System, len(l.ks))
		l.opt.Do(ctx, len(l.ks), func(j int) { weights[j] = v.leverageWeights(l.totals[j]) })
		l.project(ctx, weights, func(k, fold int, product float64) { out[k][fold] = product })
	})
	if err != nil {
		return nil, err
	}
	for _, h := range out {
		for i, j := range p.same {
			h[i] = h[j]
		}
	}
	return out, nil
}

// leverageWeights returns A⁻ᵀ for the total of all trajectories, laid out as a system so that its
// products with the A_i are the leverages.
func (v *view) leverageWeights(t total) dense.System {
	d, ld := v.d, dense.Stride(v.d)
	inverse := v.inverseOf(t)
	out := make(dense.System, dense.Size(d))
	for i := range d {
		for j := range d {
			out[i*ld+j] = inverse[j*d+i]
		}
	}
	if v.null != nil && !v.clean {
		v.project(out)
	}
	return out
}

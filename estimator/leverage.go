package estimator

import (
	"context"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// Leverage returns h_i(λ) = tr(A⁻¹A_i) for each λ of the options, one number per
// trajectory, or per group where groups has any, as Options.Groups: how much of the fit
// rests on it. They sum to d − ρ·tr A⁻¹, and to the rank of A where that is deficient and
// its pseudo-inverse stands for A⁻¹. On truncated data a single h_i may be negative or
// large.
//
// It takes two accumulations of distinct trajectories per λ, O(ΣH·d² + d³), which is
// less than a selection takes. Errors are those of LSTD.
func Leverage(ctx context.Context, data []*Trajectory, groups []int, opt FitOptions) ([][]float64, error) {
	all := opt.options()
	all.Groups = groups
	p, err := newProblem(ctx, data, all)
	if err != nil {
		return nil, err
	}
	var items []item
	var first []int
	p.opt.Do(ctx, 1, func(int) { items, first = p.distinct() })
	var out [][]float64
	for _, lambda := range p.opt.Lambdas {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		h := p.with([]float64{lambda}).leverage(ctx, items)
		for i, j := range first {
			h[i] = h[j]
		}
		out = append(out, h)
	}
	return out, ctx.Err()
}

// leverage returns that of each item at the only λ, by its fold.
func (p *problem) leverage(ctx context.Context, items []item) []float64 {
	out := make([]float64, p.folds())
	sum, err := p.sumOver(ctx, items, p.systemSize(), func(fold int, sum []float64) {
		ws := p.borrow()
		defer p.giveBack(ws)
		own := dense.System(ws.whole)
		clear(own)
		for _, t := range p.together(fold) {
			p.load(&ws.episode, t)
			p.accumulateAll(ctx, ws, []int{0}, 1, func(int) dense.System { return own })
		}
		kernels.Add(sum, own)
	})
	if err != nil {
		return out
	}
	whole := dense.System(sum)
	weights := make([]float64, p.paddedSize())
	p.opt.Do(ctx, 1, func(int) {
		p.regularize(whole.Matrix(p.r))
		p.leverageWeights(weights, whole)
	})
	const most = 64 // tasks
	tasks := min(len(items), most)
	p.opt.Do(ctx, tasks, func(task int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		for i := task * len(items) / tasks; i < (task+1)*len(items)/tasks && ctx.Err() == nil; i++ {
			index := items[i].index
			for _, t := range p.together(index) {
				p.load(&ws.episode, t)
				out[index] += kernels.LongDot(p.padded(ws, nil, 0), weights)
			}
		}
	})
	return out
}

// leverageWeights sets weights to A⁻ᵀ, for the system of all trajectories with its
// ridge, laid out as padded systems are, so that their products with each A_i are the
// leverages.
func (p *problem) leverageWeights(weights []float64, s dense.System) {
	ws := p.borrow()
	defer p.giveBack(ws)
	r := p.r
	inverse := make([]float64, r*r)
	ws.inverseOf(inverse, s.Matrix(r))
	ld := kernels.RoundUpTo(r+1, kernels.TileCols)
	for a := range r {
		for b := range r {
			weights[a*ld+b] = inverse[b*r+a]
		}
	}
}

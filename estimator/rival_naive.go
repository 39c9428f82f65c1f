package estimator

import (
	"context"
	"slices"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// refitTogether is for how many λ's a refit takes each trajectory, once it is loaded.
const refitTogether = 4

// naive refits without each trajectory in turn, from the transitions.
func (p *problem) naive(ctx context.Context, out *folds) error {
	n := p.folds()
	fit := func(ws *workspace, ks []int, leave int) []dense.System {
		size := p.systemSize()
		ws.refits = memory.Resize(ws.refits, len(ks)*size)
		clear(ws.refits)
		to := make([]dense.System, len(ks))
		for j := range to {
			to[j] = ws.refits[j*size : (j+1)*size]
		}
		for j := 0; j < n && ctx.Err() == nil; j++ {
			if j != leave {
				p.accumulateFold(ws, j, ks, to)
			}
		}
		return to
	}
	// The sensitivities of all folds of a λ are kept, of as many λ's as there is
	// room for.
	chunk := len(p.opt.Lambdas)
	if out.take != nil {
		rows := n * (kernels.RoundUpTo(p.r, kernels.TileRows) + kernels.RoundUpTo(p.r+1, kernels.TileCols) + 1)
		chunk = max(1, min(chunk, p.budget/max(1, rows)))
	}
	p.opt.Progress.begin(len(p.opt.Lambdas) * (n + 1))
	for ks := range slices.Chunk(p.indices(), chunk) {
		if ctx.Err() != nil {
			break
		}
		out.open(ks)
		kept := make([]sensitivities, len(ks))
		for j := range kept {
			kept[j].shape(out.views(), n, p.r)
		}
		together := slices.Collect(slices.Chunk(ks, refitTogether))
		p.opt.Do(ctx, len(together)*(n+1), func(task int) {
			ws := p.borrow()
			defer p.giveBack(ws)
			part, i := together[task/(n+1)], task%(n+1)
			defer p.opt.Progress.add(len(part))
			if i == n {
				for j, s := range fit(ws, part, -1) {
					p.solveWhole(out, ws, part[j], s)
				}
				return
			}
			for j, s := range fit(ws, part, i) {
				k := part[j]
				p.regularize(s.Matrix(p.r))
				theta, slope := ws.theta, ws.slope
				out.status[k][i] = p.solveFold(ws, theta, s)
				out.errors[k][i] = p.foldError(ws, i, theta, slope)
				if out.take != nil {
					ws.solver.Again(slope, true)
					clear(s)
					p.accumulateFold(ws, i, []int{k}, []dense.System{s})
					p.sensitivity(out, leftOut{k: k, i: i, count: 1, row: i, own: s, into: &kept[k-ks[0]]}, 0, theta, slope)
				}
			}
		})
		if out.take == nil || ctx.Err() != nil {
			continue
		}
		p.opt.Do(ctx, len(ks), func(j int) {
			ws := p.borrow()
			defer p.giveBack(ws)
			sum := make([]float64, p.paddedSize())
			kept[j].addTo(sum)
			for i := 0; i < n && ctx.Err() == nil; i++ {
				for _, t := range p.together(i) {
					p.load(&ws.episode, t)
					out.project(ks[j], i, 0, kernels.LongDot(p.padded(ws, nil, ks[j]), sum))
				}
			}
		})
		p.complete(ctx, out, ks, nil)
	}
	return ctx.Err()
}

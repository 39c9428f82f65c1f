package estimator

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
)

// folds is what a method computes, per λ index.
type folds struct {
	theta     [][]float64    // k×r, θ of all trajectories, in the problem's coordinates
	singular  []bool         // k, whether A is rank-deficient
	errors    [][]float64    // k×n, ℓ_i
	status    [][]FoldStatus // k×n
	updated   int            // folds by Woodbury's formula
	shrinkage []float64      // k, Selection.Shrinkage of each λ

	// take is given the influences of the trajectories on the score of each λ, n
	// numbers that it may change, by increasing λ; nil where only folds are asked for.
	take func(k int, influence []float64)
	// influence holds, of the λ's at work, what refits contribute to that, n numbers.
	influence [][]float64
}

func (p *problem) newFolds(take func(k int, influence []float64)) *folds {
	k, n := len(p.opt.Lambdas), p.folds()
	f := &folds{
		theta:    make([][]float64, k),
		singular: make([]bool, k),
		errors:   make([][]float64, k),
		status:   make([][]FoldStatus, k),

		shrinkage: make([]float64, k),
		take:      take,
		influence: make([][]float64, k),
	}
	for j := range k {
		f.theta[j] = make([]float64, p.r)
		f.errors[j] = make([]float64, n)
		f.status[j] = make([]FoldStatus, n)
	}
	return f
}

// solveWhole sets θ of the k-th λ from the system of all trajectories.
func (p *problem) solveWhole(out *folds, ws *workspace, k int, s system) {
	p.regularize(s.matrix(p.r))
	p.solveRegularized(out, ws, k, s)
}

// solveRegularized is solveWhole where the ridge is in the system.
func (p *problem) solveRegularized(out *folds, ws *workspace, k int, s system) {
	out.singular[k] = ws.solver.solve(out.theta[k], s.matrix(p.r), s.vector(p.r))
	if out.take != nil {
		out.shrinkage[k] = p.shrinkage(ws.solver.diagonal)
	}
}

// solveFold sets ws.theta to the solution of a fold's system, its ridge included.
func (p *problem) solveFold(ws *workspace, s system) FoldStatus {
	if ws.solver.solve(ws.theta, s.matrix(p.r), s.vector(p.r)) {
		return FoldDeficient
	}
	return FoldOK
}

// cached solves each fold from Σ_{j≠i} A_j, accumulated for all λ's in one pass
// where that pays, and takes the error from the moments of the trajectory left
// out.
func (p *problem) cached(ctx context.Context, out *folds) error {
	items, first := p.distinct()
	return p.updating(ctx, out, items, first, make([]bool, p.folds()))
}

// woodbury gets each fold from the fit to all trajectories by Woodbury's formula.
func (p *problem) woodbury(ctx context.Context, out *folds) error {
	items, first := p.distinct()
	updated := make([]bool, p.folds())
	for i := range updated {
		updated[i] = true
	}
	return p.updating(ctx, out, items, first, updated)
}

// auto chooses between the two for each trajectory.
func (p *problem) auto(ctx context.Context, out *folds) error {
	items, first := p.distinct()
	return p.updating(ctx, out, items, first, p.updatesPay(items))
}

// updating leaves out the items that updated names by Woodbury's formula, where
// that is certainly accurate, and all others as cached does.
func (p *problem) updating(ctx context.Context, out *folds, items []item, first []int, updated []bool) error {
	for _, i := range first {
		if updated[i] {
			out.updated++
		}
	}
	inverses := make([]*provenInverse, len(p.opt.Lambdas))
	left := make([]atomic.Int64, len(inverses)) // folds that still need each
	v := visit{
		open: out.open,
		shut: func(ks []int) { p.complete(ctx, out, ks, first) },
		whole: func(ws *workspace, k int, s system) {
			p.solveWhole(out, ws, k, s)
			left[k].Store(int64(len(items)))
			if out.updated > 0 {
				inverses[k] = ws.prove(s.matrix(p.r), p.r, p.stop)
			}
		},
		views:     out.views(),
		projected: out.project,
	}
	done := func(f leftOut) {
		if left[f.k].Add(-1) == 0 {
			inverses[f.k] = nil
		}
	}
	v.fold = func(ws *workspace, f leftOut) {
		k, i := f.k, f.i
		defer done(f)
		p.regularize(f.others.matrix(p.r))
		if !updated[i] {
			p.solveAlone(out, ws, f)
			return
		}
		inverse := inverses[k]
		solved := !p.leave(ws, inverse, f, out.theta[k])
		if solved {
			if out.status[k][i] = p.solveFold(ws, f.others); out.status[k][i] == FoldOK {
				out.status[k][i] = FoldRefit
			}
		}
		out.errors[k][i] = p.foldError(ws, i)
		if out.take == nil {
			return
		}
		if solved || !ws.leaveAdjoint(inverse, f.others) {
			if !solved {
				ws.solver.solve(ws.residue, f.others.matrix(p.r), f.others.vector(p.r))
			}
			ws.solver.again(ws.slope, true)
		}
		p.sensitivity(out, ws, &ws.sensitivities, f, 0)
	}
	if lanesPay(p.r) {
		v.folds = func(ws *workspace, some []leftOut) {
			together := 0 // at the front
			for _, f := range some {
				if updated[f.i] {
					v.fold(ws, f)
					continue
				}
				some[together] = f
				together++
			}
			switch together {
			case 0:
			case 1:
				v.fold(ws, some[0])
			default:
				p.solveTogether(out, ws, some[:together])
				for _, f := range some[:together] {
					done(f)
				}
			}
		}
	}
	return p.leaveOut(ctx, items, v)
}

// solveAlone solves a fold, its ridge included, for its error and its sensitivity.
func (p *problem) solveAlone(out *folds, ws *workspace, f leftOut) {
	out.status[f.k][f.i] = p.solveFold(ws, f.others)
	out.errors[f.k][f.i] = p.errorFromMoments(ws, f)
	if out.take != nil {
		ws.solver.again(ws.slope, true)
		p.sensitivity(out, ws, &ws.sensitivities, f, 0)
	}
}

// solveTogether does so for up to laneCount folds of a λ, after it has included their
// ridge.
func (p *problem) solveTogether(out *folds, ws *workspace, some []leftOut) {
	var systems [laneCount]system
	for l, f := range some {
		p.regularize(f.others.matrix(p.r))
		systems[l] = f.others
	}
	lanes := &ws.lanes
	lanes.solve(systems[:len(some)], p.r)
	for l, f := range some {
		if !lanes.ok[l] {
			p.solveAlone(out, ws, f)
			continue
		}
		out.status[f.k][f.i] = FoldOK
		take(ws.theta, lanes.theta, l)
		out.errors[f.k][f.i] = p.errorFromMoments(ws, f)
		put(lanes.x, l, ws.slope)
	}
	if out.take == nil {
		return
	}
	lanes.backTransposed()
	for l, f := range some {
		if lanes.ok[l] {
			take(ws.theta, lanes.theta, l)
			take(ws.slope, lanes.x, l)
			p.sensitivity(out, ws, &ws.sensitivities, f, 0)
		}
	}
}

// errorFromMoments returns ℓ_i = (1/H_i) Σ_t (x_tᵀθ − G_t)² at θ = ws.theta
// without the data, as θᵀS_iθ − 2θᵀc_i + ΣG², and sets ws.slope to half the
// derivative of the sum, S_iθ − c_i. Where so much cancels that rounding could show,
// it goes through the data.
func (p *problem) errorFromMoments(ws *workspace, f leftOut) float64 {
	i, r, theta := f.i, p.r, ws.theta
	s, c := f.moments.matrix(r), f.moments.vector(r)
	var quadratic, trace, norm float64
	dots(ws.slope, s, r, theta)
	for a, v := range theta {
		quadratic += float64(v * ws.slope[a])
		ws.slope[a] -= c[a]
		trace += s[a*r+a]
		norm += float64(v * v)
	}
	sum := quadratic - 2*dot(c, theta) + p.foldG2[i]
	// The error is about 0.1·H·ε of what cancels; this leaves 1e−10 of the sum.
	enough := 1e-5 * max(1, float64(p.length[i])/50)
	if !(sum > enough*max(p.foldG2[i], norm*trace)) || math.IsInf(sum, 0) {
		p.loadOnly(ws, i)
		return p.foldError(ws, i)
	}
	return sum / float64(p.length[i])
}

// refitTogether is for how many λ's a refit takes each trajectory, once it is loaded.
const refitTogether = 4

// naive refits without each trajectory in turn, from the transitions.
func (p *problem) naive(ctx context.Context, out *folds) error {
	n := p.folds()
	fit := func(ws *workspace, ks []int, leave int) []system {
		size := p.systemSize()
		ws.refits = resize(ws.refits, len(ks)*size)
		clear(ws.refits)
		to := make([]system, len(ks))
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
		rows := n * (roundUpTo(p.r, tileRows) + roundUpTo(p.r+1, tileCols) + 1)
		chunk = max(1, min(chunk, p.budget/max(1, rows)))
	}
	p.opt.Progress.begin(len(p.opt.Lambdas) * (n + 1))
	for first := 0; first < len(p.opt.Lambdas) && ctx.Err() == nil; first += chunk {
		var ks []int
		for k := first; k < min(first+chunk, len(p.opt.Lambdas)); k++ {
			ks = append(ks, k)
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
				p.regularize(s.matrix(p.r))
				out.status[k][i] = p.solveFold(ws, s)
				p.loadOnly(ws, i)
				out.errors[k][i] = p.foldError(ws, i)
				if out.take != nil {
					ws.solver.again(ws.slope, true)
					clear(s)
					p.accumulateFold(ws, i, []int{k}, []system{s})
					p.sensitivity(out, ws, &kept[k-ks[0]], leftOut{k: k, i: i, count: 1, row: i, own: s}, 0)
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
					out.project(ks[j], i, 0, longDot(p.padded(ws, nil, ks[j]), sum))
				}
			}
		})
		p.complete(ctx, out, ks, nil)
	}
	return ctx.Err()
}

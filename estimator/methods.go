package estimator

import (
	"context"
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// folds is what a method computes, per λ index.
type folds struct {
	theta     [][]float64    // k×r, θ of all trajectories, in the problem's coordinates
	singular  []bool         // k, whether A is rank-deficient
	errors    [][]float64    // k×n, ℓ_i
	status    [][]FoldStatus // k×n
	shrinkage []float64      // k, Selection.Shrinkage of each λ

	// take is given the influences of the trajectories on the LOTO error of each λ, n
	// numbers that it may change, by increasing λ; nil where only folds are asked for.
	take func(k int, influence []float64)
	// whole is given the system of all trajectories at each λ, its ridge included, and left
	// each distinct fold with its θ, in the problem's coordinates; they keep nothing of it. Nil
	// is for nothing. Calls run in parallel.
	whole func(ws *workspace, s dense.System)
	left  func(of leftOut, theta []float64)
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

// leave hands on θ of a fold.
func (f *folds) leave(of leftOut, theta []float64) {
	if f.left != nil {
		f.left(of, theta)
	}
}

// solveWhole sets θ of the k-th λ from the system of all trajectories.
func (p *problem) solveWhole(out *folds, ws *workspace, k int, s dense.System) {
	p.regularize(s.Matrix(p.r))
	p.solveRegularized(out, ws, k, s)
}

// solveRegularized is solveWhole where the ridge is in the system.
func (p *problem) solveRegularized(out *folds, ws *workspace, k int, s dense.System) {
	out.singular[k] = ws.solver.Solve(out.theta[k], s.Matrix(p.r), s.Vector(p.r))
	if out.take != nil {
		out.shrinkage[k] = p.shrinkage(ws.solver.Diagonal)
	}
}

// solveFold sets theta to the solution of a fold's system, its ridge included.
func (p *problem) solveFold(ws *workspace, theta []float64, s dense.System) FoldStatus {
	if ws.solver.Solve(theta, s.Matrix(p.r), s.Vector(p.r)) {
		return FoldDeficient
	}
	return FoldOK
}

// leaveEachOut solves every fold from Σ_{j≠i} A_j, and takes its error from the moments of
// the trajectories left out. first has, for each fold, the first fold that equals it.
func (p *problem) leaveEachOut(ctx context.Context, out *folds, items []item, first []int) error {
	v := visit{
		open: out.open,
		shut: func(ks []int) { p.complete(ctx, out, ks, first) },
		whole: func(ws *workspace, k int, s dense.System) {
			p.solveWhole(out, ws, k, s)
			if out.whole != nil {
				out.whole(ws, s)
			}
		},
		views:     out.views(),
		projected: out.project,
		fold: func(ws *workspace, f leftOut) {
			p.regularize(f.others.Matrix(p.r))
			p.solveAlone(out, ws, f)
		},
	}
	if dense.LanesPay(p.r) {
		v.folds = func(ws *workspace, some []leftOut) {
			if len(some) == 1 {
				v.fold(ws, some[0])
				return
			}
			p.solveTogether(out, ws, some)
		}
	}
	return p.leaveOut(ctx, items, v)
}

// solveAlone solves a fold, its ridge included, for its error and its sensitivity.
func (p *problem) solveAlone(out *folds, ws *workspace, f leftOut) {
	theta, slope := ws.theta, ws.slope
	out.status[f.k][f.i] = p.solveFold(ws, theta, f.others)
	out.errors[f.k][f.i] = p.errorFromMoments(ws, f, theta, slope)
	out.leave(f, theta)
	if out.take != nil {
		ws.solver.Again(slope, true)
		p.sensitivity(out, f, 0, theta, slope)
	}
}

// solveTogether does so for up to laneCount folds of a λ, after it has included their
// ridge.
func (p *problem) solveTogether(out *folds, ws *workspace, some []leftOut) {
	var systems [kernels.LaneCount]dense.System
	for l, f := range some {
		p.regularize(f.others.Matrix(p.r))
		systems[l] = f.others
	}
	lanes, theta, slope := &ws.lanes, ws.theta, ws.slope
	lanes.Solve(systems[:len(some)], p.r)
	for l, f := range some {
		if !lanes.OK[l] {
			p.solveAlone(out, ws, f)
			continue
		}
		out.status[f.k][f.i] = FoldOK
		dense.Take(theta, lanes.Theta, l)
		out.errors[f.k][f.i] = p.errorFromMoments(ws, f, theta, slope)
		out.leave(f, theta)
		dense.Put(lanes.X, l, slope)
	}
	if out.take == nil {
		return
	}
	lanes.BackTransposed()
	for l, f := range some {
		if lanes.OK[l] {
			dense.Take(theta, lanes.Theta, l)
			dense.Take(slope, lanes.X, l)
			p.sensitivity(out, f, 0, theta, slope)
		}
	}
}

// errorFromMoments returns ℓ_i = (1/H_i) Σ_t (x_tᵀθ − G_t)²
// without the data, as θᵀS_iθ − 2θᵀc_i + ΣG², and sets slope to half the
// derivative of the sum, S_iθ − c_i. Where so much cancels that rounding could show,
// it goes through the data.
func (p *problem) errorFromMoments(ws *workspace, f leftOut, theta, slope []float64) float64 {
	i, r := f.i, p.r
	s, c := f.moments.Matrix(r), f.moments.Vector(r)
	var quadratic, trace, norm float64
	kernels.Dots(slope, s, r, theta)
	for a, v := range theta {
		quadratic += float64(v * slope[a])
		slope[a] -= c[a]
		trace += s[a*r+a]
		norm += float64(v * v)
	}
	sum := quadratic - 2*kernels.Dot(c, theta) + p.foldG2[i]
	// The error is about 0.1·H·ε of what cancels; this leaves 1e−10 of the sum.
	enough := 1e-5 * max(1, float64(p.length[i])/50)
	if !(sum > enough*max(p.foldG2[i], norm*trace)) || math.IsInf(sum, 0) {
		return p.foldError(ws, i, theta, slope)
	}
	return sum / float64(p.length[i])
}

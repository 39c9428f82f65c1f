package estimator

import (
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// folds are the results of a view, by the index of λ.
type folds struct {
	theta     [][]float64    // k×d, θ of all trajectories, in the coordinates of the problem
	singular  []bool         // k: A is rank-deficient
	order     [][]int        // k, the pivots of A for all folds; nil where folds are solved one by one
	shrinkage []float64      // k, Selection.Shrinkage of each λ
	errors    [][]float64    // k×n, ℓ_i
	status    [][]FoldStatus // k×n
	influence [][]float64    // k×n, of folds on the LOTO error; see jackknife.go
}

// allocate allocates the results.
func (v *view) allocate() {
	k, n := len(v.opt.Lambdas), v.problem.folds()
	v.theta = newRows(k, v.d)
	v.errors = newRows(k, n)
	v.influence = newRows(k, n)
	v.singular = make([]bool, k)
	v.shrinkage = make([]float64, k)
	v.order = make([][]int, k)
	v.status = make([][]FoldStatus, k)
	for j := range k {
		v.status[j] = make([]FoldStatus, n)
	}
}

// newRows returns k rows of n zeros.
func newRows(k, n int) [][]float64 {
	out := make([][]float64, k)
	for j := range out {
		out[j] = make([]float64, n)
	}
	return out
}

// solveWhole fits a view to all trajectories at the k-th λ, given their system in the
// coordinates of the problem.
func (v *view) solveWhole(ws *workspace, k int, s dense.System) {
	v.enter(s)
	v.singular[k] = ws.solver.Solve(v.theta[k], s)
	if 0 < v.d && v.d < dense.BlockedSize { // rows of larger systems fill registers
		v.order[k] = ws.solver.Order()
	}
	v.shrinkage[k] = v.shrinkageOf(ws)
	v.push(v.theta[k])
}

// solveFolds solves the folds of a block, side by side if possible, and adds the sensitivities.
func (l *foldLoop) solveFolds(ws *workspace) {
	order := l.view.order[ws.folds[0].k]
	if order == nil || len(ws.folds) == 1 || l.refit != nil {
		for _, f := range ws.folds {
			l.solveFold(ws, f)
		}
		return
	}
	ws.systems = ws.systems[:0]
	for _, f := range ws.folds {
		ws.systems = append(ws.systems, f.others)
	}
	lanes := &ws.lanes
	solved := lanes.Solve(ws.systems, order)
	for lane, f := range ws.folds {
		if !solved[lane] {
			continue
		}
		dense.Take(ws.theta, lanes.Theta, lane)
		l.score(ws, f, FoldOK)
		dense.Put(lanes.Theta, lane, ws.theta) // in the coordinates of the problem
		dense.Put(lanes.Slope, lane, ws.slope)
	}
	lanes.Transposed()
	for lane, f := range ws.folds {
		if !solved[lane] {
			l.solveFold(ws, f)
			continue
		}
		dense.Take(ws.theta, lanes.Theta, lane)
		dense.Take(ws.slope, lanes.Slope, lane)
		l.addSensitivity(ws, f)
	}
}

// solveFold solves a single fold, and adds its sensitivity.
func (l *foldLoop) solveFold(ws *workspace, f leftOut) {
	status := FoldOK
	if ws.solver.Solve(ws.theta, f.others) {
		status = FoldDeficient
	}
	if l.refit != nil {
		if other := l.refit(f.k, f.fold, f.others, ws.theta); status == FoldOK {
			status = other
		}
	}
	l.score(ws, f, status)
	ws.solver.SolveAgain(ws.slope, true)
	l.addSensitivity(ws, f)
}

// score records the error of a fold, given θ̃ in ws.theta. It converts ws.theta to the
// coordinates of the problem, and sets ws.slope to half the derivative of H·ℓ in the coordinates
// of the view.
func (l *foldLoop) score(ws *workspace, f leftOut, status FoldStatus) {
	v := l.view
	v.push(ws.theta)
	v.status[f.k][f.fold] = status
	v.errors[f.k][f.fold] = l.errorFromMoments(ws, f, ws.theta, ws.slope)
	if l.left != nil {
		l.left(f, ws.theta, status)
	}
	v.pull(ws.slope)
}

// errorFromMoments returns ℓ_i = (1/H_i) Σ_t (x_tᵀθ − G_t)² without the data, as
// θᵀS_iθ − 2θᵀc_i + ΣG², and sets slope to half the derivative of the sum, S_iθ − c_i. A pass over
// the data for each fold takes 1.9 times as long for 2048, 1.5 for walks. Such a pass is needed only
// if so many digits cancel that rounding could show.
func (p *problem) errorFromMoments(ws *workspace, f leftOut, theta, slope []float64) float64 {
	if len(f.moments) == 0 {
		return p.foldError(ws, f.fold, theta, slope)
	}
	i, ld := f.fold, dense.Stride(p.d)
	var quadratic, linear, trace, norm float64
	for a, v := range theta {
		row := f.moments[a*ld:][:p.d+1]
		product := kernels.Dot(row[:p.d], theta)
		slope[a] = product - row[p.d]
		quadratic += float64(v * product)
		linear += float64(v * row[p.d])
		trace += row[a]
		norm += float64(v * v)
	}
	sum := quadratic - 2*linear + p.foldG2[i]
	// The error is about 0.1·H·ε of the terms that cancel; the limit leaves 1e−10 of the sum.
	enough := 1e-5 * max(1, float64(p.length[i])/50)
	if !(sum > enough*max(p.foldG2[i], norm*trace)) || math.IsInf(sum, 0) {
		return p.foldError(ws, i, theta, slope)
	}
	return sum / float64(p.length[i])
}

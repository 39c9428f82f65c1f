package estimator

import (
	"context"
	"math"
	"sync/atomic"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// rsm is the paper's ALLSTD (Algorithms 1–3, with their misprints corrected):
// A_0⁻¹ becomes A_λ⁻¹, and that the inverse of each fold, by one rank-one
// update per transition. An inverse got that way is used only where it proves
// itself one; otherwise the matrix is solved by the rule of solver, as plain
// updates return finite and wrong results on folds that are singular.
func (p *problem) rsm(ctx context.Context, out *folds) error {
	var start []float64
	p.opt.Do(ctx, 1, func(int) { start = p.inverseAtZero(ctx) })
	inverses := make([][]float64, len(p.opt.Lambdas))
	left := make([]atomic.Int64, len(inverses)) // folds that still need each
	return p.leaveOut(ctx, p.each(), visit{
		open: out.open,
		shut: func(ks []int) { p.complete(ctx, out, ks, nil) },
		whole: func(ws *workspace, k int, s dense.System) {
			left[k].Store(int64(p.folds()))
			p.regularize(s.Matrix(p.r))
			if inverse := p.wholeInverse(ctx, ws, k, start, s.Matrix(p.r)); inverse != nil {
				inverses[k] = inverse
				ws.applyInverse(out.theta[k], inverse, s)
				out.shrinkage[k] = p.shrinkage(func(j int) float64 { return inverse[j*p.r+j] })
				return
			}
			p.solveRegularized(out, ws, k, s)
		},
		fold: func(ws *workspace, f leftOut) {
			k, i, others := f.k, f.i, f.others
			defer func() {
				if left[k].Add(-1) == 0 {
					inverses[k] = nil
				}
			}()
			p.regularize(others.Matrix(p.r))
			theta, slope, inverse := ws.theta, ws.slope, ws.inverse
			if inverses[k] != nil {
				copy(inverse, inverses[k])
				for _, t := range p.together(i) {
					p.load(&ws.episode, t)
					ws.remove(inverse, p.opt.Gamma*p.opt.Lambdas[k])
				}
			}
			updated := inverses[k] != nil && isInverse(inverse, others.Matrix(p.r), p.r, ws.residue)
			if updated {
				ws.applyInverse(theta, inverse, others)
			} else if out.status[k][i] = p.solveFold(ws, theta, others); out.status[k][i] == FoldOK {
				out.status[k][i] = FoldRefit
			}
			out.errors[k][i] = p.foldError(ws, i, theta, slope)
			if out.take == nil {
				return
			}
			if updated {
				ws.applyInverseTransposed(slope, inverse, others)
			} else {
				ws.solver.Again(slope, true)
			}
			p.sensitivity(out, f, 0, theta, slope)
		},
		views:     out.views(),
		projected: out.project,
	})
}

// inverseAtZero returns A_0⁻¹, or nil where A_0 is not safely regular.
func (p *problem) inverseAtZero(ctx context.Context) []float64 {
	ws := p.borrow()
	defer p.giveBack(ws)
	s := make(dense.System, p.r*p.r+p.r)
	for i := 0; i < len(p.data) && ctx.Err() == nil; i++ {
		p.load(&ws.episode, i)
		ws.episode.accumulate(s.Matrix(p.r), s.Vector(p.r), ws.z, 0)
	}
	p.regularize(s.Matrix(p.r))
	inverse := make([]float64, p.r*p.r)
	if !ws.solver.Inverse(inverse, s.Matrix(p.r)) || !isInverse(inverse, s.Matrix(p.r), p.r, ws.residue) {
		return nil
	}
	return inverse
}

// wholeInverse returns A_λ⁻¹ by updates from A_0⁻¹, from A_λ itself where that
// fails, and nil where A_λ is not safely regular.
func (p *problem) wholeInverse(ctx context.Context, ws *workspace, k int, start, a []float64) []float64 {
	inverse := make([]float64, p.r*p.r)
	if start != nil {
		copy(ws.inverse, start)
		for i := 0; i < len(p.data) && ctx.Err() == nil; i++ {
			p.load(&ws.episode, i)
			ws.retrace(ws.inverse, p.opt.Gamma*p.opt.Lambdas[k])
		}
		if isInverse(ws.inverse, a, p.r, ws.residue) {
			copy(inverse, ws.inverse)
			return inverse
		}
	}
	if ws.solver.Inverse(inverse, a) && isInverse(inverse, a, p.r, ws.residue) {
		return inverse
	}
	return nil
}

// updateChunk is how many updates go between looks at the context.
const updateChunk = 16

// retrace takes an inverse from A_0⁻¹ toward A_λ⁻¹ by the transitions of the
// episode loaded: u = z − x, v = w.
func (ws *workspace) retrace(inverse []float64, decay float64) {
	u := ws.residue
	ws.eachTrace(decay, func(t int) {
		for j, v := range ws.episode.state(t) {
			u[j] = ws.z[j] - v
		}
		ws.shermanMorrison(inverse, u, ws.episode.change(t), 1)
	})
}

// remove takes an inverse from A⁻¹ to the inverse without the episode loaded:
// u = z, v = −w.
func (ws *workspace) remove(inverse []float64, decay float64) {
	ws.eachTrace(decay, func(t int) { ws.shermanMorrison(inverse, ws.z, ws.episode.change(t), -1) })
}

// eachTrace calls update at each transition of the episode loaded, with its trace in ws.z.
func (ws *workspace) eachTrace(decay float64, update func(t int)) {
	clear(ws.z)
	for t := range ws.episode.h {
		if t%updateChunk == updateChunk-1 && ws.episode.stop() {
			return
		}
		ws.episode.trace(ws.z, t, ws.episode.decayInto(t, decay))
		update(t)
	}
}

// shermanMorrison replaces M by the inverse of M⁻¹ + sign·u vᵀ:
// M − sign·(M u)(vᵀM)/(1 + sign·vᵀM u). It takes 3·r² multiplications, and
// returns M u of M before, in scratch of the workspace, and what is divided by.
func (ws *workspace) shermanMorrison(m, u, v []float64, sign float64) (mu []float64, divisor float64) {
	r := len(u)
	mu = ws.left
	kernels.Dots(mu, m, r, u)
	kernels.RowSum(ws.right, m, r, v)
	divisor = 1 + float64(sign*kernels.Dot(v, mu))
	factor := -sign / divisor
	for i, l := range mu {
		ws.gain[i] = factor * l
	}
	kernels.AddOuter(m, r, ws.gain, ws.right)
	return mu, divisor
}

// isInverse tells whether m can be trusted as c⁻¹: finite,
// ‖M‖_F‖C‖_F < 1e8 and ‖I − MC‖_F < 1e−4. A finite result of updates can be
// entirely wrong, and its residual does not show it. scratch is of length r.
func isInverse(m, c []float64, r int, scratch []float64) bool {
	const conditionLimit, errorLimit = 1e8, 1e-4
	if !(kernels.Dot(m, m)*kernels.Dot(c, c) < conditionLimit*conditionLimit) {
		return false
	}
	var sum float64
	row := scratch[:r]
	for i := range r {
		clear(row)
		row[i] = 1
		for l, v := range m[i*r : (i+1)*r] {
			kernels.Axpy(-v, c[l*r:(l+1)*r], row)
		}
		sum += kernels.Dot(row, row)
	}
	return sum < errorLimit*errorLimit && !math.IsNaN(sum)
}

// applyInverse sets theta to M y, refined twice: θ ← θ + M(y − Cθ). Each time
// multiplies the error by ‖I − MC‖, which isInverse bounds.
func (ws *workspace) applyInverse(theta, m []float64, s dense.System) {
	r := len(theta)
	c, y := s.Matrix(r), s.Vector(r)
	for i := range r {
		theta[i] = kernels.Dot(m[i*r:(i+1)*r], y)
	}
	for range 2 {
		for i := range r {
			ws.residue[i] = y[i] - kernels.Dot(c[i*r:(i+1)*r], theta)
		}
		for i := range r {
			theta[i] += kernels.Dot(m[i*r:(i+1)*r], ws.residue)
		}
	}
}

// applyInverseTransposed replaces y by Mᵀy, refined twice as in applyInverse.
func (ws *workspace) applyInverseTransposed(y, m []float64, s dense.System) {
	r := len(y)
	c, x := s.Matrix(r), ws.left
	clear(x)
	for i, v := range y {
		kernels.Axpy(v, m[i*r:(i+1)*r], x)
	}
	for range 2 {
		copy(ws.residue, y)
		for i, v := range x {
			kernels.Axpy(-v, c[i*r:(i+1)*r], ws.residue)
		}
		for i, v := range ws.residue {
			kernels.Axpy(v, m[i*r:(i+1)*r], x)
		}
	}
	copy(y, x)
}

package estimator

import (
	"context"
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// rsm is ALLSTD of the paper (Algorithms 1 and 3, misprints corrected): A_0⁻¹ becomes A_λ⁻¹, and
// A_λ⁻¹ the inverse of each fold, by one rank-one update per transition. An inverse must pass
// isInverse, because plain updates return finite and wrong results on singular folds. Otherwise
// the fold is solved from its own matrix.
type rsm struct {
	*foldLoop
	inverses [][]float64 // A_λ⁻¹ by λ; nil if A_λ is not safely regular
}

// rsmScratch is the scratch of recursive updates.
type rsmScratch struct {
	inverse                  []float64 // d×d
	z, mu, vm, residue, sums []float64 // d
}

func newRSMScratch(d int) rsmScratch {
	x := make([]float64, d*d+5*d)
	vector := func(i int) []float64 { return x[d*d+i*d:][:d:d] }
	return rsmScratch{x[: d*d : d*d], vector(0), vector(1), vector(2), vector(3), vector(4)}
}

// newRSM computes A_λ⁻¹ of each λ from A_0⁻¹ (Algorithm 1), or from A_λ if the updates fail.
func (p *problem) newRSM(ctx context.Context, v *view) *rsm {
	out := &rsm{&foldLoop{problem: p}, make([][]float64, len(p.opt.Lambdas))}
	zero := p.with([]float64{0})
	var start []float64
	p.opt.Do(ctx, 1, func(int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		start = zero.inverseAt(ctx, ws, v, 0, nil)
	})
	if ctx.Err() != nil {
		return out
	}
	p.opt.Do(ctx, len(out.inverses), func(k int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		out.inverses[k] = p.inverseAt(ctx, ws, v, k, start)
	})
	return out
}

// inverseAt returns the inverse of A at the k-th λ by updates of A_0⁻¹ if start is not nil,
// otherwise by factors; nil if A is not safely regular.
func (p *problem) inverseAt(ctx context.Context, ws *workspace, v *view, k int, start []float64) []float64 {
	whole := make(dense.System, p.systemSize())
	out := p.retrace(ctx, ws, k, start, whole)
	v.enter(whole)
	if start != nil && isInverse(out, whole, ws.rsm.residue) {
		return out
	}
	if ws.solver.Inverse(out, whole) && isInverse(out, whole, ws.rsm.residue) {
		return out
	}
	return nil
}

// retrace updates A_0⁻¹, if start is not nil, to A_λ⁻¹ at the k-th λ by all transitions,
// u = z − x and v = w. It adds all systems to sum.
func (p *problem) retrace(ctx context.Context, ws *workspace, k int, start []float64, sum dense.System) []float64 {
	out := make([]float64, p.d*p.d)
	copy(out, start)
	decay, u := p.opt.Gamma*p.opt.Lambdas[k], ws.rsm.residue
	for i := 0; i < len(p.data) && ctx.Err() == nil; i++ {
		p.load(&ws.episode, i)
		ws.episode.addTo(sum, decay)
		if start == nil {
			continue
		}
		ws.eachTrace(decay, func(t int) {
			for j, x := range ws.episode.state(t) {
				u[j] = ws.rsm.z[j] - x
			}
			ws.shermanMorrison(out, u, ws.episode.change(t), 1)
		})
	}
	return out
}

// solveFolds solves folds by updates from A_λ⁻¹ (Algorithm 3).
func (r *rsm) solveFolds(ws *workspace, v *view, some []leftOut) {
	for _, f := range some {
		inverse := ws.rsm.inverse
		updated := r.inverses[f.k] != nil
		if updated {
			copy(inverse, r.inverses[f.k])
			for _, t := range r.together(f.fold) {
				r.load(&ws.episode, t)
				ws.eachTrace(r.opt.Gamma*r.opt.Lambdas[f.k], func(t int) {
					ws.shermanMorrison(inverse, ws.rsm.z, ws.episode.change(t), -1)
				})
			}
			updated = isInverse(inverse, f.others, ws.rsm.residue)
		}
		status := FoldOK
		if updated {
			ws.applyInverse(ws.theta, inverse, f.others)
		} else if status = FoldRefit; ws.solver.Solve(ws.theta, f.others) {
			status = FoldDeficient
		}
		r.score(ws, v, f, status)
		if updated {
			ws.applyInverseTransposed(ws.slope, inverse, f.others)
		} else {
			ws.solver.SolveAgain(ws.slope, true)
		}
		r.addSensitivity(ws, v, f)
	}
}

// eachTrace calls update at each transition of the episode loaded, with its trace in ws.rsm.z.
func (ws *workspace) eachTrace(decay float64, update func(t int)) {
	const poll = 16 // updates between calls of stop
	z := ws.rsm.z
	clear(z)
	for t := range ws.episode.h {
		if t%poll == poll-1 && ws.episode.stop() {
			return
		}
		ws.episode.trace(z, t, ws.episode.decayInto(t, decay))
		update(t)
	}
}

// shermanMorrison replaces M by the inverse of M⁻¹ + sign·u vᵀ (Algorithm 2),
//
//	M − sign·(M u)(vᵀM)/(1 + sign·vᵀM u),
//
// with 3·d² multiplications. It returns M u for the old M, in scratch, and the divisor.
func (ws *workspace) shermanMorrison(m, u, v []float64, sign float64) (mu []float64, divisor float64) {
	d := len(u)
	mu, vm := ws.rsm.mu, ws.rsm.vm
	clear(vm)
	for i := range d {
		row := m[i*d : (i+1)*d]
		mu[i] = kernels.Dot(row, u)
		kernels.Axpy(v[i], row, vm)
	}
	divisor = 1 + float64(sign*kernels.Dot(v, mu))
	for i, x := range mu {
		kernels.Axpy(-sign/divisor*x, vm, m[i*d:(i+1)*d])
	}
	return mu, divisor
}

// isInverse reports whether m is reliable as the inverse of the matrix C of a system: finite,
// ‖M‖_F‖C‖_F < 1e8 and ‖I − MC‖_F < 1e−4. Both limits are needed because a finite result of
// updates can be entirely wrong without a large residual. scratch has d numbers.
func isInverse(m []float64, s dense.System, scratch []float64) bool {
	const conditionLimit, errorLimit = 1e8, 1e-4
	d, ld := len(scratch), dense.Stride(len(scratch))
	size, sum := 0.0, 0.0
	for i := range d {
		clear(scratch)
		scratch[i] = 1
		for l, v := range m[i*d : (i+1)*d] {
			kernels.Axpy(-v, s[l*ld:][:d], scratch)
		}
		sum += kernels.Dot(scratch, scratch)
		size += kernels.Dot(s[i*ld:][:d], s[i*ld:][:d])
	}
	if !(kernels.Dot(m, m)*size < conditionLimit*conditionLimit) {
		return false
	}
	return sum < errorLimit*errorLimit && !math.IsNaN(sum)
}

// applyInverse sets theta to M b, refined twice: θ ← θ + M(b − Cθ). Each round multiplies the
// error by ‖I − MC‖, bounded by isInverse.
func (ws *workspace) applyInverse(theta, m []float64, s dense.System) {
	clear(theta)
	for range 3 {
		ws.refine(theta, m, s)
	}
}

// refine adds M(b − Cθ) to θ, and returns the change, in scratch.
func (ws *workspace) refine(theta, m []float64, s dense.System) []float64 {
	d, ld := len(theta), dense.Stride(len(theta))
	residue, change := ws.rsm.residue, ws.rsm.sums
	for i := range d {
		row := s[i*ld:][:d+1]
		residue[i] = row[d] - kernels.Dot(row[:d], theta)
	}
	for i := range d {
		change[i] = kernels.Dot(m[i*d:(i+1)*d], residue)
		theta[i] += change[i]
	}
	return change
}

// applyInverseTransposed replaces y by Mᵀy, refined twice as in applyInverse.
func (ws *workspace) applyInverseTransposed(y, m []float64, s dense.System) {
	d, ld := len(y), dense.Stride(len(y))
	x, residue := ws.rsm.sums, ws.rsm.residue
	clear(x)
	for range 3 {
		copy(residue, y)
		for i, v := range x {
			kernels.Axpy(-v, s[i*ld:][:d], residue)
		}
		for i, v := range residue {
			kernels.Axpy(v, m[i*d:(i+1)*d], x)
		}
	}
	copy(y, x)
}

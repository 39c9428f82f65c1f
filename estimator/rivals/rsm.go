package rivals

import (
	"context"
	"math"

	"lambdascope/estimator"
	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// RSM is ALLSTD as the paper has it (Algorithms 1 and 3): A_0⁻¹ becomes A_λ⁻¹ (equation 15), and
// A_λ⁻¹ the inverse of each fold (equation 14), by one rank-one update per transition. For k λ's
// it takes two passes of 3·k·nH·d².
//
// Plain updates return finite and wrong results on singular folds. Therefore an inverse must pass
// isInverse; otherwise the fold keeps the fit from its own system.
type RSM struct{}

func (RSM) String() string { return "rsm" }

// Begin computes A_λ⁻¹ of each λ, and returns the refit of a fold.
func (RSM) Begin(ctx context.Context, f *estimator.Frame) estimator.Refit {
	all := newData(ctx, f)
	inverses := make([][]float64, len(f.Options.Lambdas)) // A_λ⁻¹; nil if A_λ is not safely regular
	var start []float64
	f.Options.Do(ctx, 1, func(int) {
		w := all.borrow()
		defer all.giveBack(w)
		start = w.inverseAt(0, nil)
	})
	f.Options.Do(ctx, len(inverses), func(k int) {
		w := all.borrow()
		defer all.giveBack(w)
		inverses[k] = w.inverseAt(all.decay(k), start)
	})
	return func(k, fold int, others dense.System, theta []float64) estimator.FoldStatus {
		if inverses[k] == nil {
			return estimator.FoldRefit
		}
		w := all.borrow()
		defer all.giveBack(w)
		copy(w.inverse, inverses[k])
		for _, i := range f.Folds[fold] {
			w.eachTransition(w.at(i), all.decay(k), func(_ int, z, _, change []float64) {
				w.shermanMorrison(w.inverse, z, change, -1)
			})
		}
		if !isInverse(w.inverse, others, w.residue) {
			return estimator.FoldRefit
		}
		// Each round multiplies the error by ‖I − MC‖, bounded by isInverse.
		clear(theta)
		for range 3 {
			w.refine(theta, w.inverse, others)
		}
		return estimator.FoldOK
	}
}

// inverseAt returns A_λ⁻¹ for a decay λγ: by updates of A_0⁻¹ if start is not nil, otherwise or if
// they fail by factors; nil if A_λ is not safely regular.
func (w *worker) inverseAt(decay float64, start []float64) []float64 {
	clear(w.system)
	out := w.retrace(decay, start)
	w.Enter(w.system)
	if start != nil && isInverse(out, w.system, w.residue) {
		return out
	}
	w.solver.Solve(w.u, w.system)
	if w.solver.Inverse(out); isInverse(out, w.system, w.residue) {
		return out
	}
	return nil
}

// retrace updates A_0⁻¹, if start is not nil, to A_λ⁻¹ by all transitions, u = z − x and v = w
// (Algorithm 3, line 5). It adds all systems to w.system.
func (w *worker) retrace(decay float64, start []float64) []float64 {
	out := make([]float64, w.d*w.d)
	copy(out, start)
	for i := 0; i < len(w.Data) && w.ctx.Err() == nil; i++ {
		e := w.at(i)
		w.addTo(w.system, e, decay)
		if start == nil {
			continue
		}
		w.eachTransition(e, decay, func(_ int, z, x, change []float64) {
			kernels.Combine(w.u, z, x, -1)
			w.shermanMorrison(out, w.u, change, 1)
		})
	}
	return out
}

// shermanMorrison replaces M by the inverse of M⁻¹ + sign·u vᵀ (equation 7; Algorithm 1, line 3),
//
//	M − sign·(M u)(vᵀM)/(1 + sign·vᵀM u),
//
// with 3·d² multiplications. It returns M u for the old M, in scratch, and the divisor.
func (w *worker) shermanMorrison(m, u, v []float64, sign float64) (mu []float64, divisor float64) {
	d := len(u)
	mu = w.mu
	vm := w.vm
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
	const conditionLimit = 1e8
	const errorLimit = 1e-4
	d, ld := len(scratch), dense.Stride(len(scratch))
	var size, sum float64
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

// refine adds M(b − Cθ) to θ, and returns the change, in scratch.
func (w *worker) refine(theta, m []float64, s dense.System) []float64 {
	d, ld := len(theta), dense.Stride(len(theta))
	residue := w.residue
	change := w.change
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

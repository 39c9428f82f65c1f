package rivals

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"lambdascope/estimator"
	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// RLSTDFit is a fit by RLSTD(λ).
type RLSTDFit struct {
	estimator.Fit
	// Refit reports whether Theta solves (A + ρI)θ = b directly, because the recursion lost its
	// digits.
	Refit bool
}

// RLSTD fits RLSTD(λ) for each λ of the options: recursive LSTD, which starts
// from (1/ρ)I in place of the inverse of A and updates it and θ by one
// Sherman–Morrison step per transition (equations 7 and 8; Xu, He
// and Hu 2002). ρ = Options.Ridge is the inverse of the initial variance, and
// must be above 0. One trajectory is enough.
//
// In exact arithmetic θ equals LSTD's with the same ridge. The recursion rounds a large initial
// inverse and passes through the matrices of all shorter data sets, some perhaps singular: it
// silently loses up to about ε‖x‖²/ρ of θ, ε = 2⁻⁵², or all digits. Therefore the inverse M is
// verified against A at the end, ridge included. Where ‖I − MA‖_F < 1e−4 and ‖M‖_F‖A‖_F < 1e8, θ
// becomes θ + M(b − Aθ) until θ hardly changes. An error of 1e−10 remains, beside the rounding of
// LSTD itself, about ε times the condition of A. Otherwise, usually for ρ below some 1e−12‖x‖²,
// RLSTDFit.Refit is set and θ is LSTD's.
//
// RLSTD takes about 4·ΣH·d² multiplications per λ, a quarter for A, and O(d²) memory per worker.
// Errors are as in LSTD; a ridge of 0 is an error, too.
func RLSTD(ctx context.Context, data []*estimator.Trajectory, opt estimator.Options) ([]RLSTDFit, error) {
	if !(opt.Ridge > 0) || math.IsInf(opt.Ridge, 1) {
		return nil, fmt.Errorf("ridge %v: want a finite number > 0, the inverse of RLSTD's initial variance", opt.Ridge)
	}
	f, err := estimator.NewFrame(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	all := newData(ctx, f)
	fits := make([]RLSTDFit, len(f.Options.Lambdas))
	errs := make([]error, len(fits))
	f.Options.Do(ctx, len(fits), func(k int) {
		w := all.borrow()
		defer all.giveBack(w)
		fits[k], errs[k] = w.rlstd(k)
	})
	if err := cmp.Or(ctx.Err(), cmp.Or(errs...)); err != nil {
		return nil, err
	}
	return fits, nil
}

// rlstd fits the k-th λ.
func (w *worker) rlstd(k int) (RLSTDFit, error) {
	theta := make([]float64, w.d)
	decay := w.decay(k)
	w.start()
	clear(w.system)
	for i := 0; i < len(w.Data) && w.ctx.Err() == nil; i++ {
		e := w.at(i)
		w.addTo(w.system, e, decay)
		w.recur(e, theta, decay)
	}
	return w.proven(k, theta, w.system)
}

// proven returns the fit at the k-th λ from θ of the recursion, verified against the system s of
// the same trajectories. It adds the ridge to s.
func (w *worker) proven(k int, theta []float64, s dense.System) (RLSTDFit, error) {
	w.Enter(s)
	out := RLSTDFit{Fit: estimator.Fit{Lambda: w.Options.Lambdas[k]}}
	if !isInverse(w.inverse, s, w.residue) || !w.correct(theta, w.inverse, s) {
		out.Refit = true
		out.Singular = w.solver.Solve(theta, s)
	}
	var err error
	out.Theta, err = w.Weights(theta)
	return out, err
}

// start sets the inverse to (1/ρ)I, the first case of equation 8.
func (w *worker) start() {
	clear(w.inverse)
	for j, scale := range w.Scale {
		w.inverse[j*w.d+j] = 1 / (w.Options.Ridge / scale / scale)
	}
}

// recur updates M = w.inverse and θ by the transitions of an episode (equations 7 and 8): with the
// gain K = Mz/(1 + wᵀMz),
//
//	θ += K(r − wᵀθ), M −= K wᵀM.
//
// It takes 3·d² multiplications a transition.
func (w *worker) recur(e *episode, theta []float64, decay float64) {
	w.eachTransition(e, decay, func(t int, z, _, change []float64) {
		surprise := e.w[t*w.ld+w.d] - kernels.Dot(change, theta)
		mz, divisor := w.shermanMorrison(w.inverse, z, change, 1)
		kernels.Axpy(surprise/divisor, mz, theta)
	})
}

// correct refines θ until the last change is below 1e−6 of θ, and reports whether that happened.
// Each round multiplies the error by ‖I − MC‖, at most 1e−4 by isInverse, so that an error of
// 1e−10 of θ remains.
func (w *worker) correct(theta, m []float64, s dense.System) bool {
	const most = 5
	const enough = 1e-6
	for range most {
		if floats.Norm(w.refine(theta, m, s), 2) <= enough*floats.Norm(theta, 2) { // false for NaN
			return true
		}
	}
	return false
}

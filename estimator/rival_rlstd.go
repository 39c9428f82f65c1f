package estimator

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// RLSTDFit is a fit by RLSTD(λ).
type RLSTDFit struct {
	Fit
	// Refit reports whether Theta solves (A + ρI)θ = b directly, because the recursion lost its
	// digits.
	Refit bool
}

// RLSTD fits RLSTD(λ) for each λ of the options: recursive LSTD, which starts
// from (1/ρ)I in place of the inverse of A and updates it and θ by one
// Sherman–Morrison step per transition (equations 7 and 8 of the paper; Xu, He
// and Hu 2002). ρ = FitOptions.Ridge is the inverse of the initial variance, and
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
func RLSTD(ctx context.Context, data []*Trajectory, opt FitOptions) ([]RLSTDFit, error) {
	fits, err := RLSTDAfter(ctx, data, []int{len(data)}, opt)
	if err != nil {
		return nil, err
	}
	return fits[0], nil
}

// RLSTDAfter returns the fits of RLSTD to the first n trajectories, for each n of numbers,
// increasing and at most len(data). The recursion goes once through the data; its result is
// verified, and corrected or replaced if needed, at each n. θ equals RLSTD's, except for rounding
// if RLSTDFit.Refit is set, or if a feature is zero in all of the first n trajectories.
func RLSTDAfter(ctx context.Context, data []*Trajectory, numbers []int, opt FitOptions) ([][]RLSTDFit, error) {
	if !(opt.Ridge > 0) || math.IsInf(opt.Ridge, 1) {
		return nil, fmt.Errorf("ridge %v: want a finite number > 0, the inverse of RLSTD's initial variance", opt.Ridge)
	}
	p, err := newProblem(ctx, data, opt.options())
	if err != nil {
		return nil, err
	}
	before := 0
	for _, n := range numbers {
		if n <= before || n > len(data) {
			return nil, fmt.Errorf("number of trajectories %d after %d: want increasing numbers, at most %d", n, before, len(data))
		}
		before = n
	}
	p = p.keepingLoaded(ctx)
	v := p.at(p.opt.Ridge)
	fits := make([][]RLSTDFit, len(numbers))
	for j := range fits {
		fits[j] = make([]RLSTDFit, len(p.opt.Lambdas))
	}
	errs := make([]error, len(p.opt.Lambdas))
	p.opt.Do(ctx, len(errs), func(k int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		errs[k] = v.rlstd(ctx, ws, k, numbers, func(j int, fit RLSTDFit) { fits[j][k] = fit })
	})
	if err := cmp.Or(ctx.Err(), cmp.Or(errs...)); err != nil {
		return nil, err
	}
	return fits, nil
}

// rlstd fits the k-th λ, and calls take with the fit after each of the numbers of trajectories.
func (v *view) rlstd(ctx context.Context, ws *workspace, k int, numbers []int, take func(j int, fit RLSTDFit)) error {
	s := make(dense.System, v.systemSize())
	decay := v.opt.Gamma * v.opt.Lambdas[k]
	ws.start(v.ridge)
	i := 0
	for j, n := range numbers {
		for ; i < n && ctx.Err() == nil; i++ {
			v.load(&ws.episode, i)
			ws.episode.addTo(s, decay)
			ws.recur(decay)
		}
		fit, err := v.proven(ws, k, slices.Clone(s))
		if err != nil {
			return err
		}
		take(j, fit)
	}
	return nil
}

// proven returns the fit at the k-th λ from the present state of the recursion, verified against
// the system s of the same trajectories. It adds the ridge to s.
func (v *view) proven(ws *workspace, k int, s dense.System) (RLSTDFit, error) {
	theta := slices.Clone(ws.theta)
	v.enter(s)
	out := RLSTDFit{Fit: Fit{Lambda: v.opt.Lambdas[k]}}
	if !isInverse(ws.rsm.inverse, s, ws.rsm.residue) || !ws.correct(theta, ws.rsm.inverse, s) {
		out.Refit = true
		out.Singular = ws.solver.Solve(theta, s)
	}
	var err error
	out.Theta, err = v.own.weights(theta)
	return out, err
}

// start sets the inverse to the inverse of the ridge and θ to 0, the fit to no data.
func (ws *workspace) start(ridge []float64) {
	clear(ws.rsm.inverse)
	clear(ws.theta)
	for j, v := range ridge {
		ws.rsm.inverse[j*len(ridge)+j] = 1 / v
	}
}

// recur updates M = ws.rsm.inverse and θ = ws.theta by the transitions of the episode loaded
// (equations 7 and 8): with the gain K = Mz/(1 + wᵀMz),
//
//	θ += K(r − wᵀθ), M −= K wᵀM.
//
// It takes 3·d² multiplications a transition.
func (ws *workspace) recur(decay float64) {
	ws.eachTrace(decay, func(t int) {
		w := ws.episode.change(t)
		surprise := ws.episode.rewards[t] - kernels.Dot(w, ws.theta)
		mz, divisor := ws.shermanMorrison(ws.rsm.inverse, ws.rsm.z, w, 1)
		kernels.Axpy(surprise/divisor, mz, ws.theta)
	})
}

// correct refines θ until the last change is below 1e−6 of θ, and reports whether that happened.
// Each round multiplies the error by ‖I − MC‖, at most 1e−4 by isInverse, so that an error of
// 1e−10 of θ remains.
func (ws *workspace) correct(theta, m []float64, s dense.System) bool {
	const most, enough = 5, 1e-6
	for range most {
		if floats.Norm(ws.refine(theta, m, s), 2) <= enough*floats.Norm(theta, 2) { // false for NaN
			return true
		}
	}
	return false
}

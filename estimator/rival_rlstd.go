package estimator

import (
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
	// Refit tells that the recursion had lost its digits, and that Theta solves
	// (A + ρI)θ = b instead.
	Refit bool
}

// RLSTD fits RLSTD(λ) for each λ of the options: recursive LSTD, which starts
// from (1/ρ)I in place of the inverse of A and updates it and θ by one
// Sherman–Morrison step per transition (equations 7 and 8 of the paper; Xu, He
// and Hu 2002). ρ = FitOptions.Ridge is the inverse of the initial variance, and
// must be above 0. One trajectory is enough.
//
// In exact arithmetic θ is that of LSTD with the same ridge. The recursion rounds
// its large start and goes through the matrices of all shorter data sets, any of
// which may be singular: it loses up to about ε‖x‖²/ρ of θ, ε = 2⁻⁵², or all of
// it, and does not show it. So its inverse M is proven against A at the end, ridge
// included. Where ‖I − MA‖_F < 1e−4 and ‖M‖_F‖A‖_F < 1e8, θ becomes
// θ + M(b − Aθ) until it hardly changes, which leaves an error of 1e−10 beside
// the rounding that LSTD has too, about ε times the condition of A. Elsewhere,
// as a rule for ρ below some 1e−12‖x‖², RLSTDFit.Refit is set and θ is LSTD's.
//
// It takes about 4·ΣH·d² multiplications per λ, one in four of them for A, and
// O(d²) memory per worker. Errors are those of LSTD, and one for a
// ridge of 0.
func RLSTD(ctx context.Context, data []*Trajectory, opt FitOptions) ([]RLSTDFit, error) {
	fits, err := RLSTDAfter(ctx, data, []int{len(data)}, opt)
	if err != nil {
		return nil, err
	}
	return fits[0], nil
}

// RLSTDAfter returns what RLSTD fits to the first of the trajectories, for each of some
// numbers of them, which increase up to the number of all. The recursion goes once
// through the data; its result is proven, and perhaps corrected or replaced, at
// each number. θ is that of RLSTD, but for rounding where RLSTDFit.Refit is set, or where a
// feature is zero in all of the first trajectories.
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
	fits := make([][]RLSTDFit, len(numbers))
	for j := range fits {
		fits[j] = make([]RLSTDFit, len(p.opt.Lambdas))
	}
	err = p.eachLambda(ctx, func(ws *workspace, k int) error {
		return p.rlstd(ctx, ws, k, numbers, func(j int, fit RLSTDFit) { fits[j][k] = fit })
	})
	if err != nil {
		return nil, err
	}
	return fits, nil
}

// rlstd fits the k-th λ, and gives take the fit after each of the numbers of
// trajectories.
func (p *problem) rlstd(ctx context.Context, ws *workspace, k int, numbers []int, take func(j int, fit RLSTDFit)) error {
	r := p.r
	s := make(dense.System, r*r+r)
	only, to := []int{k}, func(int) dense.System { return s }
	ws.start(p.ridge)
	i := 0
	for j, n := range numbers {
		for ; i < n && ctx.Err() == nil; i++ {
			p.load(&ws.episode, i)
			p.accumulateAll(ctx, ws, only, len(only), to)
			ws.recur(p.opt.Gamma * p.opt.Lambdas[k])
		}
		fit, err := p.proven(ws, k, slices.Clone(s))
		if err != nil {
			return err
		}
		take(j, fit)
	}
	return nil
}

// proven returns the fit at the k-th λ that the recursion has reached, given the system
// of the same trajectories, to which it adds the ridge. It leaves the recursion as it is.
func (p *problem) proven(ws *workspace, k int, s dense.System) (RLSTDFit, error) {
	r := p.r
	theta := slices.Clone(ws.theta)
	p.regularize(s.Matrix(r))
	out := RLSTDFit{Fit: Fit{Lambda: p.opt.Lambdas[k]}}
	if !isInverse(ws.inverse, s.Matrix(r), r, ws.residue) || !ws.correct(theta, ws.inverse, s) {
		out.Refit = true
		out.Singular = ws.solver.Solve(theta, s.Matrix(r), s.Vector(r))
	}
	var err error
	out.Theta, err = p.weights(theta)
	return out, err
}

// start sets ws.inverse to the inverse of the ridge and ws.theta to 0, the fit to
// no data.
func (ws *workspace) start(ridge []float64) {
	clear(ws.inverse)
	clear(ws.theta)
	for j, v := range ridge {
		ws.inverse[j*len(ridge)+j] = 1 / v
	}
}

// recur takes M = ws.inverse and θ = ws.theta through the transitions of the
// episode loaded: with the gain K = Mz/(1 + wᵀMz),
//
//	θ += K(r − wᵀθ), M −= K wᵀM.
//
// It takes 3·r² multiplications a transition.
func (ws *workspace) recur(decay float64) {
	ws.eachTrace(decay, func(t int) {
		w := ws.episode.change(t)
		surprise := ws.episode.rewards[t] - kernels.Dot(w, ws.theta)
		mz, divisor := ws.shermanMorrison(ws.inverse, ws.z, w, 1)
		kernels.Axpy(surprise/divisor, mz, ws.theta)
	})
}

// correct replaces θ by θ + M(y − Cθ) until the last change is below
// 1e−6 of θ, and returns whether it came to that. Each time multiplies the error
// by ‖I − MC‖, which isInverse bounds by 1e−4, so that 1e−10 of θ is left.
func (ws *workspace) correct(theta, m []float64, s dense.System) bool {
	const most, enough = 5, 1e-6
	r := len(theta)
	c, y := s.Matrix(r), s.Vector(r)
	for range most {
		for i := range r {
			ws.residue[i] = y[i] - kernels.Dot(c[i*r:(i+1)*r], theta)
		}
		for i := range r {
			ws.left[i] = kernels.Dot(m[i*r:(i+1)*r], ws.residue)
			theta[i] += ws.left[i]
		}
		if floats.Norm(ws.left, 2) <= enough*floats.Norm(theta, 2) { // never of NaN
			return true
		}
	}
	return false
}

package estimator

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// refits gathers the fits without each fold at one λ: the movements of θ, for the covariance, and
// the predictions, for a calibration. Only sums are kept, so that data in memory and data in blocks
// take the same way.
type refits struct {
	*problem
	fit       *Fit
	view      *view
	n         float64          // folds
	effective float64          // Selection.Effective
	unit      float64          // of returns
	theta     []float64        // of all trajectories, scaled
	inverse   func() []float64 // A⁻¹
	limits    []float64        // of the parts of a calibration; nil without
	gathered
}

// gathered are the sums over some folds.
type gathered struct {
	shifts  *scatter // of ψ_j, scaled and in the unit
	tallies *tallies
	err     error
}

// leaveOut fits the λ of the fit to all folds but one, for each fold of some data.
func (f *Fit) leaveOut(ctx context.Context, data []*Trajectory, opt Options, calibrate bool) (*refits, error) {
	opt.Lambdas = []float64{f.Lambda}
	opt.Method = nil
	p, err := newFoldProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	if len(f.Theta) != p.features {
		return nil, fmt.Errorf("a fit of %d features to trajectories of %d: want as many", len(f.Theta), p.features)
	}
	l := p.newLoop()
	defer l.release()
	v := p.at(p.opt.Ridge)
	r := v.newRefits(f, p.folds(), p.summary.carried(opt.Weighting).effective(), p.meanG2)
	r.inverse = sync.OnceValue(func() []float64 { return v.inverseOf(l.totals[0]) })
	if calibrate {
		var q quantiles
		p.opt.Do(ctx, 1, func(int) { q.addValues(ctx, data, f) })
		r.limits = q.limits()
	}
	merge := r.gather(l)
	if err := l.run(ctx, v); err != nil {
		return nil, err
	}
	return r, merge()
}

// newRefits returns refits to n folds, without an inverse.
func (v *view) newRefits(f *Fit, n int, effective, meanG2 float64) *refits {
	r := &refits{problem: v.problem, fit: f, view: v, n: float64(n), effective: effective, unit: unitOf(meanG2), theta: v.coordinates(f.Theta)}
	r.shifts = newScatter(v.d)
	return r
}

// unitOf returns a power of two near the root of a mean square. Squares in this unit neither
// overflow nor underflow.
func unitOf(meanSquare float64) float64 {
	if !(meanSquare > 0) || math.IsInf(meanSquare, 0) {
		return 1
	}
	_, exponent := math.Frexp(meanSquare)
	return math.Ldexp(1, exponent/2)
}

// gather has a loop gather its folds. After the loop, call merge.
func (r *refits) gather(l *foldLoop) (merge func() error) {
	parts := make([]gathered, l.parts)
	l.left = func(f leftOut, scaled []float64, status FoldStatus) {
		own := &parts[f.part]
		if own.shifts == nil {
			own.shifts, own.tallies = newScatter(r.d), newTallies(r.limits)
		}
		psi := r.shift(scaled)
		if status == FoldDeficient {
			psi = r.infinitesimal(f.own)
		}
		own.shifts.merge(&scatter{weight: float64(f.count), mean: psi})
		if r.limits == nil || own.err != nil {
			return
		}
		var theta []float64
		if theta, own.err = r.weights(scaled); own.err != nil {
			return
		}
		for _, j := range l.together(f.fold) {
			r.predict(own.tallies, l.data[j], theta, f.count)
		}
		own.tallies.endFold(f.count)
	}
	return func() error {
		for _, own := range parts {
			if own.err != nil {
				return own.err
			}
			if own.shifts == nil {
				continue
			}
			r.shifts.merge(own.shifts)
			if r.tallies == nil {
				r.tallies = own.tallies
			} else {
				r.tallies.merge(own.tallies)
			}
		}
		return nil
	}
}

// predict adds the predictions for a trajectory by θ without its fold.
func (r *refits) predict(to *tallies, t *Trajectory, theta []float64, count int) {
	buffer, after := make([]float64, t.Dim()), 0.0
	if r.opt.Tail == TailBootstrap && !t.Terminated() {
		after = kernels.Dot(theta, t.FeaturesInto(buffer, t.Len()))
	}
	for step, g := range t.Returns(r.opt.Gamma, after) {
		if step%chunkSteps == chunkSteps-1 && r.stop() {
			return
		}
		x := t.FeaturesInto(buffer, step)
		to.add(observation{kernels.Dot(r.fit.Theta, x), kernels.Dot(theta, x), g, x, step == 0}, count)
	}
}

// shift returns ψ_j for a fit without fold j.
func (r *refits) shift(without []float64) []float64 {
	psi := make([]float64, r.d)
	for a := range psi {
		psi[a] = (r.n - 1) * ((r.theta[a] - without[a]) / r.unit)
	}
	return psi
}

// infinitesimal returns the infinitesimal ψ_j of a fold, given its system.
func (r *refits) infinitesimal(own dense.System) []float64 {
	d, ld := r.d, dense.Stride(r.d)
	g, psi := make([]float64, d), make([]float64, d)
	for a := range g {
		row := own[a*ld:][:d+1]
		g[a] = row[d] - kernels.Dot(row[:d], r.theta)
		g[a] -= r.view.rho / r.scale[a] / r.scale[a] * r.theta[a] / r.n
	}
	inverse := r.inverse()
	for a := range psi {
		psi[a] = r.n * (kernels.Dot(inverse[a*d:(a+1)*d], g) / r.unit)
	}
	return psi
}

// covary returns the fit with the covariance and the effective number.
func (r *refits) covary(ctx context.Context) (with Fit, err error) {
	with = *r.fit
	with.Gamma = r.opt.Gamma
	r.opt.Do(ctx, 1, func(int) {
		if with.Covariance, err = r.covariance(); err == nil {
			with.Effective = min(r.effective, 1+r.freedom())
		}
	})
	return with, cmp.Or(ctx.Err(), err)
}

// calibration returns the calibration.
func (r *refits) calibration(ctx context.Context) (*Calibration, error) {
	with, err := r.covary(ctx)
	if err != nil {
		return nil, err
	}
	return r.tallies.calibration(&with), nil
}

// freedom returns the harmonic mean, over the weights that vary, of the degrees of freedom of the
// variances; see WithCovariance.
func (r *refits) freedom() float64 {
	n := r.n
	// A weight does not vary if refits move it by at most 1e-9 of the largest, since such
	// movements may be rounding. No weight varies if the fit meets every return.
	const rounding = 1e-18
	square := func(j int) float64 { return r.shifts.squares[j*r.d+j] }
	count, sum, largest := 0, 0.0, 0.0
	for j, theta := range r.theta {
		whole := (n - 1) * theta / r.unit
		largest = max(largest, square(j), float64(n*whole*whole))
	}
	for j, fourth := range r.shifts.fourth {
		if !(square(j) > rounding*largest) {
			continue
		}
		count++
		sum += max(1/(n-1), float64((fourth/square(j)/square(j)-1/n)/2))
	}
	if count == 0 {
		return n - 1
	}
	return float64(count) / sum
}

// covariance returns the covariance of θ in the units of the features, d×d.
func (r *refits) covariance() ([]float64, error) {
	d, n := r.features, r.n
	out := make([]float64, d*d)
	for i := range r.d {
		for j := range i + 1 {
			v := r.shifts.squares[i*r.d+j] / (n * (n - 1)) * (r.unit / r.scale[i]) * (r.unit / r.scale[j])
			if math.IsInf(v, 0) || math.IsNaN(v) {
				return nil, fmt.Errorf("the standard error of the weight of feature %d overflows: scale the feature up or the rewards down", r.kept[i]+1)
			}
			a, b := r.kept[i], r.kept[j]
			out[a*d+b] = v
			out[b*d+a] = v
		}
	}
	return out, nil
}

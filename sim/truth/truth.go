// Package truth knows the true values of domains at any discount, and scores
// estimates against them.
//
// The values of some chains are known exactly. Those of the others are estimated
// once, from fresh rollouts out of states that are a sample from μ, and shipped as
// [Profiles].
//
// It may import sim, estimator and assets.
package truth

import (
	"math"

	"lambdascope/sim"
)

// The kinds of Values.
const (
	KindExact      = "exact"
	KindMonteCarlo = "monte-carlo"
)

// Values are the true values of a domain at one γ. They are immutable.
type Values struct {
	Kind string          // KindExact or KindMonteCarlo
	Nu   []float64       // ν_γ, one number per reference state
	MSE  float64         // mean squared error of Nu itself; 0 where it is exact
	Refs *sim.References // the states, their features and their weights μ

	// What estimates are scored on where Nu is not exact: many more states than
	// the references, each known less well; nil where it is.
	sample *sample
}

// States returns the number of states that estimates are scored on.
func (v *Values) States() int {
	if v.sample == nil {
		return v.Refs.Len()
	}
	return v.sample.profiles.States
}

// MSVE returns the mean squared value error of θ, Σ_s μ(s)(ν(s) − x_sᵀθ)². Where
// the truth is not exact it is an estimate from a sample of states, out of which
// the error of their values is removed, so that it is unbiased; it may be
// negative: θ is then as near to ν as the truth can tell. theta has d numbers;
// with another number the result is NaN.
func (v *Values) MSVE(theta []float64) float64 {
	if len(theta) != v.Refs.Dim {
		return math.NaN()
	}
	if v.sample != nil {
		return v.sample.msve(theta)
	}
	sum := 0.0
	for s, mu := range v.Refs.Weights {
		e := v.Nu[s]
		for j, x := range v.Refs.Features(s) {
			e -= float64(x * theta[j])
		}
		sum += float64(mu * float64(e*e))
	}
	return sum
}

// SquaredNorm returns Σ_s μ(s)(x_sᵀδ)², the squared distance of two value functions
// whose θ's differ by δ, over the states that estimates are scored on. delta has d
// numbers; with another number the result is NaN.
func (v *Values) SquaredNorm(delta []float64) float64 {
	if len(delta) != v.Refs.Dim {
		return math.NaN()
	}
	if v.sample != nil {
		return v.sample.squaredNorm(delta)
	}
	sum := 0.0
	for s, mu := range v.Refs.Weights {
		e := 0.0
		for j, x := range v.Refs.Features(s) {
			e += float64(x * delta[j])
		}
		sum += float64(mu * float64(e*e))
	}
	return sum
}

// MSVEError returns the standard error of MSVE(θ): what it misses by because it
// is measured on a sample of states, whose values come from rollouts; 0 where the
// truth is exact. All estimates are scored on the same sample, so that this does
// not average out over trials, while most of it cancels between two of them.
// theta has d numbers; with another number the result is NaN.
func (v *Values) MSVEError(theta []float64) float64 {
	switch {
	case len(theta) != v.Refs.Dim:
		return math.NaN()
	case v.sample == nil:
		return 0
	}
	return v.sample.msveError(theta)
}

// Package truth knows the true values of domains at any discount, and scores
// estimates against them.
//
// The values of some chains are known exactly. Those of the others are estimated
// once, from hundreds of thousands of episodes, and shipped as [Moments].
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

	// What estimates are scored by where Nu is not exact: the moments of many more
	// states than the references; nil where it is, or where the features have none.
	sample *sample
	plane  *Map // nil where states are no points of a plane
}

// Single tells that estimates are scored on the reference states, one by one, though
// their values are not exact: the moments are not those of such features.
func (v *Values) Single() bool { return v.Kind == KindMonteCarlo && v.sample == nil }

// squaredErrors returns (ν(s) − x_sᵀθ)² of each reference state, less the mean squared
// error that ν itself has, so that their mean is unbiased.
func (v *Values) squaredErrors(theta []float64) []float64 {
	out := make([]float64, v.Refs.Len())
	for s := range out {
		e := v.Nu[s]
		for j, x := range v.Refs.Features(s) {
			e -= float64(x * theta[j])
		}
		out[s] = float64(e*e) - v.MSE
	}
	return out
}

// States returns the number of states that estimates are scored on, each visit
// counting as one.
func (v *Values) States() int {
	if v.sample == nil {
		return v.Refs.Len()
	}
	return v.sample.moments.Visits
}

// MSVE returns the mean squared value error of θ, Σ_s μ(s)(ν(s) − x_sᵀθ)². Where
// the truth is not exact it is an unbiased estimate, see Moments; it may be
// negative: θ is then as near to ν as the truth can tell. theta has d numbers;
// with another number the result is NaN.
func (v *Values) MSVE(theta []float64) float64 {
	if len(theta) != v.Refs.Dim {
		return math.NaN()
	}
	if v.sample != nil {
		return v.sample.msve(theta)
	}
	sum, errors := 0.0, v.squaredErrors(theta)
	for s, mu := range v.Refs.Weights {
		sum += float64(mu * errors[s])
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

// MSVEError returns the standard error of the MSVE of θ, or of the mean MSVE of
// several: what it misses by because the moments are those of a sample; 0 where the
// truth is exact. It is itself known to a fifth or so. All estimates are scored by
// the same moments, so that this does not average out over trials, while most of it
// cancels between two of them. Each theta has d numbers; with another number, and of
// none, the result is NaN.
func (v *Values) MSVEError(thetas ...[]float64) float64 {
	if len(thetas) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, e := range v.MSVEErrors(thetas...) {
		sum += float64(e * e)
	}
	return math.Sqrt(sum)
}

// MSVEErrors returns MSVEError in parts, the root of whose squares' sum it is; nil
// where the truth is exact. The parts of a weighted sum of means are that sum of
// theirs, so that they tell the standard errors of differences.
func (v *Values) MSVEErrors(thetas ...[]float64) []float64 {
	for _, theta := range thetas {
		if len(theta) != v.Refs.Dim {
			return []float64{math.NaN()}
		}
	}
	switch {
	case v.Single():
		return v.singleErrors(thetas)
	case v.sample == nil:
		return nil
	}
	return v.sample.msveErrors(thetas)
}

// singleErrors returns MSVEErrors where estimates are scored on single states, a part for
// each: these are a sample from μ.
func (v *Values) singleErrors(thetas [][]float64) []float64 {
	out := make([]float64, v.Refs.Len())
	mean, n := 0.0, float64(len(out))
	for _, theta := range thetas {
		for s, e := range v.squaredErrors(theta) {
			out[s] += e / float64(len(thetas))
			mean += e / float64(len(thetas)) / n
		}
	}
	for s := range out {
		out[s] = (out[s] - mean) / math.Sqrt(n*(n-1))
	}
	return out
}

// Map returns the map of the values; nil where states are no points of a plane, or where
// estimates are scored on single states.
func (v *Values) Map() *Map { return v.plane }

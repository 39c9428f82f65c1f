// Package truth has the true values of domains at any discount, and scores estimates against
// them.
//
//	MSVE(θ) = Σ_s μ(s)(ν_γ(s) − x_sᵀθ)²
//
// Some chains have exact values ν. The values of the others were estimated once, from hundreds of
// thousands of episodes. What ships are [Moments], from which follows the MSVE of any θ at any γ,
// with its standard error, in O(d²) and without any episode.
//
// The package may import sim, estimator and assets.
package truth

import (
	"cmp"
	"math"
	"slices"

	"lambdascope/sim"
)

// The kinds of Values.
const (
	KindExact      = "exact"
	KindMonteCarlo = "monte-carlo"
)

// Values are the true values of a domain at one γ. Values are immutable.
type Values struct {
	Kind string          // KindExact or KindMonteCarlo
	Nu   []float64       // ν_γ, a number for each reference state
	MSE  float64         // mean squared error of Nu; 0 if it is exact
	Refs *sim.References // states, with features and weights μ

	// sample scores estimates unless Nu is exact, by the moments of many more states than the
	// references; nil if Nu is exact, or without moments of the features.
	sample *sample
	plane  *Map // nil if states are not points of a plane
}

// Single reports whether single reference states score estimates although their values are not
// exact, because the features have no moments.
func (v *Values) Single() bool { return v.Kind == KindMonteCarlo && v.sample == nil }

// squaredErrors returns (ν(s) − x_sᵀθ)² of each reference state minus the mean squared error of
// ν, so that the mean is unbiased.
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

// States returns the number of states that score estimates, counting each visit.
func (v *Values) States() int {
	if v.sample == nil {
		return v.Refs.Len()
	}
	return v.sample.visits
}

// MSVE returns the mean squared value error of θ, Σ_s μ(s)(ν(s) − x_sᵀθ)². Unless the truth is
// exact, it is an unbiased estimate, see Moments, and can be negative for a θ as near to ν as the
// truth is. theta has d numbers; otherwise the result is NaN.
func (v *Values) MSVE(theta []float64) (sum float64) {
	if len(theta) != v.Refs.Dim {
		return math.NaN()
	}
	if v.sample != nil {
		return v.sample.msve(theta)
	}
	errors := v.squaredErrors(theta)
	for s, mu := range v.Refs.Weights {
		sum += float64(mu * errors[s])
	}
	return sum
}

// SquaredNorm returns Σ_s μ(s)(x_sᵀδ)² over the states that score estimates: the squared distance
// of two value functions whose θ's differ by δ. delta has d numbers; otherwise the result is NaN.
func (v *Values) SquaredNorm(delta []float64) (sum float64) {
	if len(delta) != v.Refs.Dim {
		return math.NaN()
	}
	if v.sample != nil {
		return v.sample.squaredNorm(delta)
	}
	for s, mu := range v.Refs.Weights {
		e := 0.0
		for j, x := range v.Refs.Features(s) {
			e += float64(x * delta[j])
		}
		sum += float64(mu * float64(e*e))
	}
	return sum
}

// MSVEError returns the standard error of the MSVE of θ, or of the mean MSVE of several, that
// comes from the sample of the moments; 0 if the truth is exact. It is known to about a fifth.
// Because all estimates are scored by the same moments, the error does not average out over
// trials, but most of it cancels between two estimates. Each theta has d numbers; otherwise, and
// without any theta, the result is NaN.
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

// MSVEErrors returns MSVEError in parts, whose root sum of squares it is; nil if the truth is
// exact. The parts of a weighted sum of means are the weighted sums of their parts, so that
// standard errors of differences follow.
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

// singleErrors returns MSVEErrors for single states, in a part for each, because the states are a
// sample from μ.
func (v *Values) singleErrors(thetas [][]float64) []float64 {
	out := make([]float64, v.Refs.Len())
	mean := 0.0
	n := float64(len(out))
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

// Map returns the map of the values; nil if states are not points of a plane, or if single states
// score estimates.
func (v *Values) Map() *Map { return v.plane }

// mostSpread is the largest number of states of Spread if the truth is not exact.
const mostSpread = 200

// Spread returns reference states for display: all of an exact truth, otherwise some that are
// evenly spaced in the order of their true values.
func (v *Values) Spread() []int {
	all := make([]int, v.Refs.Len())
	for s := range all {
		all[s] = s
	}
	if v.Kind == KindExact {
		return all
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(v.Nu[a], v.Nu[b]) })
	out := make([]int, min(len(all), mostSpread))
	for j := range out {
		out[j] = all[j*len(all)/len(out)]
	}
	return out
}

// Package truth knows the true values of domains, and scores estimates against
// them.
package truth

import (
	"lambdascope/sim"
	"math"
)

// Values are the true values of a domain's reference states at one γ.
type Values struct {
	Kind string          // "exact"
	Nu   []float64       // ν_γ, one number per reference state
	MSE  float64         // mean squared error of Nu itself; 0 where it is exact
	Refs *sim.References // the states, their features and their weights μ
}

// Of returns the true values of a domain at γ. It returns nil and no error for a
// domain whose values are not known: there is no truth to score against. The
// error names a γ outside [0, 1].
func Of(d sim.Domain, gamma float64) (*Values, error) {
	exact, ok := d.(sim.Exact)
	if !ok {
		return nil, nil
	}
	nu, err := exact.Values(gamma)
	if err != nil {
		return nil, err
	}
	return &Values{Kind: "exact", Nu: nu, Refs: d.References()}, nil
}

// MSVE returns the mean squared value error of θ, Σ_s μ(s)(ν(s) − x_sᵀθ)², less
// the part that is the truth's own error, MSE. Where the truth is not exact the
// result may be negative: θ is then closer to it than it is to ν. theta has d
// numbers; with another number the result is NaN. O(M·d).
func (v *Values) MSVE(theta []float64) float64 {
	if len(theta) != v.Refs.Dim {
		return math.NaN()
	}
	sum := 0.0
	for s, mu := range v.Refs.Weights {
		e := v.Nu[s]
		for j, x := range v.Refs.Features(s) {
			e -= float64(x * theta[j])
		}
		sum += float64(mu * float64(e*e))
	}
	return sum - v.MSE
}

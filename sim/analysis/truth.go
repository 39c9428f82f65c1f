package analysis

import (
	"lambdascope/sim"
	"lambdascope/sim/truth"
)

// valuesKey is the cache key of the true values of a problem at one discount.
type valuesKey struct {
	problem sim.Options
	gamma   float64
}

// Truth returns the true values of a domain at γ, from the cache if possible; nil if unknown, as for
// recorded data, which have a nil domain.
func (e *Engine) Truth(domain sim.Domain, gamma float64) (*truth.Values, error) {
	if domain == nil {
		return nil, nil
	}
	key := valuesKey{domain.Options(), gamma}
	if v, ok := e.Lookup(key); ok {
		return v.(*truth.Values), nil
	}
	v, err := truth.At(domain, gamma)
	if err == nil {
		e.Store(key, v, v.Bytes())
	}
	return v, err
}

package analysis

import (
	"lambdascope/sim"
	"lambdascope/sim/engine"
	"lambdascope/sim/truth"
)

// sourceKey and valuesKey are the cache keys of the truth of a problem and of the values at
// one discount.
type (
	sourceKey struct{ problem sim.Options }
	valuesKey struct {
		problem sim.Options
		gamma   float64
	}
)

// Truth returns the true values of a domain at γ; nil if unknown, as for recorded data, which
// have a nil domain.
func (e *Engine) Truth(domain sim.Domain, gamma float64) (*truth.Values, error) {
	if domain == nil {
		return nil, nil
	}
	return kept(e, valuesKey{domain.Options(), gamma}, func() (*truth.Values, error) {
		source, err := kept(e, sourceKey{domain.Options()}, func() (*truth.Source, error) { return truth.New(domain) })
		if err != nil {
			return nil, err
		}
		return source.At(gamma)
	})
}

// kept returns the cached value of a key, or else calls find and caches the value.
func kept[V interface{ Bytes() int }](e *Engine, key any, find func() (V, error)) (V, error) {
	if v, ok := e.Lookup(key); ok {
		return v.(V), nil
	}
	v, err := find()
	if err == nil {
		e.Store(key, v, engine.EntryBytes+v.Bytes())
	}
	return v, err
}

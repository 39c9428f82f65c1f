package analysis

import (
	"lambdascope/sim"
	"lambdascope/sim/truth"
)

// sourceKey and valuesKey are where the cache keeps the truth of a problem and
// its values at one discount.
type (
	sourceKey struct{ problem sim.Options }
	valuesKey struct {
		problem sim.Options
		gamma   float64
	}
)

// Truth returns the true values of a domain at γ: nil where they are not known,
// as for recorded data, whose domain is nil.
func (e *Engine) Truth(domain sim.Domain, gamma float64) (*truth.Values, error) {
	if domain == nil {
		return nil, nil
	}
	key := valuesKey{domain.Options(), gamma}
	if v, ok := e.Recall(key); ok {
		return v.(*truth.Values), nil
	}
	source, err := e.source(domain)
	if err != nil {
		return nil, err
	}
	values, err := source.At(gamma)
	if err != nil {
		return nil, err
	}
	bytes := entryBytes
	if values != nil {
		bytes += values.Bytes()
	}
	e.Keep(key, values, bytes)
	return values, nil
}

// TruthKnown tells whether the true values of a domain are known.
func (e *Engine) TruthKnown(domain sim.Domain) (bool, error) {
	source, err := e.source(domain)
	return source != nil, err
}

// source returns what has the true values of a domain at every γ; nil where they
// are not known.
func (e *Engine) source(domain sim.Domain) (*truth.Source, error) {
	key := sourceKey{domain.Options()}
	if v, ok := e.Recall(key); ok {
		return v.(*truth.Source), nil
	}
	source, err := truth.New(domain)
	if err != nil {
		return nil, err
	}
	e.Keep(key, source, entryBytes+source.Bytes())
	return source, nil
}

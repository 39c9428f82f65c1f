package truth

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim"
	maps "lambdascope/sim/features"
)

// Source has the true values of a domain at every γ. It is immutable. A nil Source means unknown
// values.
type Source struct {
	refs  *sim.References
	exact sim.Exact // nil for values from moments

	moments  *Moments
	roller   sim.Roller
	features int   // index of the moments' map; -1 if there is none of this name
	bias     bool  // with a bias
	gram     *gram // nil without a map
}

// New returns the source of a domain's true values. It returns nil, without an error, if these
// are unknown: nothing is shipped for the domain's start states, or MaxSteps cuts episodes and
// therefore changes the states of the data.
func New(d sim.Domain) (*Source, error) {
	switch d := d.(type) {
	case sim.Exact:
		return &Source{refs: d.References(), exact: d}, nil
	case sim.Roller:
		m, err := Shipped(d.Options())
		if m == nil || err != nil {
			return nil, err
		}
		return m.Source(d)
	}
	return nil, nil
}

// Source returns the values of the moments' chain for a domain with any features. For a map of
// observations, without moments, single states with their own values score estimates. The error
// names another feature map without moments.
func (m *Moments) Source(d sim.Roller) (*Source, error) {
	name, bias := strings.CutSuffix(d.Options().Features, sim.BiasSuffix)
	features := slices.IndexFunc(m.Maps, func(x mapMoments) bool { return x.Name == name })
	if _, err := maps.Parse(name); features < 0 && err != nil {
		return nil, fmt.Errorf("true values of %s: no moments of features %q", m.Domain, name)
	}
	refs := &sim.References{
		Dim:     d.Dim(),
		X:       make([]float64, m.States*d.Dim()),
		Weights: make([]float64, m.States),
		Labels:  make([]string, m.States),
	}
	for s := range m.States {
		d.StateFeatures(m.state(s), refs.Features(s))
		refs.Labels[s] = d.StateLabel(m.state(s))
		refs.Weights[s] = 1 / float64(m.States)
	}
	s := &Source{refs: refs, moments: m, roller: d, features: features, bias: bias}
	if features >= 0 {
		s.gram = newGram(&m.Maps[features])
	}
	return s, nil
}

// At returns the values at γ; nil from a nil Source. The error names a γ outside [0, 1].
func (s *Source) At(gamma float64) (*Values, error) {
	switch {
	case !(gamma >= 0 && gamma <= 1):
		return nil, fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", gamma)
	case s == nil:
		return nil, nil
	case s.exact != nil:
		nu, err := s.exact.Values(gamma)
		if err != nil {
			return nil, err
		}
		return &Values{Kind: KindExact, Nu: nu, Refs: s.refs}, nil
	}
	m := s.moments
	v := &Values{Kind: KindMonteCarlo, Refs: s.refs, Nu: make([]float64, m.States)}
	weights := interpolation(gamma, 1)
	for i := range v.Nu {
		v.Nu[i] = weights.dot32(m.Values[i*nodes : (i+1)*nodes])
	}
	v.MSE = max(0, interpolation(gamma, 2).dot(m.ValueMSE[:]))
	if s.features >= 0 {
		v.sample = newSample(s, gamma)
		v.plane = newMap(m, s.features, s.bias, s.roller, gamma)
	}
	return v, nil
}

// Bytes returns the approximate memory of the source alone.
func (s *Source) Bytes() int {
	if s == nil {
		return 0
	}
	total := 8 * (len(s.refs.X) + len(s.refs.Weights))
	if s.gram != nil {
		total += s.gram.bytes()
	}
	for _, label := range s.refs.Labels {
		total += 16 + len(label)
	}
	return total
}

// Bytes returns the approximate memory of the values alone.
func (v *Values) Bytes() int {
	if v == nil {
		return 0
	}
	total := 8 * len(v.Nu)
	if v.sample != nil {
		total += v.sample.bytes()
	}
	if v.plane != nil {
		total += 8 * len(v.plane.nu)
	}
	return total
}

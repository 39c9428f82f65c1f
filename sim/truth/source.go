package truth

import (
	"fmt"

	"lambdascope/sim"
)

// Source has the true values of a domain at every γ. It is immutable. The nil
// Source is that of a domain whose values are not known.
type Source struct {
	refs  *sim.References
	exact sim.Exact // nil where values come from profiles

	profiles *Profiles
	roller   sim.Roller
	gram     []float64 // mean of xxᵀ over the states of the profiles
	plane    *plane    // where they lie; nil where they are no points of a plane
}

// New returns the source of a domain's true values. It is nil, without an error,
// where they are not known: nothing is shipped for the domain's start states, or
// its MaxSteps cuts episodes, which changes the states that its data hold.
func New(d sim.Domain) (*Source, error) {
	switch d := d.(type) {
	case sim.Exact:
		return &Source{refs: d.References(), exact: d}, nil
	case sim.Roller:
		p, err := Shipped(d.Options())
		if p == nil || err != nil {
			return nil, err
		}
		return p.Source(d), nil
	}
	return nil, nil
}

// Of returns the true values of a domain at γ, nil where they are not known; see
// New. The error names a γ outside [0, 1].
func Of(d sim.Domain, gamma float64) (*Values, error) {
	s, err := New(d)
	if err != nil {
		return nil, err
	}
	return s.At(gamma)
}

// Source returns the values for a domain over the chain that the profiles were
// drawn from: its features are what estimates are scored with.
func (p *Profiles) Source(d sim.Roller) *Source {
	refs := &sim.References{
		Dim:     d.Dim(),
		X:       make([]float64, p.Shown*d.Dim()),
		Weights: make([]float64, p.Shown),
		Labels:  make([]string, p.Shown),
	}
	for s := range p.Shown {
		d.StateFeatures(p.state(s), refs.Features(s))
		refs.Labels[s] = d.StateLabel(p.state(s))
		refs.Weights[s] = 1 / float64(p.Shown)
	}
	return &Source{refs: refs, profiles: p, roller: d, gram: gram(p, d), plane: newPlane(p, d)}
}

// At returns the values at γ; nil from the nil Source. The error names a γ
// outside [0, 1].
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
	v := &Values{Kind: KindMonteCarlo, Refs: s.refs, sample: newSample(s, gamma)}
	shown := s.profiles.Shown
	v.Nu = v.sample.nu[:shown:shown]
	for _, a := range v.sample.apart[:shown] {
		v.MSE += float64(a * a)
	}
	v.MSE /= float64(shown)
	return v, nil
}

// Bytes returns roughly how much memory the source holds for itself alone.
func (s *Source) Bytes() int {
	if s == nil || s.exact != nil {
		return 0
	}
	total := 8*(len(s.refs.X)+len(s.refs.Weights)+len(s.gram)) + s.plane.bytes()
	for _, label := range s.refs.Labels {
		total += 16 + len(label)
	}
	return total
}

// Bytes returns roughly how much memory the values hold for themselves alone.
func (v *Values) Bytes() int {
	if v.sample == nil {
		return 8 * len(v.Nu)
	}
	return 8 * (len(v.sample.nu) + len(v.sample.apart) + len(v.sample.cross))
}

package truth

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim"
	maps "lambdascope/sim/features"
)

// At returns the true values of a domain at γ. It returns nil, without an error, if these are
// unknown: nothing is shipped for the domain's start states, or MaxSteps cuts episodes and
// therefore changes the states of the data. The error names a γ outside [0, 1].
func At(d sim.Domain, gamma float64) (*Values, error) {
	if !(gamma >= 0 && gamma <= 1) {
		return nil, fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", gamma)
	}
	switch d := d.(type) {
	case sim.Exact:
		nu, err := d.Values(gamma)
		if err != nil {
			return nil, err
		}
		return &Values{Kind: KindExact, Nu: nu, Refs: d.References()}, nil
	case sim.Roller:
		m, err := Shipped(d.Options())
		if m == nil || err != nil {
			return nil, err
		}
		return m.At(d, gamma)
	}
	return nil, nil
}

// At returns the values of the moments' chain at a γ in [0, 1], for a domain with any features. For
// a map of observations, without moments, single states with their own values score estimates. The
// error names another feature map without moments.
func (m *Moments) At(d sim.Roller, gamma float64) (*Values, error) {
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
	v := &Values{Kind: KindMonteCarlo, Refs: refs, Nu: make([]float64, m.States)}
	weights := interpolation(gamma, 1)
	for s := range m.States {
		d.StateFeatures(m.state(s), refs.Features(s))
		refs.Labels[s] = d.StateLabel(m.state(s))
		refs.Weights[s] = 1 / float64(m.States)
		v.Nu[s] = weights.dot32(m.Values[s*nodes : (s+1)*nodes])
	}
	v.MSE = max(0, interpolation(gamma, 2).dot(m.ValueMSE[:]))
	if features >= 0 {
		v.sample = newSample(m, features, bias, gamma)
		v.plane = newMap(m, features, bias, d, gamma)
	}
	return v, nil
}

// Bytes returns the approximate memory of the values.
func (v *Values) Bytes() int {
	if v == nil {
		return 0
	}
	total := 8 * (len(v.Nu) + len(v.Refs.X) + len(v.Refs.Weights))
	for _, label := range v.Refs.Labels {
		total += 16 + len(label)
	}
	if v.sample != nil {
		total += v.sample.bytes()
	}
	if v.plane != nil {
		total += 8 * len(v.plane.nu)
	}
	return total
}

package study

import (
	"slices"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/sim/truth"
)

// TestStateValues: on the walk, bias and spread of the states add up to bias² and variance of the
// summary. Elsewhere groups must have the means of their states.
func TestStateValues(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	for _, domain := range sim.Domains() {
		p := planOf(t, domain, 6, 2, 9)
		trials := runTrials(t, e, p)
		s := summarizeTrials(t, e, p, trials)
		d := testutil.Get(sim.New(p.Settings.Problem))(t)
		known := testutil.Get(truth.At(d, p.Settings.Gamma))(t)
		for i := range s.Sizes {
			for k := range s.Lambdas {
				v := testutil.Get(StateValues(t.Context(), e, s, i, k))(t)
				if v.Lambda != k || len(v.True) != len(v.Mean) || len(v.True) != len(v.SD) {
					t.Fatalf("%s: %d, %d and %d numbers of λ %d", domain, len(v.True), len(v.Mean), len(v.SD), v.Lambda)
				}
				if _, exact := d.(sim.Exact); exact {
					bias2, variance := 0., 0.
					for j, mu := range known.Refs.Weights {
						bias2 += mu * (v.Mean[j] - v.True[j]) * (v.Mean[j] - v.True[j])
						variance += mu * v.SD[j] * v.SD[j]
					}
					z := &s.Sizes[i]
					if bias2 -= variance / 6; !closeTo(variance, z.Variance[k], z.LSTD[k].MSVE.Mean) || !closeTo(bias2, z.Bias2[k], z.LSTD[k].MSVE.Mean) {
						t.Errorf("λ %v: bias² %v and variance %v of the states, want %v and %v", s.Lambdas[k], bias2, variance, z.Bias2[k], z.Variance[k])
					}
					if !slices.Equal(v.Labels, known.Refs.Labels) {
						t.Errorf("states %q", v.Labels)
					}
					continue
				}
				if len(v.True) != valueGroups || !slices.IsSorted(v.True) || v.Labels != nil {
					t.Fatalf("%s: groups with the true values %v, labels %q", domain, v.True, v.Labels)
				}
			}
		}
	}
}

package analysis

import (
	"math"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/must"
	"lambdascope/sim/truth"
)

// TestAnalyzeEveryDomain scores against the truth of the settings in force.
func TestAnalyzeEveryDomain(t *testing.T) {
	e := NewEngine(64 << 20)
	for _, domain := range sim.Domains() {
		s := domainDefaults(t, domain)
		a := analyze(t, e, s)
		d := must.Have(sim.New(s.Problem))(t)
		want := must.Have(must.Have(truth.New(d))(t).At(s.Gamma))(t)
		if a.Truth.Kind != want.Kind || a.Sample != nil {
			t.Errorf("%s: truth %q, sample %v", domain, a.Truth.Kind, a.Sample)
		}
		for k, c := range a.Selection.Candidates {
			if a.MSVE[k] != want.MSVE(c.Theta) || a.MSVEError(k) != want.MSVEError(c.Theta) || a.RootMSVE(k) != math.Sqrt(a.MSVE[k]) {
				t.Errorf("%s: λ = %v: MSVE %v ± %v", domain, c.Lambda, a.MSVE[k], a.MSVEError(k))
			}
			if exact := a.MSVEError(k) == 0; exact != (want.Kind == truth.KindExact) {
				t.Errorf("%s: standard error %v", domain, a.MSVEError(k))
			}
		}
		values := a.Values(0)
		if len(values) != len(a.Truth.Nu) {
			t.Fatalf("%s: %d values of %d states", domain, len(values), len(a.Truth.Nu))
		}
		last := len(values) - 1
		v := 0.0
		for j, x := range a.Truth.Refs.Features(last) {
			v += x * a.Selection.Candidates[0].Theta[j]
		}
		if math.Abs(v-values[last]) > 1e-9*math.Abs(v) {
			t.Errorf("%s: value %v, want %v", domain, values[last], v)
		}
	}
}

// TestTruthAgainstAnIndependentSimulation compares root MSVE with what other simulators,
// with other states, found for the same θ. Their standard error is
// the tolerance.
func TestTruthAgainstAnIndependentSimulation(t *testing.T) {
	e := NewEngine(0)
	for _, c := range []struct {
		domain    string
		want      [3]float64 // at λ = 0, 0.5 and 1
		tolerance float64
	}{
		{"2048", [...]float64{101.25, 100.22, 97.60}, 0.12},
		{"mountain-car", [...]float64{97.99, 97.17, 74.15}, 0.08},
	} {
		s := domainDefaults(t, c.domain)
		s.Trajectories, s.Seed, s.Lambdas = 200, 4, "0,0.5,1"
		a := analyze(t, e, s)
		for k, want := range c.want {
			if got := a.RootMSVE(k); !(math.Abs(got-want) < c.tolerance) {
				t.Errorf("%s, λ = %v: root MSVE %.3f, want %v ± %v", c.domain, a.Selection.Candidates[k].Lambda, got, want, c.tolerance)
			}
		}
	}
}

// TestNoTruthWhereACapCuts: without one, observed returns take its place.
func TestNoTruthWhereACapCuts(t *testing.T) {
	e := NewEngine(64 << 20)
	s := domainDefaults(t, "mountain-car")
	s.Problem.MaxSteps = 150
	a := analyze(t, e, s)
	checkNoTruth(t, e, a)
	if a.Sample == nil || len(a.Sample.Returns) != sampleSize || len(a.Values(0)) != sampleSize {
		t.Errorf("sample %v", a.Sample)
	}
	// The walk is known through and through, and its cap changes μ alone.
	walk := defaults(t)
	walk.Problem.MaxSteps = 3
	if b := analyze(t, e, walk); b.Truth == nil || b.Truth.Refs.Weights[0] != .25/3 {
		t.Errorf("truth of a walk that is cut: %+v", b.Truth)
	}
}

package analysis

import (
	"math"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/internal/must"
	"lambdascope/sim/truth"
)

// TestAnalyzeEveryDomain scores against the truth of the settings in force.
func TestAnalyzeEveryDomain(t *testing.T) {
	e := NewEngine(64 << 20)
	for _, domain := range sim.Domains() {
		s := domainDefaults(t, domain)
		a := analyze(t, e, s)
		d := must.Have(sim.New(s.Problem))(t)
		want, err := truth.Of(d, s.Gamma)
		if err != nil || want == nil {
			t.Fatalf("%s: %v, %v", domain, want, err)
		}
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

// TestStartHasItsTruth: the same θ is as good as it is where episodes start.
func TestStartHasItsTruth(t *testing.T) {
	e := NewEngine(64 << 20)
	s := domainDefaults(t, "mountain-car")
	usual := analyze(t, e, s)
	s.Problem.Start = "uniform"
	uniform := analyze(t, e, s)
	if usual.Truth == uniform.Truth || usual.Truth.Refs == uniform.Truth.Refs {
		t.Error("both starts have one truth")
	}
}

// TestTruthAgainstAnIndependentSimulation holds root MSVE against what simulators of
// their own, with states of their own, found for the same θ. Their standard error is
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
	if a.Truth != nil || a.MSVE != nil || a.Best != -1 || a.Worst != -1 {
		t.Errorf("truth %v, MSVE %v, best %d, worst %d", a.Truth, a.MSVE, a.Best, a.Worst)
	}
	if !math.IsNaN(a.RootMSVE(0)) || !math.IsNaN(a.MSVEError(0)) {
		t.Errorf("root MSVE %v ± %v", a.RootMSVE(0), a.MSVEError(0))
	}
	if a.Sample == nil || len(a.Sample.Returns) != sampleSize || len(a.Values(0)) != sampleSize {
		t.Errorf("sample %v", a.Sample)
	}
	refined, err := e.Refine(t.Context(), a)
	if err != nil || !math.IsNaN(refined.MSVE) {
		t.Errorf("refined %v, %v", refined, err)
	}
	ridges, err := e.Compare(t.Context(), s, nil, []float64{0, 1}, 0)
	if err != nil || ridges.At().Truth != nil {
		t.Errorf("ridges %v, %v", ridges, err)
	}
	// The walk is known through and through, and its cap changes μ alone.
	walk := defaults(t)
	walk.Problem.MaxSteps = 3
	if b := analyze(t, e, walk); b.Truth == nil || b.Truth.Refs.Weights[0] != .25/3 {
		t.Errorf("truth of a walk that is cut: %+v", b.Truth)
	}
}

// TestTruthIsKept: values once, features once for all γ; without a cache too.
func TestTruthIsKept(t *testing.T) {
	d, err := sim.New(sim.Options{Domain: "2048"})
	if err != nil {
		t.Fatal(err)
	}
	for _, bytes := range []int{0, 64 << 20} {
		e := NewEngine(bytes)
		var all []*truth.Values
		for _, gamma := range []float64{0.9, 0.9, 0.8} {
			v := must.Have(e.Truth(d, gamma))(t)
			all = append(all, v)
		}
		kept := bytes > 0
		if (all[0] == all[1]) != kept || (all[0].Refs == all[2].Refs) != kept || all[0] == all[2] {
			t.Errorf("%d bytes of cache: values kept %v, states kept %v", bytes, all[0] == all[1], all[0].Refs == all[2].Refs)
		}
	}
	if v, err := NewEngine(0).Truth(nil, 0.5); v != nil || err != nil {
		t.Errorf("truth of recorded data: %v, %v", v, err)
	}
}

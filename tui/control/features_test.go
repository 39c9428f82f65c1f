package control

import (
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/features"
	"lambdascope/sim/must"
)

// TestEveryFeatureMapIsExplained, each of a domain and of a file in its own words that fit
// the column.
func TestEveryFeatureMapIsExplained(t *testing.T) {
	seen := map[string]string{}
	explains := func(of string, with func(bias string) analysis.Settings) {
		t.Helper()
		about := aboutFeatures(with(""))
		if about == "" || seen[about] != "" || len([]rune(about)) > 62 {
			t.Errorf("%s: %q, as %q", of, about, seen[about])
		}
		seen[about] = of
		if got := aboutFeatures(with(sim.BiasSuffix)); got != "with a constant; "+about {
			t.Errorf("%s with a constant: %q", of, got)
		}
	}
	for _, domain := range sim.Domains() {
		for _, m := range must.Have(sim.FeatureMaps(sim.Options{Domain: domain}))(t) {
			explains(domain+" "+m, func(bias string) (s analysis.Settings) {
				s.Problem.Domain, s.Problem.Features, s.Problem.States = domain, m+bias, 19
				return s
			})
		}
	}
	clear(seen)
	for _, m := range features.Names() {
		explains("a file, "+m, func(bias string) analysis.Settings {
			s := analysis.FileDefaults(analysis.File{Name: "a", Hash: "h", Trajectories: 9, Features: 2})
			s.Features = m + bias
			return s
		})
	}
}

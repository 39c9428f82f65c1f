package settings

import (
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/features"
	"lambdascope/sim/testutil"
)

// TestEveryFeatureMapIsExplained: each map of a domain and of a file has a sentence that fits the
// column.
func TestEveryFeatureMapIsExplained(t *testing.T) {
	seen := map[string]string{}
	explains := func(of string, with func(bias string) Settings) {
		t.Helper()
		about := aboutFeatures(with(""))
		if about == "" || seen[about] != "" || len([]rune(about)) > 62 {
			t.Errorf("%s: aboutFeatures says %q, as for %q", of, about, seen[about])
		}
		seen[about] = of
		if got := aboutFeatures(with(sim.BiasSuffix)); got != "+bias: a constant feature; "+about {
			t.Errorf("%s with a constant: %q", of, got)
		}
	}
	for _, domain := range sim.Domains() {
		for _, m := range testutil.Get(sim.FeatureMaps(sim.Options{Domain: domain}))(t) {
			explains(domain+" "+m, func(bias string) (s Settings) {
				s.Problem.Domain, s.Problem.Features, s.Problem.States = domain, m+bias, 19
				return s
			})
		}
	}
	clear(seen)
	for _, m := range features.Names() {
		explains("a file, "+m, func(bias string) Settings {
			s := FileDefaults(File{Name: "a", Hash: "h", Trajectories: 9, Features: 2})
			s.Features = m + bias
			return s
		})
	}
}

// TestEverySettingHasAControl: all settings have one but the method, which changes results by
// rounding alone, the problem, which the control of the domain includes, and the seams, which need
// the file again.
func TestEverySettingHasAControl(t *testing.T) {
	for _, k := range Knobs() {
		without := k.Name == "method" || k.Name == "problem" || k.Name == "seams"
		if has := k.Group != "" && k.Label != "" && k.About != nil; has == without {
			t.Errorf("%s: has a control: %t", k.Name, has)
		}
	}
}

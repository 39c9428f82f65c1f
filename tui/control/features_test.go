package control

import (
	"strings"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/features"
	"lambdascope/sim/must"
)

// TestEveryMapOfAFileIsExplained, each in its own words that fit the column.
func TestEveryMapOfAFileIsExplained(t *testing.T) {
	seen := map[string]string{}
	s := analysis.FileDefaults(analysis.File{Name: "a", Hash: "h", Trajectories: 9, Features: 2})
	for _, name := range features.Names() {
		s.Features = name
		about := aboutFeatures(s)
		if about == "" || seen[about] != "" || len([]rune(about)) > 62 {
			t.Errorf("%s: %q, as %q", name, about, seen[about])
		}
		seen[about] = name
		s.Features += sim.BiasSuffix
		if with := aboutFeatures(s); with != "with a constant; "+about {
			t.Errorf("%s: %q", s.Features, with)
		}
	}
}

// TestEveryFeatureMapIsExplained, each in its own words that fit the column.
func TestEveryFeatureMapIsExplained(t *testing.T) {
	seen := map[string]string{}
	for _, domain := range sim.Domains() {
		maps := must.Have(sim.FeatureMaps(sim.Options{Domain: domain}))(t)
		for _, m := range maps {
			var s analysis.Settings
			s.Problem.Domain, s.Problem.Features, s.Problem.States = domain, m, 19
			about := aboutFeatures(s)
			if about == "" || seen[about] != "" {
				t.Errorf("%s %s: %q, as %q", domain, m, about, seen[about])
			}
			if n := len([]rune(about)); n > 62 {
				t.Errorf("%s: %q has %d characters: the column cuts it", m, about, n)
			}
			seen[about] = m
			s.Problem.Features += sim.BiasSuffix
			if with := aboutFeatures(s); !strings.Contains(with, "constant") {
				t.Errorf("%s: %q", s.Problem.Features, with)
			}
		}
	}
}

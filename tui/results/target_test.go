package results

import (
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// TestTargetInADesign: a design has a target policy only where it is not the behaviour, so
// that studies which know of none are those that they were.
func TestTargetInADesign(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car"} {
		on := must.Have(analysis.Defaults(domain))(t)
		there := DesignOf(on)
		if text, ok := there.Settings["target"]; ok {
			t.Errorf("%s: target %s", domain, text)
		}
		if s, err := there.Read(); err != nil || s != on {
			t.Errorf("%s: %+v, %v, want %+v", domain, s, err, on)
		}
		if domain == "2048" {
			continue
		}
		off := on
		off.Problem.Target = 0.15
		here := DesignOf(off)
		if s, err := here.Read(); err != nil || s != off {
			t.Errorf("%s: %+v, %v, want %+v", domain, s, err, off)
		}
		a, b := &Design{Domains: []DomainDesign{there}}, &Design{Domains: []DomainDesign{here}}
		behaviour := map[string]string{"random-walk": "0.5", "mountain-car": "0.25"}[domain]
		if got, want := a.Difference(b), domain+": target "+behaviour+" there, 0.15 here"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := a.Difference(a); got != "" {
			t.Errorf("%q", got)
		}
		there.Settings["extra"] = "1"
		if _, err := there.Read(); err == nil {
			t.Errorf("%s: a setting too many is read", domain)
		}
	}
}

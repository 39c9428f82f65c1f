package results

import (
	"slices"
	"testing"
	"time"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// TestNaiveTo: the budget decides up to where NaiveCV+LSTD is repeated, by an estimate.
func TestNaiveTo(t *testing.T) {
	sizes := []int{2, 5, 10, 20, 50, 100, 200}
	const usual = 10 * time.Second
	for _, domain := range sim.Domains() {
		s := must.Have(analysis.Defaults(domain))(t)
		want := 20 // as the guide says
		if domain == "random-walk" {
			want = 100
		}
		if got := naiveTo(s, sizes, usual); got != want {
			t.Errorf("%s: up to n = %d with the usual budget, want %d", domain, got, want)
		}
		if got := naiveTo(s, sizes, 25*time.Minute); got != 200 {
			t.Errorf("%s: up to n = %d with 25 minutes, want 200", domain, got)
		}
		if got := naiveTo(s, sizes, 0); got != 0 {
			t.Errorf("%s: up to n = %d with no budget", domain, got)
		}
		last := 0
		for budget := time.Microsecond; budget < time.Hour; budget *= 2 {
			got := naiveTo(s, sizes, budget)
			if got < last || got != 0 && !slices.Contains(sizes, got) {
				t.Errorf("%s: up to n = %d with %v, %d with half of it", domain, got, budget, last)
			}
			last = got
		}
	}
}

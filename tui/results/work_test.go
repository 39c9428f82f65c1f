package results

import (
	"slices"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// TestWork: NaiveCV+LSTD and figure d go up to the numbers of trajectories in the guide, and less
// far with more features.
func TestWork(t *testing.T) {
	sizes := []int{2, 5, 10, 20, 50, 100, 200}
	for _, domain := range sim.Domains() {
		s := testutil.Get(settings.Defaults(domain))(t)
		naive, largest := 20, 100_000
		switch domain {
		case "random-walk":
			naive = 100
		case "2048":
			largest = 30_000
		}
		if got := naiveTo(s, sizes); got != naive {
			t.Errorf("%s: NaiveCV+LSTD up to n = %d, want %d", domain, got, naive)
		}
		if got := usualConsistencySizes(s); slices.Max(got) != largest {
			t.Errorf("%s: figure d up to n = %d, want %d", domain, slices.Max(got), largest)
		}
	}
	s := testutil.Get(settings.Defaults("mountain-car"))(t)
	s.Problem.Features = "rff:256"
	if got := naiveTo(s, sizes); got != 0 {
		t.Errorf("256 features: NaiveCV+LSTD up to n = %d, want none", got)
	}
	if got := usualConsistencySizes(s); !slices.Equal(got, []int{10, 30, 100}) {
		t.Errorf("256 features: figure d at %v", got)
	}
}

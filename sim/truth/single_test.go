package truth

import (
	"math"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/testutil"
)

// TestSingleStates: the same features by a name without moments have scores that agree with the
// moments within the standard errors.
func TestSingleStates(t *testing.T) {
	for _, c := range [][2]string{{"rbf", "rbf:5"}, {"raw+bias", "identity+bias"}, {"tile-coding", "tile-coding:4x8"}} {
		var values [2]*Values
		for i, features := range c {
			values[i] = testutil.Get(At(domain(t, sim.Options{Domain: "mountain-car", Features: features}), 1))(t)
		}
		moments, single := values[0], values[1]
		if moments.Single() || !single.Single() || single.States() != single.Refs.Len() || single.Map() != nil {
			t.Fatalf("%s: by single states %t, %t", c[1], moments.Single(), single.Single())
		}
		best := moments.Least().theta
		for _, scale := range []float64{0, .5, 1} {
			theta := make([]float64, len(best))
			for j := range theta {
				theta[j] = scale * best[j]
			}
			got, want := single.MSVE(theta), moments.MSVE(theta)
			se := math.Hypot(single.MSVEError(theta), moments.MSVEError(theta))
			if !(math.Abs(got-want) <= 4*se) || !(se > 0) || se > want {
				t.Errorf("%s, %v of the best: %v, by moments %v, s.e. %v", c[1], scale, got, want, se)
			}
			if twice := single.MSVEError(theta, theta); math.Abs(twice-single.MSVEError(theta)) > 1e-9*twice {
				t.Errorf("the error of a mean of two that are one: %v", twice)
			}
		}
	}
	v := testutil.Get(At(domain(t, sim.Options{Domain: "mountain-car", Features: "fourier:3"}), 1))(t)
	if v.Least() != nil {
		t.Error("a least MSVE of features that are scored on single states")
	}
	for _, o := range []sim.Options{{}, {Domain: "2048"}} {
		if v := testutil.Get(At(domain(t, o), 1))(t); v.Map() != nil {
			t.Errorf("%s has a map", o.Domain)
		}
	}
}

package sim

import (
	"math"
	"testing"

	"lambdascope/sim/must"
)

// A cap that cuts changes the states that the data hold, not their values.
func TestWalkVisitsUnderACap(t *testing.T) {
	for _, c := range []struct {
		n, most int
		want    []float64 // visits, before they are normalised
	}{
		{5, 1, []float64{0, 0, 1, 0, 0}},
		{5, 2, []float64{0, .5, 1, .5, 0}},
		{5, 3, []float64{.25, .5, 1.5, .5, .25}},
		{3, 4, []float64{.75, 1.5, .75}},
	} {
		d := mustNew(t, Options{States: c.n, MaxSteps: c.most}).(Exact)
		sum := 0.0
		for _, v := range c.want {
			sum += v
		}
		for s, mu := range d.References().Weights {
			if math.Abs(mu-c.want[s]/sum) > 1e-15 {
				t.Errorf("N = %d, max steps %d: μ(%d) = %v, want %v", c.n, c.most, s+1, mu, c.want[s]/sum)
			}
		}
		nu := must.Have(d.Values(1))(t)
		for s, v := range nu {
			if want := float64(s+1) / float64(c.n+1); math.Abs(v-want) > 1e-14 {
				t.Errorf("N = %d, max steps %d: ν(%d) = %v, want %v", c.n, c.most, s+1, v, want)
			}
		}
	}
}

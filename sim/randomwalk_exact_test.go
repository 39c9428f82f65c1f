package sim

import (
	"fmt"
	"math"
	"testing"

	"lambdascope/sim/internal/must"
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

// Where the two ways of counting meet they agree, and there is no more to cut.
func TestWalkVisitsMeet(t *testing.T) {
	for _, n := range []int{3, 5, 21, 51} {
		most := 1
		for !neverCut(n, most) {
			most++
		}
		if most > 25_000 {
			t.Errorf("N = %d: never cut only from %d steps", n, most)
		}
		whole := wholeVisits(n)
		for s, mu := range cutVisits(n, most) {
			if math.Abs(mu-whole[s]) > 1e-12 {
				t.Errorf("N = %d: μ(%d) = %v after %d steps, want %v", n, s+1, mu, most, whole[s])
			}
		}
	}
}

// μ is the share of each state among the transitions of the data, and the chain
// is the uncut one: states that the data visit less are worth the same.
func TestWalkUnderACapStatistics(t *testing.T) {
	for _, c := range []struct{ n, most, walks int }{{5, 4, 20000}, {5, 12, 20000}, {21, 40, 6000}} {
		d := mustNew(t, Options{States: c.n, MaxSteps: c.most})
		mu := d.(Exact).References().Weights
		share := make([]sample, c.n) // visits less μ times the length: mean 0
		for i := range c.walks {
			tr := mustDraw(t, d, 17, i)
			visits := make([]float64, c.n)
			for step := range tr.Len() {
				visits[hot(tr.Features(step))]++
			}
			for s := range c.n {
				share[s].add(visits[s] - mu[s]*float64(tr.Len()))
			}
		}
		for s := range c.n {
			if mu[s] > 0 {
				share[s].want(t, fmt.Sprintf("N = %d, max steps %d: visits to %d, less μ·H", c.n, c.most, s+1), 0)
			} else if share[s].squares != 0 {
				t.Errorf("N = %d, max steps %d: visits to %d", c.n, c.most, s+1)
			}
		}
	}
}

// hot returns the position of the 1 among 1-hot features.
func hot(x []float64) int {
	for j, v := range x {
		if v == 1 {
			return j
		}
	}
	return -1
}

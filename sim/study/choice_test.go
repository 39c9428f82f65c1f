package study

import (
	"testing"

	"lambdascope/sim/analysis"
)

// TestHelps has trials of two λ's of MSVE 1 and 3, in which λ̂ is the better one in
// all, in half and in none: against a λ drawn at random, of MSVE 2, that helps, does
// nothing and harms.
func TestHelps(t *testing.T) {
	for _, c := range []struct {
		what         string
		trials       int
		right        func(i int) bool
		helps, loses Holds
	}{
		{"always right", 20, func(int) bool { return true }, DoesHold, DoesNotHold},
		{"right in half", 20, func(i int) bool { return i%2 == 0 }, Unclear, DoesHold},
		{"right in 15 of 20", 20, func(i int) bool { return i%4 != 0 }, DoesHold, DoesHold},
		{"right in 19 of 20", 20, func(i int) bool { return i > 0 }, DoesHold, Unclear},
		{"never right", 20, func(int) bool { return false }, DoesNotHold, DoesHold},
		{"too few trials", 9, func(int) bool { return true }, Unclear, Unclear},
	} {
		p := Plan{Settings: analysis.Settings{Lambdas: "0,1"}, Sizes: []int{5}}
		msve, selected := make([][]float64, c.trials), make([]int, c.trials)
		for i := range c.trials {
			if msve[i] = []float64{1, 3}; !c.right(i) {
				selected[i] = 1
			}
		}
		z := &summarize(p, []float64{0, 1}, handMade(&p, msve, selected), exactly{}).Sizes[0]
		if z.Helps() != c.helps || z.Loses() != c.loses {
			t.Errorf("%s: helps: %v, want %v; loses: %v, want %v", c.what, z.Helps(), c.helps, z.Loses(), c.loses)
		}
	}
}

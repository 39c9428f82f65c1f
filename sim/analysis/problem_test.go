package analysis

import (
	"testing"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// TestProblemResult checks that the truth is exact, and that a discount without values is
// refused before any computation.
func TestProblemResult(t *testing.T) {
	e := NewEngine(1 << 20)
	for _, name := range problem.Names() {
		p := testutil.Get(problem.Shipped(name))(t)
		s := settings.ProblemDefaults(p)
		s.Trajectories = 10
		a := analyze(t, e, s)
		if a.Truth == nil || a.Truth.Kind != "exact" || a.Truth.MSVEError(a.Selection.Best().Theta) != 0 || len(a.MSVE) != 11 {
			t.Errorf("%s: truth %+v", p.Name, a.Truth)
		}
		if again := analyze(t, e, s); again != a {
			t.Errorf("%s is computed twice", p.Name)
		}
	}
	endless := testutil.Get(problem.Parse("e", []byte(`{"name":"e","states":[{"name":"a","start":1,"next":[{"to":"a","p":1}]}]}`)))(t)
	s := settings.ProblemDefaults(endless)
	s.Gamma = 1
	const want = "gamma 1: want γ < 1 for e, which never ends from state a"
	if _, err := e.Check(Request{Settings: s}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

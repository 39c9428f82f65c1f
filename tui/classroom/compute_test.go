package classroom

import (
	"context"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/drive"
)

// TestFirstWithin asks for an error that some number of trajectories has, and for one
// that none has; and with a context that has ended.
func TestFirstWithin(t *testing.T) {
	e, s := analysis.NewEngine(8<<20), drive.Defaults(t, "")
	s.Trajectories = 5
	at := func(n int) float64 {
		s := s
		s.Trajectories = n
		o := testutil.Get(Outcome(t.Context(), e.Analyze, s))(t)
		return o.RootMSVE
	}
	first := at(7)
	for _, stop := range []int{10, 15, 20, 30, 50} { // that turning passes through
		v := at(stop)
		if v >= first {
			continue
		}
		got, beyond, _ := FirstWithin(t.Context(), e.Analyze, s, 1000, v)
		if got > stop || beyond || at(got) > v || at(got-1) <= v {
			t.Errorf("error %v: n = %d with %v, beyond %v, and %v with one less", v, got, at(got), beyond, at(got-1))
		}
	}
	if n, beyond, least := FirstWithin(t.Context(), e.Analyze, s, 40, 0); n != 30 || !beyond || least > 0 {
		t.Errorf("no error: n = %d, beyond %v, least %v; want 30, the last up to 40", n, beyond, least)
	}
	if n, beyond, _ := FirstWithin(t.Context(), e.Analyze, s, 6, 1); n != 0 || !beyond {
		t.Errorf("nothing to try: n = %d, beyond %v", n, beyond)
	}
	few := s
	few.Problem.Features = "dependent"
	if n, beyond, least := FirstWithin(t.Context(), e.Analyze, few, 1000, .01); n != 7 || !beyond || least < .05 {
		t.Errorf("less than the features allow: n = %d, beyond %v, least %v", n, beyond, least)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, beyond, _ := FirstWithin(ctx, analysis.NewEngine(0).Analyze, s, 1000, 1); n != 0 || !beyond {
		t.Errorf("cancelled: n = %d, beyond %v", n, beyond)
	}
}

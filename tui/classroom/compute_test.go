package classroom

import (
	"context"
	"testing"

	"lambdascope/sim/analysis"
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
		o, err := Outcome(t.Context(), e.Analyze, s)
		if err != nil {
			t.Fatal(err)
		}
		return o.RootMSVE
	}
	stops := []int{7, 10, 15, 20, 30, 50} // that turning passes through
	least := at(7)
	for _, n := range stops {
		if v := at(n); v < least {
			least = v
			if got, beyond := FirstWithin(t.Context(), e.Analyze, s, 1000, v); got != n || beyond {
				t.Errorf("error %v: n = %d, beyond %v; want %d", v, got, beyond, n)
			}
		}
	}
	if least == at(7) {
		t.Fatal("no error is lower than the first: the test says nothing")
	}
	if n, beyond := FirstWithin(t.Context(), e.Analyze, s, 40, 0); n != 30 || !beyond {
		t.Errorf("no error: n = %d, beyond %v; want 30, the last up to 40", n, beyond)
	}
	if n, beyond := FirstWithin(t.Context(), e.Analyze, s, 6, 1); n != 0 || !beyond {
		t.Errorf("nothing to try: n = %d, beyond %v", n, beyond)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, beyond := FirstWithin(ctx, analysis.NewEngine(0).Analyze, s, 1000, 1); n != 0 || !beyond {
		t.Errorf("cancelled: n = %d, beyond %v", n, beyond)
	}
}

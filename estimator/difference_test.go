package estimator

import (
	"math"
	"testing"
)

// TestDifference: against λ̂ it is the candidate's own, and it adds up. Its standard
// error leaves out what is rounding beside the largest of them.
func TestDifference(t *testing.T) {
	data := synthetic(t, 7, 12, 3, 1)
	for _, weighting := range []Weighting{ByStep, ByTrajectory} {
		s := mustSelect(t, data, Options{Gamma: .9, Lambdas: grid(5), Weighting: weighting})
		most := 0.0
		for _, c := range s.Candidates {
			most = max(most, c.RefitSE)
		}
		for k, c := range s.Candidates {
			difference := func(k, ref int) Difference {
				d, err := s.Difference(k, ref)
				if err != nil {
					t.Fatal(err)
				}
				return d
			}
			if d := difference(k, s.Selected); d.Diff != c.Diff || math.Abs(d.SE-c.RefitSE) > 1e-6*most || d.NotRuledOut != c.NotRuledOut {
				t.Errorf("λ = %v: %+v, want %v ± %v", c.Lambda, d, c.Diff, c.RefitSE)
			}
			there, back := difference(k, 0), difference(0, k)
			if there.Diff != -back.Diff || there.SE != back.SE || math.Abs(there.Diff-(c.LOTO-s.Candidates[0].LOTO)) > 1e-12*c.LOTO {
				t.Errorf("λ = %v: %+v and back %+v", c.Lambda, there, back)
			}
		}
	}
}

package estimator

import (
	"math"
	"slices"
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
				d := must(s.Difference(k, ref))(t)
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

// TestSelectedWithout compares with selections on the others. With 60 trajectories of which
// none takes a feature with it, first order tells nearly all of them; the rest are folds
// whose two lowest LOTO errors come within a tenth of how far the estimate is off.
func TestSelectedWithout(t *testing.T) {
	data := synthetic(t, 60, 3, 12, 5)
	opt := Options{Gamma: 0.9, Lambdas: grid(11)}
	s := mustSelect(t, data, opt)
	wrong, other := 0, 0
	for i := range data {
		rest := mustSelect(t, slices.Concat(data[:i], data[i+1:]), opt)
		got := s.SelectedWithout(i)
		if rest.Selected != s.Selected {
			other++
		}
		if got != rest.Selected {
			wrong++
		}
		// What it costs to be wrong is the size of the second order, (1/n)² of a score.
		if off := rest.Candidates[got].LOTO - rest.Best().LOTO; off > rest.Best().LOTO/float64(len(data)*len(data)) {
			t.Errorf("without %d: λ = %v costs %.2g of %.2g", i, opt.Lambdas[got], off, rest.Best().LOTO)
		}
	}
	t.Logf("%d of %d choose another λ, %d are estimated wrongly", other, len(data), wrong)
	if other < 3 || wrong > other/3 {
		t.Errorf("%d of %d choose another λ, %d are estimated wrongly", other, len(data), wrong)
	}
}

package estimator

import (
	"slices"
	"testing"
)

// TestSelectedWithout compares with selections on the other trajectories. With 60 trajectories,
// none with all data of a feature, first order predicts nearly all selections. The rest are folds
// whose two lowest LOTO errors are within a tenth of the error of the estimate.
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
		// The cost of a wrong selection is of second order, (1/n)² of a score.
		if off := rest.Candidates[got].LOTO - rest.Best().LOTO; off > rest.Best().LOTO/float64(len(data)*len(data)) {
			t.Errorf("without %d: λ = %v costs %.2g of %.2g", i, opt.Lambdas[got], off, rest.Best().LOTO)
		}
	}
	t.Logf("%d of %d choose another λ, %d are estimated wrongly", other, len(data), wrong)
	if other < 3 || wrong > other/3 {
		t.Errorf("%d of %d choose another λ, %d are estimated wrongly", other, len(data), wrong)
	}
}

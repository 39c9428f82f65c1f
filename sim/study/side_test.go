package study

import (
	"math"
	"testing"
)

// roughly scores a single feature, with a truth whose error has two parts: in proportion to the
// mean θ, and constant.
type roughly struct{ exactly }

func (roughly) MSVEErrors(thetas ...[]float64) []float64 {
	mean := 0.0
	for _, theta := range thetas {
		mean += theta[0] / float64(len(thetas))
	}
	return []float64{0.1 * mean, 0.4}
}

// TestTruthInIntervals: standard errors include the error of the truth, except the part that
// cancels in a difference.
func TestTruthInIntervals(t *testing.T) {
	p := Plan{Settings: defaults(t), Sizes: []int{7}, RLSTD: true, NaiveTo: 7}
	// θ is 2, 1, 2 and 1, 2, 1 and 3, 4, 2, and 2, 2, 2 where it is chosen.
	trials := handMade(&p, [][]float64{{4, 1, 9}, {1, 4, 16}, {4, 1, 4}}, []int{0, 1, 2})
	for _, x := range trials {
		x.Outcomes[0].RLSTD = []float64{6, 4, 29. / 3}
		x.Outcomes[0].Naive = &Naive{Selected: 0}
	}
	lambdas := []float64{0, .5, 1}
	trialsAlone := summarize(p, lambdas, trials, exactly{})
	s := summarize(p, lambdas, trials, roughly{})
	alone, z := &trialsAlone.Sizes[0], &s.Sizes[0]
	all := math.Hypot // independent errors add in squares
	for _, c := range []struct {
		what       string
		got, alone Mean
		truth      float64
	}{
		{"λ = 0", z.LSTD[0].MSVE, alone.LSTD[0].MSVE, all(.5/3, .4)},
		{"λ = 0.5", z.LSTD[1].MSVE, alone.LSTD[1].MSVE, all(.4/3, .4)},
		{"λ = 1", z.LSTD[2].MSVE, alone.LSTD[2].MSVE, all(.3, .4)},
		{"λ = 1 less λ = 0", z.MSVEDiff[2], alone.MSVEDiff[2], .3 - .5/3},
		{"λ = 0 less itself", z.MSVEDiff[0], alone.MSVEDiff[0], 0},
		{"ALLSTD", z.ALLSTD.MSVE, alone.ALLSTD.MSVE, all(.2, .4)},
		{"ALLSTD less λ = 0.5", z.Regret, alone.Regret, .2 - .4/3},
		{"random", z.Random.MSVE, alone.Random.MSVE, all(.2, .4)},
		{"random less ALLSTD", z.RandomLoss, alone.RandomLoss, 0},
		{"NaiveCV", z.Naive.MSVE, alone.Naive.MSVE, all(.5/3, .4)},
		{"RLSTD, twice λ = 0", z.RLSTD[0].MSVE, alone.RLSTD[0].MSVE, 2 * all(.5/3, .4)},
	} {
		if want := math.Hypot(c.alone.SE, c.truth); c.got.Mean != c.alone.Mean || !closeTo(c.got.SE, want, 1) {
			t.Errorf("%s: %v, want %v ± %v", c.what, c.got, c.alone.Mean, want)
		}
	}
	if want := all(.4/3, .4); z.Best != 1 || !closeTo(z.TruthSE, want, 1) {
		t.Errorf("of the truth alone %v, want %v", z.TruthSE, want)
	}
	if alone.TruthSE != 0 {
		t.Errorf("an exact truth leaves %v", alone.TruthSE)
	}
	// A ratio, and the evidence that a claim is decided by.
	rows, exact := s.MethodRows(), trialsAlone.MethodRows()
	for i, row := range rows {
		switch wider := row.RatioHigh-row.RatioLow > exact[i].RatioHigh-exact[i].RatioLow; {
		case row.Lambda == .5: // whose errors are in proportion to LSTD(best)'s
			if !closeTo(row.RatioHigh, exact[i].RatioHigh, 10) || !closeTo(row.RatioLow, exact[i].RatioLow, 10) {
				t.Errorf("%s: %v, by an exact truth %v", row.Method, row, exact[i])
			}
		case !wider:
			t.Errorf("%s: %v, by an exact truth %v", row.Method, row, exact[i])
		}
	}
	// 4 less 2·2, of trials that agree with the truth's 0.2 and 0.4 less twice 0.4/3 and 0.4.
	chosen, best := sideOf([]float64{4, 4, 4}, z.ALLSTD.truth), sideOf([]float64{2, 2, 2}, z.LSTD[1].truth)
	if v := Above(chosen, 2, best); v.Mean.Mean != 0 || !closeTo(v.SE, all(.2-.8/3, .4), 1) {
		t.Errorf("above: %v", v)
	}
	if r, low, high := ratioOf(chosen, best); !closeTo(high*high-low*low, 2*z95*all(.2-.8/3, .4)/2, 1) {
		t.Errorf("ratio: %v, %v to %v", r, low, high)
	}
}

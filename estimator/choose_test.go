package estimator

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestChoose compares the fits by rules with the definitions on random problems.
func TestChoose(t *testing.T) {
	settled, several := false, false
	checkKinds(t, func(t *rapid.T, kind string) {
		data, opt := drawData(t, kind), drawOptions(t)
		s := must(Select(t.Context(), data, opt))(t)
		best := s.Best()
		var open []Candidate
		for _, c := range s.Candidates {
			if c.NotRuledOut {
				open = append(open, c)
			}
		}
		settled = settled || len(open) == 1
		several = several || len(open) > 1
		if got := s.Choose(Smallest); got.Lambda != open[0].Lambda || got.Gamma != s.Gamma || got.Singular != open[0].Singular || !slices.Equal(got.Theta, open[0].Theta) {
			t.Errorf("smallest: %+v, want λ = %v", got, open[0].Lambda)
		}
		got := s.Choose(Average)
		if single := !math.IsNaN(got.Lambda); single != (len(open) == 1) || got.Gamma != s.Gamma {
			t.Errorf("average of %d λ's: %+v", len(open), got)
		}
		for j, v := range got.Theta {
			mean, size := 0.0, 0.0
			for _, c := range open {
				mean += c.Theta[j] / float64(len(open))
				size = max(size, math.Abs(c.Theta[j]))
			}
			if want := (best.Theta[j] + mean) / 2; math.Abs(v-want) > 1e-12*size {
				t.Errorf("average: θ_%d = %v, want %v", j+1, v, want)
			}
		}
	})
	if !settled || !several {
		t.Errorf("cases with λ̂ alone: %t, with several λ's: %t; want both", settled, several)
	}
	if new(Selection).Choose(Average) != nil {
		t.Error("a fit of no selection")
	}
}

// TestTies: of λ's whose LOTO errors differ by less than 1e−9·max(least, mean G²), the smallest is
// selected. Errors of random data are seldom so close.
func TestTies(t *testing.T) {
	for _, c := range []struct {
		meanG2 float64
		loto   []float64
		want   int
	}{
		{1000, []float64{2, 2, 2}, 0},
		{1000, []float64{2 + 0.99e-6, 2, 2}, 0},
		{1000, []float64{2 + 1.01e-6, 2, 2}, 1},
		{0, []float64{2 + 1.99e-9, 2, 2}, 0},
		{0, []float64{2 + 2.01e-9, 2, 2}, 1},
		{0, []float64{1e-300, 0}, 1}, // a least error of 0 has no tolerance
	} {
		if got := smallestWithin(len(c.loto), func(k int) float64 { return c.loto[k] }, c.meanG2); got != c.want {
			t.Errorf("mean G² %v, %v: selected %d, want %d", c.meanG2, c.loto, got, c.want)
		}
	}
}

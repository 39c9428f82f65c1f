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

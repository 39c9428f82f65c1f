package estimator

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestEffective compares the effective number of trajectories and of groups with the
// definition, by steps and by trajectories, and reads what is said where few count.
func TestEffective(t *testing.T) {
	var data []*Trajectory
	lengths := []int{2, 2, 3, 102, 2, 5, 3, 2}
	for i, h := range lengths {
		data = append(data, synthetic(t, 1, 2, h, uint64(i+1))...)
	}
	pairs := []int{0, 0, 1, 1, 2, 2, 3, 3}
	for name, c := range map[string]struct {
		opt  Options
		v    []float64
		says string
	}{
		"steps":              {Options{}, []float64{2, 2, 3, 102, 2, 5, 3, 2}, "8 trajectories count as 1.4: one has 102 of 121 steps"},
		"steps of groups":    {Options{Groups: pairs}, []float64{4, 105, 7, 5}, "4 groups count as 1.3: one has 105 of 121 steps"},
		"trajectories":       {Options{Weighting: ByTrajectory}, []float64{1, 1, 1, 1, 1, 1, 1, 1}, ""},
		"of groups":          {Options{Weighting: ByTrajectory, Groups: []int{0, 0, 0, 0, 0, 0, 1, 2}}, []float64{6, 1, 1}, ""},
		"of uneven groups":   {Options{Weighting: ByTrajectory, Groups: []int{0, 0, 0, 0, 0, 0, 0, 1}}, []float64{7, 1}, ""},
		"groups, equal size": {Options{Weighting: ByTrajectory, Groups: pairs}, []float64{2, 2, 2, 2}, ""},
	} {
		c.opt.Gamma, c.opt.Lambdas = 0.9, grid(3)
		s := mustSelect(t, data, c.opt)
		sum, squares := 0., 0.
		for _, v := range c.v {
			sum += v
			squares += v * v
		}
		largest := slices.Max(c.v)
		if math.Abs(s.Effective-sum*sum/squares) > 1e-13*sum*sum/squares || s.Heaviest != slices.Index(c.v, largest) || math.Abs(s.LargestShare-largest/sum) > 1e-15 {
			t.Errorf("%s: %v, the heaviest %d with %v; want %v, %d, %v", name, s.Effective, s.Heaviest, s.LargestShare, sum*sum/squares, slices.Index(c.v, largest), largest/sum)
		}
		if want := quantile(s.Effective); s.Quantile != want {
			t.Errorf("%s: quantile %v, want %v", name, s.Quantile, want)
		}
		said := ""
		for _, w := range s.Warnings() {
			if w.Kind == WarnUneven {
				said = w.Text
			}
		}
		if said != c.says || s.FewCarry() != (c.says != "") {
			t.Errorf("%s: %q, want %q", name, said, c.says)
		}
	}
}

// TestEffectiveOfEqualLengths: trajectories of one length count as so many, to the last
// bit, so that no result of theirs depends on the count.
func TestEffectiveOfEqualLengths(t *testing.T) {
	for _, n := range []int{2, 3, 7, 31, 97} {
		s := mustSelect(t, synthetic(t, n, 2, 3, 1), Options{Gamma: 0.9, Lambdas: grid(2)})
		if s.Effective != float64(n) || strings.Contains(warningTexts(s), "count as") {
			t.Errorf("n = %d: effective %v, %s", n, s.Effective, warningTexts(s))
		}
	}
}

func warningTexts(s *Selection) string {
	var all []string
	for _, w := range s.Warnings() {
		all = append(all, w.Text)
	}
	return strings.Join(all, "; ")
}

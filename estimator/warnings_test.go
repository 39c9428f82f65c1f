package estimator

import (
	"slices"
	"testing"
)

// lengths draws a trajectory of each of some lengths.
func lengths(t *testing.T, of ...int) (data []*Trajectory) {
	t.Helper()
	for i, h := range of {
		data = append(data, synthetic(t, 1, 2, h, uint64(i+1))...)
	}
	return data
}

// allRatios gives each trajectory one ratio at all steps.
func allRatios(t *testing.T, data []*Trajectory, ratio func(i int) float64) (out []*Trajectory) {
	t.Helper()
	for i, one := range data {
		out = append(out, must(one.WithRatios(slices.Repeat([]float64{ratio(i)}, one.Len())))(t))
	}
	return out
}

// TestWarnings meets each warning with data that deserve it, and none without.
func TestWarnings(t *testing.T) {
	varied := append(synthetic(t, 3, 2, 8, 1), synthetic(t, 3, 2, 5, 2)...)
	cut := append(synthetic(t, 3, 2, 8, 1), truncatedSynthetic(t, 3, 2, 8, 2)...)
	zero := mapped(t, cut, same, func(float64) float64 { return 0 })
	uneven := lengths(t, 2, 2, 3, 102, 2, 5, 3, 2)
	some := synthetic(t, 40, 2, 6, 1)
	still := []*Trajectory{
		mustTrajectory(t, [][]float64{{1, 0}, {0, 1}}, []float64{1}, false),
		mustTrajectory(t, [][]float64{{1, 0}, {1, 0}, {0, 1}}, []float64{1, 3}, false),
		mustTrajectory(t, [][]float64{{0, 1}, {1, 0}, {1, 0}}, []float64{2, 3}, false),
	}
	pairs := []int{0, 0, 1, 1, 2, 2, 3, 3}
	last := func(i int) float64 { return map[bool]float64{true: 1.5, false: 0.01}[i >= 6] }
	const (
		few     = "so few folds rule out little"
		flat    = "there is nothing to compare: every return is 0"
		half    = "3 of 6 trajectories (50 %) are truncated: on average 64 % of a return's weight lies after the cut"
		stopped = "returns stop at the cut, so the λ chosen here may not have the lowest true error"
	)
	for name, c := range map[string]struct {
		data []*Trajectory
		opt  Options
		want []string
	}{
		"none":                 {varied, Options{}, nil},
		"equal lengths":        {synthetic(t, 6, 2, 8, 1), Options{Weighting: ByTrajectory}, nil},
		"varied lengths":       {varied, Options{Weighting: ByTrajectory}, []string{"λ's are compared by a mean in which trajectories of any length weigh the same, not by MSVE"}},
		"cut":                  {cut, Options{}, []string{stopped, half}},
		"completed":            {cut, Options{Tail: TailBootstrap}, []string{"λ's are compared by returns that each fold's own fit completes, not by MSVE", half}},
		"cut, but hardly":      {cut, Options{Gamma: 0.04}, nil},
		"no rewards":           {zero, Options{}, []string{flat, stopped, half}},
		"a ridge that shrinks": {varied, Options{Ridge: 10}, []string{"the ridge takes more than 5 % of θ: the set of λ's that are not ruled out is widened"}},
		"a small ridge":        {varied, Options{Ridge: 1e-6}, nil},
		"two":                  {varied[:2], Options{}, []string{few, "n = 2: each fold is a fit to one trajectory"}},
		"two groups":           {varied, Options{Groups: []int{1, 1, 1, 2, 2, 2}}, []string{few, "2 groups: each fold is a fit to one group"}},
		"four":                 {varied[:4], Options{}, []string{few}},
		"five":                 {varied[:5], Options{}, nil},
		"end of the grid":      {varied, Options{Lambdas: []float64{0.2, 0.3}}, []string{"λ̂ = 0.2 is at the lower end of the grid; a wider one may do better"}},
		"deficient folds":      {oneHot(t, 6, 5, 3), Options{}, []string{"1 of 6 folds is rank-deficient: without its trajectory some feature directions have no data and count as zero"}},
		"deficient groups":     {oneHot(t, 10, 5, 3), Options{Groups: []int{0, 1, 2, 3, 4, 0, 1, 2, 3, 4}}, []string{"1 of 5 folds is rank-deficient: without its group some feature directions have no data and count as zero"}},
		"rank": {
			mapped(t, varied, func(x []float64) []float64 { return []float64{x[0], 2 * x[0]} }, same),
			Options{},
			[]string{"the data span 1 of 2 feature directions; the others count as zero"},
		},
		"singular": {still, Options{Gamma: 1}, []string{
			stopped, few,
			"at γ = 1 with no terminated trajectory and features that span a constant every A is singular; the values are least-norm solutions",
			"3 of 3 trajectories (100 %) are truncated: on average 100 % of a return's weight lies after the cut",
			"3 of 3 folds are rank-deficient: without its trajectory some feature directions have no data and count as zero",
		}},

		"steps":           {uneven, Options{}, []string{"8 trajectories count as 1.4: one has 102 of 121 steps"}},
		"steps of groups": {uneven, Options{Groups: pairs}, []string{few, "4 groups count as 1.3: one has 105 of 121 steps"}},
		"one by ratios": {
			allRatios(t, some, func(i int) float64 { return map[bool]float64{true: 3, false: 0.2}[i == 7] }),
			Options{},
			[]string{"few trajectories carry the weight: with their importance ratios 40 count as 1.1, and trajectory 7 has 95 % of the weight in returns"},
		},
		"many":   {allRatios(t, some, func(i int) float64 { return 0.8 + 0.4*float64(i%2) }), Options{}, nil},
		"twenty": {allRatios(t, some, func(i int) float64 { return float64(i % 2) }), Options{}, nil},
		"a group by ratios": {
			allRatios(t, some[:8], last),
			Options{Groups: pairs, Gamma: 0.5},
			[]string{few, "few groups carry the weight: with their importance ratios 4 count as 1, and group 3 has 99 % of the weight in returns"},
		},
		"none by ratios": {
			allRatios(t, some[:5], func(int) float64 { return 0 }),
			Options{},
			[]string{flat, "every importance ratio is 0: the target policy takes none of the actions of the data"},
		},
	} {
		if c.opt.Gamma == 0 {
			c.opt.Gamma = 0.9
		}
		if c.opt.Lambdas == nil {
			c.opt.Lambdas = grid(3)
		}
		s := mustSelect(t, c.data, c.opt)
		var got []string
		for _, w := range s.Warnings() {
			got = append(got, w.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%q\nwant\n%q", name, got, c.want)
		}
	}
}

package estimator

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func alike(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// TestCompare: two selections with a single λ each compare like the two λ's of a joint selection.
func TestCompare(t *testing.T) {
	data := append(synthetic(t, 8, 3, 9, 1), truncatedSynthetic(t, 7, 3, 5, 2)...)
	for _, weighting := range []Weighting{ByStep, ByTrajectory} {
		for _, ridge := range []float64{0, 30} {
			selected := func(lambdas ...float64) *Selection {
				return mustSelect(t, data, Options{Gamma: .9, Lambdas: lambdas, Ridge: ridge, Weighting: weighting})
			}
			both, low, high := selected(.2, 1), selected(.2), selected(1)
			want := must(both.Difference(1, 0))(t)
			c := must(Compare([]*Selection{high, low, low}))(t)
			if (c.Best == 0) != (want.Diff < 0) || c.Best == 2 {
				t.Errorf("selection %d is the best, %v apart", c.Best, want.Diff)
			}
			if d := c.Against[c.Best]; d.Diff != 0 || d.SE != 0 || !d.NotRuledOut {
				t.Errorf("against itself: %+v", d)
			}
			other := 1 - c.Best
			best := c.Selections[c.Best]
			if d := c.Against[other]; !alike(d.Diff, math.Abs(want.Diff)) || !alike(d.SE, want.SE) || d.NotRuledOut != (d.Diff <= best.Quantile*d.SE+best.rounding()) {
				t.Errorf("%v, ridge %v: %+v, want %+v", weighting, ridge, d, want)
			}
		}
	}
}

// TestHeldOut compares the errors of fits to the other trajectories, or groups, with a selection.
func TestHeldOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, opt := drawData(t, "dense"), drawOptions(t)
		opt.Lambdas, opt.Ridge = []float64{rapid.SampledFrom([]float64{0, 0.6, 1}).Draw(t, "λ")}, 0.3+opt.Ridge // for far from singular folds
		opt.Tail = rapid.SampledFrom([]Tail{TailNone, TailBootstrap}).Draw(t, "tail")
		groups := groupsOf(sequence(len(data)))
		if rapid.Bool().Draw(t, "in groups") {
			opt.Groups = drawGroups(t, len(data))
			groups = groupsOf(opt.Groups)
		}
		s := must(Select(context.Background(), data, opt))(t)
		theta := make([][]float64, len(data))
		for _, members := range groups {
			var others []*Trajectory
			for i := range data {
				if !slices.Contains(members, i) {
					others = append(others, data[i])
				}
			}
			for _, i := range members {
				theta[i] = must(LSTD(context.Background(), others, opt))(t)[0].Theta
			}
		}
		errors, loto, se, err := HeldOut(data, theta, opt)
		for g, members := range groups {
			if fold := s.Best().Folds[g]; err == nil && len(members) == 1 && math.Abs(errors[members[0]]-fold) > 1e-8*max(fold, s.MeanSquaredReturn) {
				t.Errorf("trajectory %d: %v, the fold %v", members[0], errors[members[0]], fold)
			}
		}
		if tolerance := 1e-8 * max(loto, s.MeanSquaredReturn); err != nil || math.Abs(loto-s.Best().LOTO) > tolerance || math.Abs(se-s.Best().SE) > tolerance {
			t.Errorf("%v ± %v, want %v ± %v; %v", loto, se, s.Best().LOTO, s.Best().SE, err)
		}
	})
}

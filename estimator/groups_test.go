package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawGroups deals n trajectories, at least 2, into at least 2 groups.
func drawGroups(t *rapid.T, n int) []int {
	count := rapid.IntRange(2, n).Draw(t, "groups")
	out := make([]int, n)
	for i := range out {
		if out[i] = 100 - i; i >= count {
			out[i] = 100 - rapid.IntRange(0, count-1).Draw(t, "group")
		}
	}
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 3))
	random.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// groupLabels deals the trajectories of TestInfluence into groups, some of one.
func groupLabels(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i % max(2, n*2/3)
	}
	return out
}

// TestGroupsElsewhere compares what else counts groups with a selection.
func TestGroupsElsewhere(t *testing.T) {
	data := append(synthetic(t, 12, 4, 9, 1), truncatedSynthetic(t, 8, 4, 6, 2)...)
	for _, weighting := range []Weighting{ByStep, ByTrajectory} {
		opt := Options{Gamma: 0.9, Lambdas: grid(3), Weighting: weighting, Tail: TailBootstrap, Groups: groupLabels(len(data))}
		groups := groupsOf(opt.Groups)
		s := mustSelect(t, data, opt)
		refined, err := Refine(context.Background(), data, opt, s)
		if err != nil {
			t.Fatal(err)
		}
		opt.Lambdas = []float64{refined.Lambda}
		if again := mustSelect(t, data, opt).Best(); relative(refined.Folds, again.Folds, 0) > 1e-9 {
			t.Errorf("refined folds %v, want %v", refined.Folds, again.Folds)
		}

		of := leverageAt(t, data, opt, 0.4)
		alone := opt
		alone.Groups = nil
		each := leverageAt(t, data, alone, 0.4)
		for g, members := range groups {
			want := 0.0
			for _, i := range members {
				want += each[i]
			}
			if math.Abs(of[g]-want) > 1e-9 {
				t.Errorf("leverage of group %d: %v, want %v", g, of[g], want)
			}
		}

		errors := make([]float64, len(data))
		for _, members := range groups {
			var others []*Trajectory
			for i := range data {
				if !slices.Contains(members, i) {
					others = append(others, data[i])
				}
			}
			opt := alone
			opt.Lambdas = []float64{s.Best().Lambda}
			fits, err := LSTD(context.Background(), others, fitOf(opt))
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range members {
				if errors[i], err = SquaredError(data[i], fits[0].Theta, opt.Gamma, opt.Tail); err != nil {
					t.Fatal(err)
				}
			}
		}
		if score, se, err := Combine(data, errors, opt.Weighting, opt.Groups); err != nil || math.Abs(score-s.Best().LOTO) > 1e-9*score || math.Abs(se-s.Best().SE) > 1e-9*score {
			t.Errorf("%v ± %v, want %v ± %v", score, se, s.Best().LOTO, s.Best().SE)
		}
	}
}

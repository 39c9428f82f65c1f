package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// gaussianData draws trajectories of normal features and rewards, each second one
// truncated.
func gaussianData(t *testing.T, n, d int) []*Trajectory {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	normal := func(count int) []float64 {
		out := make([]float64, count)
		for i := range out {
			out[i] = rng.NormFloat64()
		}
		return out
	}
	var data []*Trajectory
	for i := range n {
		h := 2 + rng.IntN(9)
		one, err := NewTrajectory(d, normal((h+1)*d), normal(h), i%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, one)
	}
	return data
}

func alike(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// TestCompare: two selections of one λ each compare as the two λ's of one selection do.
func TestCompare(t *testing.T) {
	data := gaussianData(t, 15, 3)
	for _, weighting := range []Weighting{ByStep, ByTrajectory} {
		for _, ridge := range []float64{0, 30} {
			selected := func(lambdas ...float64) *Selection {
				s, err := Select(context.Background(), data, Options{Gamma: .9, Lambdas: lambdas, Ridge: ridge, Weighting: weighting})
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			both, low, high := selected(.2, 1), selected(.2), selected(1)
			want, err := both.Difference(1, 0)
			if err != nil {
				t.Fatal(err)
			}
			c, err := Compare([]*Selection{high, low, low})
			if err != nil {
				t.Fatal(err)
			}
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

// TestSquaredError: of the fit to the others it is the fold, and combined the score.
func TestSquaredError(t *testing.T) {
	plain := gaussianData(t, 9, 2)
	weighted := offPolicy(t, plain, 1)
	for at, opt := range []Options{
		{Gamma: .9, Lambdas: []float64{.6}},
		{Gamma: 1, Lambdas: []float64{0}, Weighting: ByTrajectory, Tail: TailBootstrap},
		{Gamma: .9, Lambdas: []float64{.6}},
		{Gamma: 1, Lambdas: []float64{0}, Weighting: ByTrajectory, Tail: TailBootstrap},
	} {
		data := plain
		if at >= 2 {
			data = weighted
		}
		s, err := Select(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		errors := make([]float64, len(data))
		for i := range data {
			others := append(append([]*Trajectory(nil), data[:i]...), data[i+1:]...)
			fits, err := LSTD(context.Background(), others, fitOf(opt))
			if err != nil {
				t.Fatal(err)
			}
			if errors[i], err = SquaredError(data[i], fits[0].Theta, opt.Gamma, opt.Tail); err != nil || !alike(errors[i], s.Best().Folds[i]) {
				t.Errorf("trajectory %d: %v, the fold %v", i, errors[i], s.Best().Folds[i])
			}
		}
		if loto, se, err := Combine(data, errors, opt.Weighting, nil); err != nil || !alike(loto, s.Best().LOTO) || !alike(se, s.Best().SE) {
			t.Errorf("%v ± %v, want %v ± %v", loto, se, s.Best().LOTO, s.Best().SE)
		}
	}
}

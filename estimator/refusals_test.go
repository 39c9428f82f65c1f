package estimator

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

var nan, inf = math.NaN(), math.Inf(1)

// failure returns the error of a call.
func failure[T any](_ T, err error) error { return err }

// saying checks that an error begins with some words, or, after an ellipsis, contains the words.
// No words mean no error.
func saying(t *testing.T, err error, want string) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	words, within := strings.CutPrefix(want, "…")
	if err == nil || !within && !strings.HasPrefix(err.Error(), words) || !strings.Contains(err.Error(), words) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestRefused calls exported functions with nothing, with too little data, with values out of
// range and with arguments that do not belong together.
func TestRefused(t *testing.T) {
	ctx := context.Background()
	data := synthetic(t, 6, 2, 4, 1)
	opt := Options{Gamma: 0.9, Lambdas: grid(3)}
	s, other := mustSelect(t, data, opt), mustSelect(t, synthetic(t, 6, 2, 4, 2), opt)
	longer := mustSelect(t, synthetic(t, 9, 2, 4, 1), opt)
	sums, passes, begun := summed(t, data, opt), must(summed(t, data, opt).Open(ctx))(t), must(summed(t, data, opt).Open(ctx))(t)
	saying(t, begun.LeaveOut(ctx, data), "")
	one, fit := []float64{1}, Fit{Lambda: 0.5, Theta: []float64{1, 2}}
	ridge, tall := Options{Gamma: 0.9, Ridge: 1}, synthetic(t, 1, 3, 4, 1)
	weights := slices.Repeat([][]float64{{1, 2}}, 6)
	held := func(theta [][]float64, opt Options) error {
		_, _, _, err := HeldOut(data, theta, opt)
		return err
	}
	ratio := func(ratios ...float64) error { return failure(synthetic(t, 1, 2, 3, 1)[0].WithRatios(ratios)) }

	for _, c := range []struct {
		want string
		err  error
	}{
		{"0 features: want at least 1", failure(NewTrajectory(0, nil, one, true))},
		{fmt.Sprintf("0 numbers for 4 transitions of %d features: want more", math.MaxInt), failure(NewTrajectory(math.MaxInt, nil, make([]float64, 4), true))},
		{"a truncated episode of 2 transitions with 2 observations: want 3", failure(NewTrajectory(2, []float64{1, 2, 3, 4}, []float64{1, 1}, false))},
		{"step 2, feature 2: NaN is not a finite number", failure(NewTrajectory(2, []float64{1, 2, 3, nan, 5, 6}, []float64{1, 1}, false))},
		{"no features: want a func", failure(NewComputedTrajectory(1, nil, 0, one, true))},
		{"step 2, ratio: -0.5 is not a finite number ≥ 0", ratio(1, -0.5, 1)},

		{"trajectory 1 has 3 features, the first 2: want the same", failure(Select(ctx, []*Trajectory{data[0], tall[0]}, opt))},
		{"ridge -1: want a finite number ≥ 0", failure(SelectRidge(ctx, data, []float64{-1}, opt))},
		{"ridge 0 after 1: want increasing values", failure(SelectRidge(ctx, data, []float64{1, 0}, opt))},
		{"groups of 1 trajectories: want one for each of 6", failure(Leverage(ctx, data, Options{Groups: []int{1}}))},
		{"all 6 trajectories are of one group: want at least 2 groups", failure(fit.WithCovariance(ctx, data, Options{Gamma: 0.9, Groups: make([]int, 6)}))},
		{"a fit of 1 features to trajectories of 2: want as many", failure(Fit{Theta: one}.WithCovariance(ctx, data, ridge))},

		{"weighting 9: want step or trajectory", held(weights, Options{Weighting: 9})},
		{"0 fits and 0 groups of 6 trajectories: want one for each", held(nil, Options{})},
		{"6 fits and 1 groups of 6 trajectories: want one for each", held(weights, Options{Groups: []int{1}})},
		{"1 folds: want at least 2", held(weights, Options{Groups: make([]int, 6)})},
		{"1 weights of a trajectory of 2 features: want as many", held([][]float64{one, one, one, one, one, one}, Options{})},

		{"no selections: want at least 1", failure(Compare(nil))},
		{"an empty selection: want a result of Select", failure(Refine(ctx, data, opt, nil))},
		{"selection 2: an empty selection", failure(Compare([]*Selection{s, nil}))},
		{"λ -1 of 3: want one of 0 to 2", failure(s.Difference(-1, 0))},
		{"selection 2: mean squared return ", failure(Compare([]*Selection{s, other}))},
		{"selection 2: trajectories 9: want 6", failure(Compare([]*Selection{s, longer}))},

		{"0 features: want at least 1", failure(NewSums(0, opt))},
		{"trajectory 6 has 3 features, the first 2: want the same", sums.Add(ctx, tall)},
		{"0 trajectories: want at least 2", failure(new(Sums).Open(ctx))},
		{"LOTO errors of 0 trajectories: want all 6", failure(passes.Selection(ctx))},
		{"LOTO errors of 0 trajectories: want all 6", passes.Spread(ctx, data)},
		{"trajectory 0 has 5 steps, in the first pass 4: want the same data", passes.LeaveOut(ctx, synthetic(t, 6, 2, 5, 1))},
		{"the spread of 0 trajectories: want all 6", failure(begun.Selection(ctx))},
		{"the spread of 7 trajectories: want all 6", begun.Spread(ctx, append(data[:6:6], data[0]))},
		{"the spread of 0 trajectories: want all 6", begun.Refit(ctx, data)},
		{"the refits of 0 trajectories: want all 6", failure(begun.Calibration(ctx))},
	} {
		saying(t, c.err, c.want)
	}

	for _, of := range [][]*Trajectory{nil, {}, {data[0], nil, data[1]}, {data[0], {}, data[1]}} {
		want := "…trajectory 1 is nil or empty: want one that NewTrajectory made"
		if len(of) == 0 {
			want = "…trajectories: want at least"
		} else {
			saying(t, must(NewSums(2, Options{Gamma: 0.9}))(t).Add(ctx, of), want)
			saying(t, passes.LeaveOut(ctx, of), want)
			saying(t, begun.Spread(ctx, of), want)
		}
		for _, err := range []error{
			failure(Select(ctx, of, opt)), failure(SelectRidge(ctx, of, []float64{0}, opt)),
			failure(Refine(ctx, of, opt, s)), failure(LSTD(ctx, of, opt)),
			failure(NewFrame(ctx, of, ridge)), failure(Leverage(ctx, of, opt)),
		} {
			saying(t, err, want)
		}
	}
}

// TestOptionsRefused: an error names an option out of range, or not the selection's.
func TestOptionsRefused(t *testing.T) {
	ctx, data := context.Background(), synthetic(t, 3, 2, 4, 1)
	opt := Options{Gamma: 0.9, Lambdas: grid(3)}
	s := mustSelect(t, data, opt)
	for want, change := range map[string]func(o *Options){
		"gamma NaN: want 0 ≤ γ ≤ 1":                   func(o *Options) { o.Gamma = nan },
		"no lambdas":                                  func(o *Options) { o.Lambdas = []float64{} },
		"lambda NaN: want 0 ≤ λ ≤ 1":                  func(o *Options) { o.Lambdas = []float64{0, nan} },
		"lambda 0.3 after 0.5: want increasing":       func(o *Options) { o.Lambdas = []float64{0, 0.5, 0.3} },
		"ridge -1: want a finite number":              func(o *Options) { o.Ridge = -1 },
		"weighting 2: want step or trajectory":        func(o *Options) { o.Weighting = 2 },
		"groups of 2 trajectories: want one for each": func(o *Options) { o.Groups = []int{1, 2} },
		"all 3 trajectories are of one group":         func(o *Options) { o.Groups = []int{4, 4, 4} },
		"…gamma 0.9: want 1":                          func(o *Options) { o.Gamma = 1 },
		"…ridge 0: want 1":                            func(o *Options) { o.Ridge = 1 },
		"…weighting step: want trajectory":            func(o *Options) { o.Weighting = ByTrajectory },
		"…tail none: want bootstrap":                  func(o *Options) { o.Tail = TailBootstrap },
		"…folds 3: want 2":                            func(o *Options) { o.Groups = []int{1, 1, 2} },
	} {
		o := opt
		if change(&o); strings.HasPrefix(want, "…") {
			saying(t, failure(Refine(ctx, data, o, s)), want)
		} else {
			saying(t, failure(Select(ctx, data, o)), want)
		}
	}
}

// TestDataRefused: data that overflow are named by trajectory and step; in passes, too.
func TestDataRefused(t *testing.T) {
	ctx, opt := context.Background(), Options{Gamma: 1, Lambdas: grid(2)}
	big := func(rewards ...float64) *Trajectory {
		return must(NewTrajectory(1, slices.Repeat([]float64{1}, len(rewards)), rewards, true))(t)
	}
	weighted := func(ratios ...float64) *Trajectory {
		return must(big(make([]float64, len(ratios))...).WithRatios(ratios))(t)
	}
	fine, half := big(1, 1), math.Sqrt(math.MaxFloat64)*0.8
	for want, data := range map[string][]*Trajectory{
		"trajectory 1, step 2: the squared return overflows":                                                  {fine, big(0, 1e200, 0)},
		"trajectory 1, step 3: the squared return overflows":                                                  {fine, big(0, 1e308, 1e308)},
		"trajectory 1, step 2: the squared return overflows; scale the rewards down":                          {fine, big(0, 0, half, -0.1*half)},
		"trajectory 1: the squared returns overflow":                                                          {big(half), big(half), fine},
		"trajectory 1, step 3: the ratios that end there multiply to 1e+120, discounted: want at most 1e+100": {fine, weighted(1, 1e60, 1e60, 0, 1)},
	} {
		saying(t, failure(Select(ctx, data, opt)), want)
		if strings.Contains(want, "step") {
			saying(t, must(NewSums(1, Options{Gamma: 1}))(t).Add(ctx, data), want)
		}
	}
	mustSelect(t, []*Trajectory{fine, weighted(1e60, 1e-60, 1e-30, 1e99, 1)}, opt) // a large one followed by small ones
	must(LSTD(ctx, []*Trajectory{fine}, opt))(t)
}

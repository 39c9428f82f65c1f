package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// offPolicy returns trajectories with importance ratios, some of them 0.
func offPolicy(t testing.TB, data []*Trajectory, seed uint64) []*Trajectory {
	t.Helper()
	return withRatios(t, data, rand.New(rand.NewPCG(seed, 3)), 0.4)
}

func TestWithRatios(t *testing.T) {
	plain := synthetic(t, 1, 2, 3, 1)[0]
	for want, ratios := range map[string][]float64{
		"2 ratios for 3 transitions: want 3":                   {1, 2},
		"step 2, ratio: -0.5 is not a finite number ≥ 0":       {1, -0.5, 1},
		"step 3, ratio: NaN is not a finite number ≥ 0":        {1, 0, math.NaN()},
		"step 1, ratio: +Inf is not a finite number ≥ 0":       {math.Inf(1), 0, 0},
		"step 2, ratio: -2.2250738585072014e-308 is not a fin": {1, -0x1p-1022, 1},
	} {
		if _, err := plain.WithRatios(ratios); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: %v, want %s", ratios, err, want)
		}
	}
	some, err := plain.WithRatios([]float64{0, 2, 1})
	if err != nil || !slices.Equal(some.Ratios(), []float64{0, 2, 1}) || plain.Ratios() != nil {
		t.Errorf("ratios %v, %v of the trajectory without; %v", some.Ratios(), plain.Ratios(), err)
	}
	if some.Bytes() != plain.Bytes()+3*8 {
		t.Errorf("%d bytes, %d without ratios", some.Bytes(), plain.Bytes())
	}
	ones, err := some.WithRatios([]float64{1, 1, 1})
	if err != nil || ones.Ratios() != nil {
		t.Errorf("ratios of 1: %v, %v", ones.Ratios(), err)
	}
}

// TestTargetOfTwoStates estimates the values of a target policy on a chain of two states
// from another policy's trajectories, where they are known: action 1 leads to the other
// state with a reward of 1 from state 0 and 3 from state 1, action 0 ends the episode with
// a reward of 2.
func TestTargetOfTwoStates(t *testing.T) {
	const n, gamma = 20000, 0.9
	behaviour, target := [2]float64{0.5, 0.7}, [2]float64{0.8, 0.4} // of action 1, by state
	random := rand.New(rand.NewPCG(5, 5))
	var with, without []*Trajectory
	for range n {
		var x [][]float64
		var r, ratios []float64
		state, ended := random.IntN(2), false
		for !ended && len(r) < 6 {
			x = append(x, []float64{float64(1 - state), float64(state)})
			if random.Float64() < behaviour[state] {
				r = append(r, float64(1+2*state))
				ratios = append(ratios, target[state]/behaviour[state])
				state = 1 - state
			} else {
				r = append(r, 2)
				ratios = append(ratios, (1-target[state])/(1-behaviour[state]))
				ended = true
			}
		}
		one := mustTrajectory(t, append(x, []float64{float64(1 - state), float64(state)}), r, ended)
		without = append(without, one)
		one, err := one.WithRatios(ratios)
		if err != nil {
			t.Fatal(err)
		}
		with = append(with, one)
	}
	// V_s = p_s(r_s + γV_{1−s}) + 2(1 − p_s)
	values := func(p [2]float64) []float64 {
		c := [2]float64{p[0]*1 + 2*(1-p[0]), p[1]*3 + 2*(1-p[1])}
		v := (c[0] + gamma*p[0]*c[1]) / (1 - gamma*gamma*p[0]*p[1])
		return []float64{v, c[1] + gamma*p[1]*v}
	}
	opt := Options{Gamma: gamma, Lambdas: []float64{0, 0.6, 1}}
	for name, c := range map[string]struct {
		data []*Trajectory
		want []float64
	}{"target": {with, values(target)}, "behaviour": {without, values(behaviour)}} {
		fits, err := LSTD(context.Background(), c.data, fitOf(opt))
		if err != nil {
			t.Fatal(err)
		}
		for _, fit := range fits {
			// The standard errors are below 0.02; the two policies are 0.4 apart.
			if distance(fit.Theta, c.want) > 0.08 {
				t.Errorf("%s, λ = %v: values %v, want %v", name, fit.Lambda, fit.Theta, c.want)
			}
		}
	}
	if distance(values(target), values(behaviour)) < 0.4 {
		t.Error("the two policies have nearly the same values")
	}
}

// TestOffPolicy compares what ratios give with the definitions.
func TestOffPolicy(t *testing.T) {
	data := append(synthetic(t, 5, 2, 7, 1), truncatedSynthetic(t, 4, 2, 5, 2)...)
	data = append(offPolicy(t, data, 4), data[0], data[6])
	for _, gamma := range []float64{0, 0.8, 1} {
		opt := Options{Gamma: gamma, Lambdas: grid(3)}
		s := mustSelect(t, data, opt)
		var sum, squares, mean, largest, zeros, steps, cut, cutSteps float64
		var weights []float64
		for _, trajectory := range data {
			weight, plain := 0.0, 0.0
			for from := range trajectory.Len() {
				product, discount := 1.0, 1.0
				for s := from; s < trajectory.Len(); s++ {
					product *= ratioOf(trajectory, s)
					weight += discount * product
					plain += discount
					discount *= gamma
				}
				if !trajectory.Terminated() {
					cut += discount * product
					cutSteps++
				}
				mean += ratioOf(trajectory, from)
				largest = max(largest, ratioOf(trajectory, from))
				if ratioOf(trajectory, from) == 0 {
					zeros++
				}
				steps++
			}
			weight /= plain
			weights = append(weights, weight)
			sum += weight
			squares += weight * weight
		}
		want := OffPolicy{mean / steps, largest, zeros / steps}
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-13*math.Abs(b) }
		got := *s.OffPolicy
		if heaviest := slices.Max(weights); !near(s.Effective, sum*sum/squares) || !near(s.LargestShare, heaviest/sum) || s.Heaviest != slices.Index(weights, heaviest) ||
			!near(got.MeanRatio, want.MeanRatio) || got.LargestRatio != want.LargestRatio || got.ZeroRatios != want.ZeroRatios || want.ZeroRatios == 0 {
			t.Errorf("γ = %v: %+v, want %+v", gamma, got, want)
		}
		if !near(s.CutWeight, cut/cutSteps) {
			t.Errorf("γ = %v: cut weight %v, want %v", gamma, s.CutWeight, cut/cutSteps)
		}
		p, err := inPasses(data, opt, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		if *p.OffPolicy != got || p.Effective != s.Effective || p.CutWeight != s.CutWeight {
			t.Errorf("γ = %v: in passes %+v, %v, want %+v, %v", gamma, *p.OffPolicy, p.CutWeight, got, s.CutWeight)
		}
	}
}

// TestOffPolicyOfGroups: groups count by the mean weight of their trajectories, whatever
// their sizes, and warnings speak of them.
func TestOffPolicyOfGroups(t *testing.T) {
	data := synthetic(t, 9, 2, 6, 1)
	groups := []int{0, 1, 1, 2, 2, 2, 3, 3, 3}
	for i, ratio := range []float64{1, 0, 0, 0, 0, 0, 0.5, 0.5, 2} {
		var err error
		if data[i], err = data[i].WithRatios(slices.Repeat([]float64{ratio}, 6)); err != nil {
			t.Fatal(err)
		}
	}
	opt := Options{Gamma: 0, Lambdas: grid(3)} // W is the mean ratio
	if s := mustSelect(t, data, opt); math.Abs(s.Effective-16/5.5) > 1e-14 || s.Heaviest != 8 || s.LargestShare != .5 {
		t.Errorf("single trajectories: %v, the heaviest %d, %v", s.Effective, s.Heaviest, s.LargestShare)
	}
	opt.Groups = groups
	s := mustSelect(t, data, opt)
	if math.Abs(s.Effective-2) > 1e-14 || s.Heaviest != 0 || s.LargestShare != .5 || s.OffPolicy.MeanRatio != 4./9 {
		t.Errorf("groups: %v, the heaviest %d, %v, %+v", s.Effective, s.Heaviest, s.LargestShare, s.OffPolicy)
	}
	for i := range data {
		ratio := 0.01
		if groups[i] == 3 {
			ratio = 1.5
		}
		data[i], _ = data[i].WithRatios(slices.Repeat([]float64{ratio}, 6))
	}
	const want = "few groups carry the weight: with their importance ratios 4 count as 1, and group 3 has 98 % of the weight in returns"
	if got := mustSelect(t, data, opt).Warnings(); !slices.Contains(got, Warning{WarnUneven, want}) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOffPolicyWarnings: few trajectories with the weight are one, many are none.
func TestOffPolicyWarnings(t *testing.T) {
	const few, none = "few trajectories carry the weight", "every importance ratio is 0"
	warned := func(ratio func(i int) float64) string {
		data := synthetic(t, 40, 2, 6, 1)
		for i, trajectory := range data {
			ratios := make([]float64, trajectory.Len())
			for s := range ratios {
				ratios[s] = ratio(i)
			}
			var err error
			if data[i], err = trajectory.WithRatios(ratios); err != nil {
				t.Fatal(err)
			}
		}
		s := mustSelect(t, data, Options{Gamma: 0.9, Lambdas: grid(3)})
		return fmt.Sprint(s.Warnings())
	}
	for name, c := range map[string]struct {
		ratio func(i int) float64
		want  string
	}{
		"one":    {func(i int) float64 { return map[bool]float64{true: 3, false: 0.2}[i == 7] }, few + ": with their importance ratios 40 count as 1.1, and trajectory 7 has"},
		"many":   {func(i int) float64 { return 0.8 + 0.4*float64(i%2) }, ""},
		"none":   {func(int) float64 { return 0 }, none},
		"twenty": {func(i int) float64 { return float64(i % 2) }, ""},
		"nine":   {func(i int) float64 { return map[bool]float64{true: 1, false: 0}[i < 9] }, few},
	} {
		got := warned(c.ratio)
		if (c.want != "") != (strings.Contains(got, few) || strings.Contains(got, none)) || !strings.Contains(got, c.want) {
			t.Errorf("%s: warnings %q, want %q", name, got, c.want)
		}
	}
}

// TestRatiosRefused: ratios that multiply beyond all use are errors that name the step, in
// memory and in passes; a large one followed by small ones is none.
func TestRatiosRefused(t *testing.T) {
	ctx := context.Background()
	data := synthetic(t, 4, 2, 5, 1)
	set := func(i int, ratios ...float64) {
		var err error
		if data[i], err = data[i].WithRatios(ratios); err != nil {
			t.Fatal(err)
		}
	}
	opt := Options{Gamma: 0.5, Lambdas: grid(2)}
	set(1, 1e60, 1e-60, 1e-30, 1e99, 1)
	mustSelect(t, data, opt)
	set(2, 1, 1e60, 1e60, 0, 1)
	const want = "trajectory 2, step 3: the ratios that end there multiply to 5e+119, discounted: want at most 1e+100"
	if _, err := Select(ctx, data, opt); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	sums, err := NewSums(2, opt.Gamma, opt.Lambdas)
	if err != nil {
		t.Fatal(err)
	}
	if err := sums.Add(ctx, data, nil); err == nil || err.Error() != want {
		t.Errorf("in passes: %v, want %s", err, want)
	}
}

// TestRatiosWithoutReturns: where ratios of 0 leave no return, there is nothing to compare,
// and nothing that underflows.
func TestRatiosWithoutReturns(t *testing.T) {
	data := synthetic(t, 5, 2, 4, 1)
	for i := range data {
		var err error
		if data[i], err = data[i].WithRatios(make([]float64, 4)); err != nil {
			t.Fatal(err)
		}
	}
	opt := Options{Gamma: 0.9, Lambdas: grid(2)}
	s := mustSelect(t, data, opt)
	if s.MeanSquaredReturn != 0 || !warned(s, WarnNoRewards) || s.Effective != 0 || s.LargestShare != 0 {
		t.Errorf("mean squared return %v, %v, %+v", s.MeanSquaredReturn, s.Warnings(), s.OffPolicy)
	}
	if _, err := inPasses(data, opt, rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Error(err)
	}
}

package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// offPolicy returns trajectories with importance ratios, some of them 0.
func offPolicy(t testing.TB, data []*Trajectory, seed uint64) []*Trajectory {
	t.Helper()
	return withRatios(t, data, rand.New(rand.NewPCG(seed, 3)), 0.4)
}

// TestTargetOfTwoStates estimates the values of a target policy on a chain of two states from
// trajectories of another policy. The values are known: action 1 leads to the other state with a
// reward of 1 from state 0 and 3 from state 1, action 0 ends the episode with a reward of 2.
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
		with = append(with, must(one.WithRatios(ratios))(t))
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
		fits := must(LSTD(context.Background(), c.data, opt))(t)
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

// TestOffPolicy compares summaries of ratios with the definitions.
func TestOffPolicy(t *testing.T) {
	data := append(synthetic(t, 5, 2, 7, 1), truncatedSynthetic(t, 4, 2, 5, 2)...)
	data = append(offPolicy(t, data, 4), data[0], data[6])
	labels := groupLabels(len(data))
	for _, gamma := range []float64{0, 0.8, 1} {
		opt := Options{Gamma: gamma, Lambdas: grid(3)}
		s := mustSelect(t, data, opt)
		var mean, largest, zeros, steps, cut, cutSteps float64
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
			weights = append(weights, weight/plain)
		}
		checkWeight(t, s, weights)
		byGroup := opt
		byGroup.Groups = labels
		var means []float64
		for _, members := range groupsOf(labels) {
			sum := 0.0
			for _, i := range members {
				sum += weights[i]
			}
			means = append(means, sum/float64(len(members)))
		}
		checkWeight(t, mustSelect(t, data, byGroup), means)
		want := OffPolicy{mean / steps, largest, zeros / steps}
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-13*math.Abs(b) }
		got := *s.OffPolicy
		if !near(got.MeanRatio, want.MeanRatio) || got.LargestRatio != want.LargestRatio || got.ZeroRatios != want.ZeroRatios || want.ZeroRatios == 0 {
			t.Errorf("γ = %v: %+v, want %+v", gamma, got, want)
		}
		if !near(s.CutWeight, cut/cutSteps) {
			t.Errorf("γ = %v: cut weight %v, want %v", gamma, s.CutWeight, cut/cutSteps)
		}
		p := must(inPasses(data, opt, rand.New(rand.NewPCG(1, 2))))(t)
		if *p.OffPolicy != got || p.Effective != s.Effective || p.CutWeight != s.CutWeight {
			t.Errorf("γ = %v: in passes %+v, %v, want %+v, %v", gamma, *p.OffPolicy, p.CutWeight, got, s.CutWeight)
		}
	}
}

// checkWeight compares the spread of weight over folds in a selection with sums.
func checkWeight(t failing, s *Selection, weights []float64) {
	t.Helper()
	sum, squares, heaviest := 0.0, 0.0, slices.Max(weights)
	for _, v := range weights {
		sum, squares = sum+v, squares+v*v
	}
	want := sum * sum / squares
	if slices.Min(weights) == heaviest {
		want = float64(len(weights)) // to the last bit, so that no result depends on the count
	} else if math.Abs(s.Effective-want) <= 1e-12*want {
		want = s.Effective
	}
	if s.Effective != want || s.Heaviest != slices.Index(weights, heaviest) || math.Abs(s.LargestShare-heaviest/sum) > 1e-12 {
		t.Errorf("%v folds count, the heaviest %d of %v; want %v, %d, %v", s.Effective, s.Heaviest, s.LargestShare, want, slices.Index(weights, heaviest), heaviest/sum)
	}
}

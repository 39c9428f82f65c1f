package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// kinds are the sorts of features that drawData makes.
var kinds = []string{
	"dense", "one-hot", "sparse", "collinear", "zero", "one state", "repeated",
	"tiny", "huge", "mixed scales", "tiles",
}

// drawData draws 2–9 short trajectories over 1–8 features, or over 16–32 tiles, now and
// then with importance ratios.
func drawData(t *rapid.T, kind string) []*Trajectory {
	d := rapid.IntRange(1, 8).Draw(t, "d")
	if kind == "tiles" {
		d = 16 + 2*d
	}
	n := rapid.IntRange(2, 9).Draw(t, "n")
	ending := rapid.SampledFrom([]string{"terminated", "truncated", "both"}).Draw(t, "ending")
	longest := rapid.SampledFrom([]int{1, 3, 12, 40}).Draw(t, "longest")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))

	data := drawTrajectories(t, kind, random, d, n, longest, ending)
	if rapid.IntRange(0, 2).Draw(t, "off-policy") == 2 {
		data = withRatios(t, data, random, rapid.SampledFrom([]float64{0.3, 1.5}).Draw(t, "spread of ratios"))
	}
	return data
}

// withRatios returns trajectories, most with importance ratios: 0, 1, 1000, or log-normal. At
// least one ratio is nonzero.
func withRatios(t failing, data []*Trajectory, random *rand.Rand, spread float64) []*Trajectory {
	out, drawn := make([]*Trajectory, len(data)), map[*Trajectory]*Trajectory{}
	for i, trajectory := range data {
		if drawn[trajectory] != nil && random.IntN(2) == 0 { // keep a repeated trajectory equal
			out[i] = drawn[trajectory]
			continue
		}
		ratios := make([]float64, trajectory.Len())
		none := random.IntN(5) == 0
		for s := range ratios {
			switch draw := random.IntN(60); {
			case none || draw < 10:
				ratios[s] = 1
			case draw == 10:
				ratios[s] = 1000
			case draw > 20 || i == 0 && s == 0:
				ratios[s] = math.Exp(spread * random.NormFloat64())
			}
		}
		out[i] = must(trajectory.WithRatios(ratios))(t)
		drawn[trajectory] = out[i]
	}
	return out
}

// drawTrajectories draws n trajectories of 1 to longest transitions.
func drawTrajectories(t failing, kind string, random *rand.Rand, d, n, longest int, ending string) []*Trajectory {
	state := stateOf(kind, d, random)
	data := make([]*Trajectory, n)
	for i := range data {
		if kind == "repeated" && i > 0 && random.IntN(3) > 0 {
			data[i] = data[random.IntN(i)]
			continue
		}
		h := 1 + random.IntN(longest)
		features, rewards := make([]float64, 0, (h+1)*d), make([]float64, h)
		for range h + 1 {
			features = append(features, state()...)
		}
		for s := range rewards {
			rewards[s] = 1 + random.NormFloat64()
		}
		terminated := ending == "terminated" || ending == "both" && random.IntN(2) == 0
		data[i] = must(NewTrajectory(d, features, rewards, terminated))(t)
	}
	return data
}

// stateOf returns a generator of feature vectors.
func stateOf(kind string, d int, random *rand.Rand) func() []float64 {
	scale := make([]float64, d)
	for j := range scale {
		switch kind {
		case "tiny":
			scale[j] = 1e-8
		case "huge":
			scale[j] = 1e8
		case "mixed scales":
			scale[j] = math.Pow(10, 16*random.Float64()-8)
		default:
			scale[j] = 1
		}
	}
	one := make([]float64, d)
	for j := range one {
		one[j] = random.NormFloat64()
	}
	first, position := true, random.Float64()*float64(d/2)
	return func() []float64 {
		x := make([]float64, d)
		switch kind {
		case "tiles": // two tilings of a line: few nonzero numbers, collinear by definition
			tiles := d / 2
			x[int(position)] = 1
			x[tiles+min(tiles-1, int(position+0.5))] = 1
			position = min(float64(tiles)-0.01, max(0, position+random.NormFloat64()))
		case "zero":
		case "one state":
			copy(x, one)
		case "one-hot":
			x[random.IntN(d)] = 1
		case "sparse":
			for j := range x {
				if random.IntN(3) == 0 {
					x[j] = random.NormFloat64()
				}
			}
			if first { // data of zeros are a special case
				x[0] = 1
			}
		case "collinear": // of half the rank
			for j := range (d + 1) / 2 {
				x[j] = random.NormFloat64()
				x[d-1-j] = (2 + float64(j)) * x[j]
			}
		default:
			for j := range x {
				x[j] = scale[j] * random.NormFloat64()
			}
		}
		first = false
		return x
	}
}

// drawOptions draws γ, a grid with both ends, and usually no ridge.
func drawOptions(t *rapid.T) Options {
	opt := Options{
		Gamma:     rapid.SampledFrom([]float64{0, 0.5, 0.95, 1}).Draw(t, "γ"),
		Lambdas:   []float64{0, 0.4, 0.9, 1},
		Weighting: rapid.SampledFrom([]Weighting{ByStep, ByTrajectory}).Draw(t, "weighting"),
	}
	if rapid.Bool().Draw(t, "with ridge") {
		opt.Ridge = math.Pow(10, rapid.Float64Range(-6, 1).Draw(t, "log ρ"))
	}
	return opt
}

// synthetic draws n terminated trajectories of h transitions: features follow an autoregressive
// process, so that features are correlated in time as in a simulator. Rewards depend on the
// features.
func synthetic(t testing.TB, n, d, h int, seed uint64) []*Trajectory {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	data := make([]*Trajectory, n)
	for i := range data {
		x := make([]float64, (h+1)*d)
		for j := range x {
			x[j] = random.NormFloat64()
			if j >= d {
				x[j] = 0.8*x[j-d] + 0.6*x[j]
			}
		}
		rewards := make([]float64, h)
		for s := range rewards {
			rewards[s] = 1 + x[s*d] + random.NormFloat64()
		}
		data[i] = must(NewTrajectory(d, x, rewards, true))(t)
	}
	return data
}

func grid(k int) []float64 {
	out := make([]float64, k)
	for i := range out {
		out[i] = float64(i) / float64(k-1)
	}
	return out
}

// mapped returns data with features and rewards changed; the maps may keep their arguments.
func mapped(t testing.TB, data []*Trajectory, features func(x []float64) []float64, reward func(r float64) float64) []*Trajectory {
	t.Helper()
	out := make([]*Trajectory, len(data))
	for i, trajectory := range data {
		var x, r []float64
		for s := 0; s <= trajectory.Len(); s++ {
			x = append(x, features(trajectory.Features(s))...)
		}
		for _, v := range trajectory.Rewards() {
			r = append(r, reward(v))
		}
		out[i] = must(NewTrajectory(trajectory.Dim(), x, r, trajectory.Terminated()))(t)
		out[i].ratios = trajectory.ratios
	}
	return out
}

func same[T any](v T) T { return v }

func mustSelect(t testing.TB, data []*Trajectory, opt Options) *Selection {
	t.Helper()
	return must(Select(context.Background(), data, opt))(t)
}

func truncatedSynthetic(t testing.TB, n, d, h int, seed uint64) []*Trajectory {
	t.Helper()
	out := synthetic(t, n, d, h, seed)
	for i, trajectory := range out {
		last := trajectory.Features(h - 1)
		features := append(append([]float64(nil), trajectory.features[:h*d]...), last...)
		for j := range last {
			features[h*d+j] = 0.5 + 0.5*last[j]
		}
		out[i] = must(NewTrajectory(d, features, trajectory.Rewards(), false))(t)
	}
	return out
}

// oneHot draws n short walks over d states; the first alone visits state 1.
func oneHot(t testing.TB, n, d int, seed uint64) []*Trajectory {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	var out []*Trajectory
	for i := range n {
		var x [][]float64
		var r []float64
		for s := range 5 {
			row := make([]float64, d)
			if i == 0 && s == 0 {
				row[0] = 1
			} else {
				row[1+random.IntN(d-1)] = 1
			}
			x, r = append(x, row), append(r, random.NormFloat64())
		}
		out = append(out, mustTrajectory(t, x, r, true))
	}
	return out
}

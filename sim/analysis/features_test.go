package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/features"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// someEpisodes draws observations of three numbers and rewards; each second episode is
// truncated.
func someEpisodes(n int) (observations [][][]float64, rewards [][]float64) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range n {
		var xs [][]float64
		var rs []float64
		for range 3 + rng.IntN(6) {
			xs = append(xs, []float64{10 * rng.Float64(), rng.NormFloat64(), -5 + rng.Float64()})
			rs = append(rs, rng.NormFloat64())
		}
		if i%2 == 1 {
			xs = append(xs, []float64{10 * rng.Float64(), rng.NormFloat64(), -5 + rng.Float64()})
		}
		observations, rewards = append(observations, xs), append(rewards, rs)
	}
	return observations, rewards
}

// fileOf writes episodes as a file.
func fileOf(observations [][][]float64, rewards [][]float64) string {
	var out strings.Builder
	list := func(x any) string { return strings.ReplaceAll(fmt.Sprint(x), " ", ",") }
	for i := range rewards {
		fmt.Fprintf(&out, `{"observations":%s,"rewards":%s,"terminated":%t}`+"\n", list(observations[i]), list(rewards[i]), len(observations[i]) == len(rewards[i]))
	}
	return out.String()
}

// TestFileFeatures checks that mapped features, stored or computed on each access, give the
// results of a file with the mapped features as observations.
func TestFileFeatures(t *testing.T) {
	observations, rewards := someEpisodes(12)
	box := features.Box{Low: slices.Clone(observations[0][0]), High: slices.Clone(observations[0][0])}
	for _, xs := range observations {
		for _, x := range xs {
			for j, v := range x {
				box.Low[j], box.High[j] = min(box.Low[j], v), max(box.High[j], v)
			}
		}
	}
	wide := features.Box{Low: []float64{-1, -9, -6}, High: []float64{11, 9, -4}}
	for _, name := range append(slices.DeleteFunc(features.Names(), func(name string) bool { return name == "1-hot" }), "poly:2+bias", "identity+bias", "rff:7:3") {
		if name == "rbf:5" || name == "tile-coding:4x8" || name == "fourier:3" { // maps with many features
			name = map[string]string{"rbf:5": "rbf:2", "tile-coding:4x8": "tile-coding:2x2", "fourier:3": "fourier:1"}[name]
		}
		for bounds, box := range map[string]features.Box{"data": box, "-1:11,-9:9,-6:-4": wide} {
			spec := testutil.Get(features.Parse(name))(t)
			m := testutil.Get(features.New(spec, 3, box))(t)
			var mapped [][][]float64
			for _, xs := range observations {
				var rows [][]float64
				for _, x := range xs {
					row := make([]float64, m.Dim())
					m.Set(x, row)
					rows = append(rows, row)
				}
				mapped = append(mapped, rows)
			}
			plain := NewEngine(1 << 20)
			want := analyze(t, plain, settings.FileDefaults(load(t, plain, "mapped", fileOf(mapped, rewards))))
			for _, cache := range []int{0, 1 << 24} {
				e := NewEngine(cache)
				s := settings.FileDefaults(load(t, e, "a", fileOf(observations, rewards)))
				s.Features, s.Bounds = name, bounds
				got := analyze(t, e, s)
				for k, c := range got.Selection.Candidates {
					w := want.Selection.Candidates[k]
					if !slices.Equal(c.Folds, w.Folds) || !slices.Equal(c.Theta, w.Theta) || c.RefitSE != w.RefitSE {
						t.Fatalf("%s, bounds %s, cache %d, λ = %v: LOTO error %v, want %v", name, bounds, cache, c.Lambda, c.LOTO, w.LOTO)
					}
				}
				if !spec.Scaled() {
					if got.Scaling != nil {
						t.Errorf("%s is scaled: %v", name, got.Scaling)
					}
				} else if s := got.Scaling; !slices.Equal(s.Low, box.Low) || !slices.Equal(s.High, box.High) || s.FromData[2] != (bounds == "data") {
					t.Errorf("%s, bounds %s: scaled by %+v, want %v", name, bounds, s, box)
				}
			}
		}
	}
}

// TestNestedOfOneChoice checks that the nested estimate is the LOTO error for a single choice
// and one part per trajectory, or per group.
func TestNestedOfOneChoice(t *testing.T) {
	e := NewEngine(1 << 24)
	observations, rewards := someEpisodes(12)
	names, _, order := dealt(len(rewards))
	for parts, text := range map[int]string{len(rewards): fileOf(observations, rewards), len(order): groupedFile(observations, rewards, names)} {
		s := settings.FileDefaults(load(t, e, "a", text))
		s.Lambdas, s.Features = "0.5", "poly:1+bias"
		for _, weighting := range []estimator.Weighting{estimator.ByStep, estimator.ByTrajectory} {
			for _, tail := range []estimator.Tail{estimator.TailNone, estimator.TailBootstrap} {
				s.Weighting, s.Tail = weighting, tail
				m := compare(t, e, Request{Settings: s, Maps: []string{s.Features}, Nested: parts})
				c := m.At().Selection.Best()
				if math.Abs(m.Nested.Score-c.LOTO) > 1e-9*c.LOTO || math.Abs(m.Nested.SE-c.SE) > 1e-9*c.SE {
					t.Errorf("%d parts, %v, %v: %v ± %v, want %v ± %v", parts, weighting, tail, m.Nested.Score, m.Nested.SE, c.LOTO, c.SE)
				}
			}
		}
		if parts == len(order) {
			if _, err := e.Check(Request{Settings: s, Maps: []string{s.Features}, Nested: parts + 1}); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("parts of the %d groups", parts)) {
				t.Errorf("a part too many: %v", err)
			}
		}
	}
}

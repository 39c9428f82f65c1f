package features

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

func parse(t testing.TB, name string) Spec {
	t.Helper()
	return testutil.Get(Parse(name))(t)
}

// featuresOf returns the features of an observation.
func featuresOf(t testing.TB, name string, box Box, x ...float64) []float64 {
	t.Helper()
	m := testutil.Get(New(parse(t, name), len(x), box))(t)
	out := make([]float64, m.Dim())
	for i := range out {
		out[i] = math.NaN() // shows a number that Set leaves out
	}
	before := slices.Clone(x)
	m.Set(x, out)
	if !slices.Equal(x, before) {
		t.Errorf("%s changes the observation", name)
	}
	return out
}

// unit returns the box [0, 1]ᶜ.
func unit(columns int) Box {
	return Box{make([]float64, columns), slices.Repeat([]float64{1}, columns)}
}

func checkNumbers(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d features, want %d", what, len(got), len(want))
		return
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= 1e-12) {
			t.Errorf("%s: feature %d is %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

func TestFeaturesByHand(t *testing.T) {
	r := math.Sqrt2 / 2
	g := func(d float64) float64 { return math.Exp(-d * d / .98) }
	box := Box{[]float64{-1, 10}, []float64{3, 30}}
	for _, c := range []struct {
		name string
		x    []float64
		want []float64
	}{
		{"identity", []float64{2, 15}, []float64{2, 15}},
		{"identity+bias", []float64{2, 15}, []float64{2, 15, 1}},
		{"poly:1", []float64{2, 15}, []float64{.5, -.5}},
		{"poly:2+bias", []float64{2, 15}, []float64{.5, -.5, .25, -.25, .25, 1}},
		{"poly:3", []float64{2, 30}, []float64{.5, 1, .25, .5, 1, .125, .25, .5, 1}},
		{"fourier:1", []float64{0, 10}, []float64{1, 1, r, r}},
		{"fourier:2", []float64{3, 20}, []float64{1, 0, -1, -1, 0, 1, 1, 0, -1}},
		{"fourier:1+bias", []float64{-1, 30}, []float64{1, -1, 1, -1, 1}},
		{"rbf:2", []float64{-1, 30}, []float64{g(1), 1, g(1) * g(1), g(1)}},
		{"rbf:3+bias", []float64{1, 10}, []float64{g(1), g(1) * g(1), g(1) * g(2), 1, g(1), g(2), g(1), g(1) * g(1), g(1) * g(2), 1}},
		// Tiling 1 of 2 is displaced by half a tile along both columns.
		{"tile-coding:2x2", []float64{.6, 24.9}, []float64{0, 1, 0, 0, 0, 0, 0, 1}},
		// Of 4, by quarters of it along the first, and three times as many along the second.
		{"tile-coding:4x2", []float64{0, 15}, []float64{0: 1, 5: 1, 11: 1, 14: 1, 15: 0}},
		{"tile-coding:1x2+bias", []float64{3, 10}, []float64{0, 0, 1, 0, 1}},
	} {
		checkNumbers(t, fmt.Sprint(c.name, c.x), featuresOf(t, c.name, box, c.x...), c.want)
	}
}

// TestRandomFeaturesEstimateTheirKernel: products of random features estimate the Gaussian
// kernel.
func TestRandomFeaturesEstimateTheirKernel(t *testing.T) {
	const count, seeds = 1000, 8
	rng := rand.New(rand.NewPCG(5, 6))
	for _, columns := range []int{1, 3, 8} {
		for range 5 {
			x, y := make([]float64, columns), make([]float64, columns)
			distance := 0.0
			for j := range x {
				x[j], y[j] = rng.Float64(), rng.Float64()
				distance += (x[j] - y[j]) * (x[j] - y[j])
			}
			want := math.Exp(-distance / (2 * float64(columns) / 6))
			mean := 0.0
			for seed := range seeds {
				name := fmt.Sprintf("rff:%d:%d", count, seed)
				a, b := featuresOf(t, name, unit(columns), x...), featuresOf(t, name, unit(columns), y...)
				for i := range a {
					mean += a[i] * b[i] / seeds
				}
			}
			// The product of a pair has a standard deviation below √(3/2).
			if limit := 4 * math.Sqrt(1.5/(count*seeds)); !(math.Abs(mean-want) <= limit) {
				t.Errorf("%d columns: %v, the kernel is %v ± %v", columns, mean, want, limit)
			}
		}
	}
}

func TestDim(t *testing.T) {
	for _, c := range []struct {
		name    string
		columns int
		want    int
	}{
		{"identity", 1024, 1024},
		{"identity+bias", 16, 17},
		{"poly:2", 16, 152},
		{"poly:3", 16, 968},
		{"poly:1024", 1, 1024},
		{"poly:1", 1024, 1024},
		{"fourier:3", 5, 1024},
		{"fourier:1", 10, 1024},
		{"rbf:2", 10, 1024},
		{"rbf:5+bias", 4, 626},
		{"tile-coding:4x8", 2, 256},
		{"tile-coding:128x2", 3, 1024},
		{"rff:1024", 300, 1024},
		{"rff:1+bias", 1, 2},
	} {
		s := parse(t, c.name)
		if got, err := s.Dim(c.columns); err != nil || got != c.want {
			t.Errorf("%s of %d columns: %d, %v, want %d", c.name, c.columns, got, err, c.want)
		}
	}
	for name, want := range map[string]string{
		"poly:4":    "features poly:4: 4844 features of observations of 16 numbers: want at most 1024",
		"fourier:3": "features fourier:3: 4.29e+09 features of observations of 16 numbers: want at most 1024",
		"rbf:1024":  "1.46e+48",
	} {
		if got, err := parse(t, name).Dim(16); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s of 16 columns: %d, %v, want %s", name, got, err, want)
		}
	}
}

package features

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/sim/random"
)

func parse(t testing.TB, name string) Spec {
	t.Helper()
	return must.Have(Parse(name))(t)
}

// featuresOf returns the features of an observation.
func featuresOf(t testing.TB, name string, box Box, x ...float64) []float64 {
	t.Helper()
	m := must.Have(New(parse(t, name), len(x), box))(t)
	out := make([]float64, m.Dim())
	for i := range out {
		out[i] = math.NaN() // what is not set shows
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
		{"tile-coding:1x2+bias", []float64{3, 10}, []float64{0, 0, 1, 0, 1}},
	} {
		checkNumbers(t, fmt.Sprint(c.name, c.x), featuresOf(t, c.name, box, c.x...), c.want)
	}
}

// plain computes features without the bias, each from its formula alone.
func plain(name string, box Box, x []float64) []float64 {
	var size, tilings int
	u := make([]float64, len(x))
	for j := range x {
		u[j] = (x[j] - box.Low[j]) / (box.High[j] - box.Low[j])
	}
	// vectors calls f with all vectors of numbers from 0 to most, the last running fastest.
	vectors := func(most int, f func(c []int)) {
		c := make([]int, len(x))
		var fill func(j int)
		fill = func(j int) {
			if j == len(c) {
				f(c)
				return
			}
			for c[j] = 0; c[j] <= most; c[j]++ {
				fill(j + 1)
			}
			c[j] = 0
		}
		fill(0)
	}
	var out []float64
	family, rest, _ := strings.Cut(name, ":")
	switch family {
	case "identity":
		return x
	case "poly":
		fmt.Sscan(rest, &size)
		for degree := 1; degree <= size; degree++ {
			var some [][]int // exponents
			vectors(degree, func(c []int) {
				sum := 0
				for _, e := range c {
					sum += e
				}
				if sum == degree {
					some = append(some, slices.Clone(c))
				}
			})
			slices.Reverse(some) // x² before xy before y²
			for _, exponents := range some {
				v := 1.0
				for j, e := range exponents {
					v *= math.Pow(2*u[j]-1, float64(e))
				}
				out = append(out, v)
			}
		}
	case "fourier":
		fmt.Sscan(rest, &size)
		vectors(size, func(c []int) {
			dot := 0.0
			for j := range c {
				dot += float64(c[j]) * u[j]
			}
			out = append(out, math.Cos(math.Pi*dot))
		})
	case "rbf":
		fmt.Sscan(rest, &size)
		vectors(size-1, func(c []int) {
			squares := 0.0
			for j := range c {
				d := (u[j] - float64(c[j])/float64(size-1)) * float64(size-1)
				squares += d * d
			}
			out = append(out, math.Exp(-squares/(2*.7*.7)))
		})
	case "tile-coding":
		fmt.Sscanf(rest, "%dx%d", &tilings, &size)
		for k := range tilings {
			vectors(size-1, func(c []int) {
				in := 1.0
				for j := range c {
					// The tile from low to high, the last without an end.
					_, shift := math.Modf(float64(k*(2*j+1)) / float64(tilings))
					low, high := float64(c[j])-shift, float64(c[j]+1)-shift
					at := u[j] * float64(size)
					if at < low || at >= high && c[j] < size-1 {
						in = 0
					}
				}
				out = append(out, in)
			})
		}
	case "rff":
		count, seed := 0, uint64(1)
		fmt.Sscanf(rest, "%d:%d", &count, &seed)
		for k := range count {
			draw := random.Stream(seed, k)
			open := func() float64 { return (float64(draw.Uint64()/2048) + .5) * 0x1p-53 } // in (0, 1)
			phase := 0.0
			for j := range x { // Box and Muller: the real part of √(−2 ln U) exp(2πiV)
				normal := real(complex(math.Sqrt(-2*math.Log(open())), 0) * cmplx.Exp(complex(0, 2*math.Pi*open())))
				phase += normal * u[j] / math.Sqrt(float64(len(x))/6)
			}
			out = append(out, math.Sqrt2*math.Cos(phase+2*math.Pi*open())/math.Sqrt(float64(count)))
		}
	}
	return out
}

// eachMap calls f with maps of up to four columns over random boxes, and random observations in
// them, corners of the box among these.
func eachMap(t *testing.T, names []string, f func(name string, box Box, observations [][]float64)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range names {
		for columns := 1; columns <= 4; columns++ {
			if _, err := parse(t, name).Dim(columns); err != nil {
				continue
			}
			var box Box
			for range columns {
				low := 20*rng.Float64() - 10
				box.Low, box.High = append(box.Low, low), append(box.High, low+5*rng.Float64()+.1)
			}
			var observations [][]float64
			for range 50 {
				x := make([]float64, columns)
				for j := range x {
					switch low, high := box.Low[j], box.High[j]; rng.IntN(6) {
					case 0:
						x[j] = low
					case 1:
						x[j] = high
					default:
						x[j] = low + rng.Float64()*(high-low)
					}
				}
				observations = append(observations, x)
			}
			f(name, box, observations)
		}
	}
}

// TestFeaturesAgainstPlain compares each map with its formula.
func TestFeaturesAgainstPlain(t *testing.T) {
	eachMap(t, []string{
		"identity", "poly:1", "poly:2", "poly:3", "poly:5", "fourier:1", "fourier:3", "fourier:5",
		"rbf:2", "rbf:3", "rbf:5", "tile-coding:1x2", "tile-coding:3x3", "tile-coding:4x5",
		"rff:1", "rff:20", "rff:100:7",
	}, func(name string, box Box, observations [][]float64) {
		for _, x := range observations {
			want := plain(name, box, x)
			checkNumbers(t, fmt.Sprint(name, x), featuresOf(t, name, box, x...), want)
			checkNumbers(t, fmt.Sprint(name, "+bias", x), featuresOf(t, name+"+bias", box, x...), append(slices.Clone(want), 1))
		}
	})
}

// TestManyColumns: maps that have few features of many columns, beyond what has room on
// the stack.
func TestManyColumns(t *testing.T) {
	const columns = 100
	x, want := make([]float64, columns), make([]float64, columns)
	for j := range x {
		x[j] = float64(j) / columns
		want[j] = 2*x[j] - 1
	}
	checkNumbers(t, "poly:1", featuresOf(t, "poly:1", unit(columns), x...), want)
	if got := featuresOf(t, "rff:7", unit(columns), x...); len(got) != 7 || got[0] == 0 {
		t.Errorf("rff: %v", got)
	}
}

// TestRandomFeaturesEstimateTheirKernel: products of random features are the Gaussian
// kernel, up to their number.
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
		{"identity", 5000, 5000}, {"identity+bias", 16, 17},
		{"poly:2", 16, 152}, {"poly:3", 16, 968}, {"poly:1024", 1, 1024}, {"poly:1", 1024, 1024},
		{"fourier:3", 5, 1024}, {"fourier:1", 10, 1024}, {"rbf:2", 10, 1024}, {"rbf:5+bias", 4, 626},
		{"tile-coding:4x8", 2, 256}, {"tile-coding:128x2", 3, 1024}, {"rff:1024", 300, 1024}, {"rff:1+bias", 1, 2},
	} {
		s := parse(t, c.name)
		if got, err := s.Dim(c.columns); err != nil || got != c.want {
			t.Errorf("%s of %d columns: %d, %v, want %d", c.name, c.columns, got, err, c.want)
		}
	}
	for _, c := range []struct {
		name    string
		columns int
		want    string
	}{
		{"poly:4", 16, "features poly:4: 4844 features of observations of 16 numbers: want at most 1024"},
		{"fourier:3", 16, "features fourier:3: 4.29e+09 features of observations of 16 numbers: want at most 1024"},
		{"rff:1024+bias", 2, "features rff:1024+bias: 1025 features"},
		{"rbf:1024", 4000, "over 1e308"},
		{"poly:1024", 1 << 30, "over 1e308"},
		{"tile-coding:129x2", 3, "1032 features"},
	} {
		if got, err := parse(t, c.name).Dim(c.columns); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %d columns: %d, %v, want %s", c.name, c.columns, got, err, c.want)
		}
	}
}

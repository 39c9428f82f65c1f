package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func mustKMeans(t interface {
	Helper()
	Fatal(...any)
}, data []*Trajectory, k int, seed uint64) (*Regions, [][]float64) {
	t.Helper()
	regions, centres, err := KMeans(context.Background(), data, k, seed, nil)
	if err != nil {
		t.Fatal(err)
	}
	return regions, centres
}

// standardized returns the states that transitions start from, features less their means
// and divided by their standard deviations, 0 where these are 0.
func standardized(data []*Trajectory) (states [][]float64, mean, sd []float64) {
	d := data[0].Dim()
	mean, sd = make([]float64, d), make([]float64, d)
	for _, t := range data {
		for step := range t.Len() {
			states = append(states, slices.Clone(t.Features(step)))
		}
	}
	n := float64(len(states))
	for j := range d {
		for _, x := range states {
			mean[j] += x[j] / n
		}
		for _, x := range states {
			sd[j] += (x[j] - mean[j]) * (x[j] - mean[j]) / n
		}
		sd[j] = math.Sqrt(sd[j])
		for _, x := range states {
			if x[j] -= mean[j]; sd[j] > 1e-10*math.Abs(mean[j]) && sd[j] > 0 {
				x[j] /= sd[j]
			} else {
				x[j] = 0
			}
		}
	}
	return states, mean, sd
}

// spreadOf returns the sum of the squared distances of states from the means of their
// regions.
func spreadOf(states [][]float64, of []int, k int) float64 {
	d := len(states[0])
	means, counts := make([][]float64, k), make([]float64, k)
	for r := range means {
		means[r] = make([]float64, d)
	}
	for i, x := range states {
		counts[of[i]]++
		for j, v := range x {
			means[of[i]][j] += v
		}
	}
	sum := 0.0
	for i, x := range states {
		for j, v := range x {
			v -= means[of[i]][j] / counts[of[i]]
			sum += v * v
		}
	}
	return sum
}

// TestKMeans looks at random data: every state is of the region with the nearest mean, and
// no region is without states.
func TestKMeans(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		data := drawData(t, kind)
		k := rapid.IntRange(1, MostRegions).Draw(t, "k")
		regions, centres := mustKMeans(t, data, k, 1)
		if err := regions.check(data); err != nil {
			t.Fatal(err)
		}
		states, mean, sd := standardized(data)
		different := map[string]bool{}
		for _, x := range states {
			different[fmt.Sprint(x)] = true
		}
		if regions.Count != len(centres) || regions.Count > k || regions.Count < min(k, 1) {
			t.Fatalf("%d regions, %d centres of %d", regions.Count, len(centres), k)
		}
		if len(different) >= k && regions.Count < k && kind != "one state" && kind != "zero" {
			t.Errorf("%d regions of %d different states, want %d", regions.Count, len(different), k)
		}
		if slices.Contains(regions.Steps(), 0) {
			t.Errorf("regions of %v steps", regions.Steps())
		}
		if !slices.IsSortedFunc(centres, slices.Compare[[]float64]) {
			t.Errorf("centres %v out of order", centres)
		}
		of := slices.Concat(regions.Of...)
		for i, x := range states {
			distance := func(c int) float64 {
				sum := 0.0
				for j, v := range x {
					if sd[j] > 1e-10*math.Abs(mean[j]) && sd[j] > 0 {
						v -= (centres[c][j] - mean[j]) / sd[j]
						sum += v * v
					}
				}
				return sum
			}
			for c := range centres {
				if own := distance(int(of[i])); distance(c) < own-1e-6*(1+own) {
					t.Errorf("state %v of region %d is nearer to %d", x, of[i], c)
				}
			}
		}
		// Centres are the means of their states.
		for c := range centres {
			for j := range centres[c] {
				sum, count := 0.0, 0.0
				for i, x := range states {
					if int(of[i]) == c {
						sum += x[j]
						count++
					}
				}
				want := mean[j]
				if sd[j] > 1e-10*math.Abs(mean[j]) {
					want += sum / count * sd[j]
				}
				if got := centres[c][j]; !(math.Abs(got-want) <= 1e-6*(sd[j]+math.Abs(mean[j]))) {
					t.Errorf("centre %d, feature %d: %v, want %v", c, j+1, got, want)
				}
			}
		}
	})
}

// TestKMeansAgainstAll compares k-means with every division of few states into two. It may
// end at a minimum that is none of all divisions, near the least.
func TestKMeansAgainstAll(t *testing.T) {
	const seeds = 20
	found := 0
	for seed := range uint64(seeds) {
		data := synthetic(t, 2, 2, 6, seed)
		regions, _ := mustKMeans(t, data, 2, seed)
		states, _, _ := standardized(data)
		least := math.Inf(1)
		for code := 1; code < 1<<(len(states)-1); code++ {
			of := make([]int, len(states))
			for i := range of {
				of[i] = code >> i & 1
			}
			least = min(least, spreadOf(states, of, 2))
		}
		var of []int
		for _, r := range slices.Concat(regions.Of...) {
			of = append(of, int(r))
		}
		got := spreadOf(states, of, 2)
		if got <= least*(1+1e-12) {
			found++
		}
		if !(got <= 1.05*least) {
			t.Errorf("seed %d: squared distances of %v in all, the least is %v", seed, got, least)
		}
	}
	if found < seeds*9/10 {
		t.Errorf("the least of all divisions of %d of %d data sets", found, seeds)
	}
}

// TestKMeansUnits finds the same regions in other units, and groups that lie apart.
func TestKMeansUnits(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	var data []*Trajectory
	want := &Regions{Count: 3}
	for range 30 {
		var x [][]float64
		var of []uint8
		for range 50 {
			r := random.IntN(3)
			x = append(x, []float64{10*float64(r) + random.NormFloat64(), 7, random.NormFloat64() - 20*float64(r)})
			of = append(of, uint8(r))
		}
		data = append(data, mustTrajectory(t, x, make([]float64, 50), true))
		want.Of = append(want.Of, of)
	}
	got, _ := mustKMeans(t, data, 3, 1)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Error("other regions than the groups of states")
	}
	for _, unit := range []float64{1e-300, 1e-5, 1e300} {
		scaled := mapped(t, data, func(x []float64) []float64 { return []float64{unit * x[0], unit * x[1], x[2] / 3} }, same)
		if got, _ := mustKMeans(t, scaled, 3, 1); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("other regions in units of %v", unit)
		}
	}
}

// TestKMeansOfMany takes centres from some of the states, and divides all.
func TestKMeansOfMany(t *testing.T) {
	data := synthetic(t, 200, 2, 50, 1)
	regions, _ := mustKMeans(t, data, 2, 1)
	for r, steps := range regions.Steps() {
		if share := float64(steps) / 10_000; share < 0.3 {
			t.Errorf("region %d has a share of %v", r, share)
		}
	}
}

func TestKMeansThatDoesNotFit(t *testing.T) {
	data := synthetic(t, 2, 2, 3, 1)
	for want, f := range map[string]func() error{
		"5 regions: want 1 to 4": func() error { _, _, err := KMeans(context.Background(), data, 5, 1, nil); return err },
		"0 regions: want 1 to 4": func() error { _, _, err := KMeans(context.Background(), data, 0, 1, nil); return err },
		"no trajectories":        func() error { _, _, err := KMeans(context.Background(), nil, 2, 1, nil); return err },
		"trajectory 2 has 3 features, the first 2": func() error {
			_, _, err := KMeans(context.Background(), append(data[:1:1], synthetic(t, 1, 3, 2, 1)...), 2, 1, nil)
			return err
		},
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

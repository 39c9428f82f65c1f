package study

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRootRatio: what trials share cancels, and the interval covers the ratio about
// as often as it says.
func TestRootRatio(t *testing.T) {
	if r, low, high := rootRatio(side{each: []float64{4, 8, 12}}, side{each: []float64{1, 2, 3}}); math.Abs(r-2) > 1e-12 || math.Abs(low-2) > 1e-9 || math.Abs(high-2) > 1e-9 {
		t.Errorf("%v (%v to %v) for trials that agree", r, low, high)
	}
	if r, _, _ := rootRatio(side{each: []float64{0, -1}}, side{each: []float64{1, 1}}); !math.IsNaN(r) {
		t.Errorf("%v of a mean below 0", r)
	}
	random := rand.New(rand.NewPCG(3, 4))
	const repeats, trials, want = 2000, 80, 1.5
	covered := 0
	for range repeats {
		a, b := make([]float64, trials), make([]float64, trials)
		for i := range a {
			data := random.ExpFloat64() // which both methods share
			b[i] = data * (1 + .2*random.NormFloat64())
			a[i] = want * want * data * (1 + .2*random.NormFloat64())
		}
		if _, low, high := rootRatio(side{each: a}, side{each: b}); low <= want && want <= high {
			covered++
		}
	}
	if share := float64(covered) / repeats; share < .92 || share > .97 {
		t.Errorf("the interval covers the ratio in %.3f of the cases", share)
	}
}

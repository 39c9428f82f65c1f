package study

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRootRatio: what trials share cancels, and the interval covers the ratio about
// as often as it says.
func TestRootRatio(t *testing.T) {
	if r := ratioOf(side{each: []float64{4, 8, 12}}, side{each: []float64{1, 2, 3}}); math.Abs(r.Ratio-2) > 1e-12 || math.Abs(r.Low-2) > 1e-9 || math.Abs(r.High-2) > 1e-9 {
		t.Errorf("%+v for trials that agree", r)
	}
	if r := ratioOf(side{each: []float64{0, -1}}, side{each: []float64{1, 1}}); !math.IsNaN(r.Ratio) {
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
		if r := ratioOf(side{each: a}, side{each: b}); r.Low <= want && want <= r.High {
			covered++
		}
	}
	if share := float64(covered) / repeats; share < .92 || share > .97 {
		t.Errorf("the interval covers the ratio in %.3f of the cases", share)
	}
}

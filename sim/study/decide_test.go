package study

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDecide: if a claim is neither true nor false, verdicts other than unclear are rare.
func TestDecide(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const repeats, sizes, trials = 4000, 7, 80
	count := map[Holds]int{}
	for range repeats {
		all := make([]Evidence, sizes)
		for i := range all {
			values := make([]float64, trials)
			for j := range values {
				values[j] = rng.NormFloat64()
			}
			all[i] = Evidence{meanOf(values), 1}
		}
		for _, h := range Decide(all) {
			count[h]++
		}
	}
	// 5 % of the repeats have a wrong word; slack for Student's t and 4.5 standard
	// errors of the count.
	if wrong := float64(count[DoesHold]+count[DoesNotHold]) / repeats; wrong < 0.03 || wrong > 0.08 {
		t.Errorf("%v wrong words a repeat, want 0.05", wrong)
	}
	for _, c := range []struct {
		v    Evidence
		want Holds
	}{
		{Evidence{Mean{1, 0}, 1}, DoesHold},
		{Evidence{Mean{0, 0}, 1}, DoesNotHold},
		{Evidence{Mean{1e-12, 1e-14}, 1}, DoesNotHold},
		{Evidence{Mean{1, .7}, 1}, Unclear},
		{Evidence{Mean{-1, .1}, 1}, DoesNotHold},
		{Evidence{Mean{1, math.NaN()}, 1}, Unclear},
	} {
		if got := Decide([]Evidence{c.v})[0]; got != c.want {
			t.Errorf("%+v: %v, want %v", c.v, got, c.want)
		}
	}
}

// TestRatioIntervals: the effect of shared data cancels, and both intervals cover the ratio of
// the true means about as often as claimed.
func TestRatioIntervals(t *testing.T) {
	if r, low, high := ratioOf(sideOf([]float64{4, 8, 12}, nil), sideOf([]float64{1, 2, 3}, nil)); math.Abs(r-2) > 1e-12 || math.Abs(low-2) > 1e-9 || math.Abs(high-2) > 1e-9 {
		t.Errorf("%+v for trials that agree", r)
	}
	if r, _, _ := ratioOf(sideOf([]float64{0, -1}, nil), sideOf([]float64{1, 1}, nil)); !math.IsNaN(r) {
		t.Errorf("%v of a mean below 0", r)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	const repeats, trials, want = 2000, 80, 1.5
	own, other := make([]float64, trials), make([]float64, trials)
	first, fieller := 0, 0
	for range repeats {
		for i := range trials {
			data := rng.ExpFloat64() // which both methods share
			other[i] = data * (1 + .2*rng.NormFloat64())
			own[i] = want * want * data * (1 + .2*rng.NormFloat64())
		}
		a, b := sideOf(own, nil), sideOf(other, nil)
		if _, low, high := ratioOf(a, b); low <= want && want <= high {
			first++
		}
		low, high := RatioInterval(a, b, Quantile(1))
		if low <= want && want <= high {
			fieller++
		}
		// Where the interval ends, one is above and below the other at the edge of chance.
		for _, end := range []float64{low, high} {
			if v := Above(a, end*end, b); math.Abs(math.Abs(v.Mean.Mean)-Quantile(1)*v.SE) > 1e-9 {
				t.Fatalf("%v to %v: %v at an end", low, high, v)
			}
		}
	}
	for what, covered := range map[string]int{"to first order": first, "Fieller's": fieller} {
		if share := float64(covered) / repeats; share < .92 || share > .97 {
			t.Errorf("the interval %s covers the ratio in %.3f of the cases", what, share)
		}
	}
}

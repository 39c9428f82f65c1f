package estimator

import (
	"context"
	"testing"
)

// TestProgress checks the share at every task: the share grows from 0 to 1, also with λ's in chunks.
func TestProgress(t *testing.T) {
	data := synthetic(t, 40, 3, 10, 1)
	var p Progress
	if p.Share() != 0 {
		t.Fatal("it has begun")
	}
	var shares []float64
	o := Options{Gamma: .9, Lambdas: []float64{0, .25, .5, .75, 1}, Progress: &p}
	o.Do = func(_ context.Context, n int, f func(int)) {
		for i := range n {
			f(i)
			shares = append(shares, p.Share())
		}
	}
	must(Select(t.Context(), data, o))(t)
	last := 0.
	between := 0
	for _, s := range shares {
		if s < last || s > 1 {
			t.Fatalf("%v", shares)
		}
		if s > .1 && s < .9 {
			between++
		}
		last = s
	}
	if last != 1 || between < 3 {
		t.Errorf("ends at %v, after %d shares between: %v", last, between, shares)
	}
}

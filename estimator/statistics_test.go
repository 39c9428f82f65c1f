package estimator

import "testing"

// TestSmallestWithinTolerance checks that a λ is passed over only for a LOTO error
// better by more than 1e−9·max(least, mean G²).
func TestSmallestWithinTolerance(t *testing.T) {
	for _, c := range []struct {
		meanG2 float64
		loto   []float64
		want   int
	}{
		{1000, []float64{2, 2, 2}, 0},
		{1000, []float64{2 + 0.99e-6, 2, 2}, 0},
		{1000, []float64{2 + 1.01e-6, 2, 2}, 1},
		{0, []float64{2 + 1.99e-9, 2, 2}, 0}, // the least, 2, rules
		{0, []float64{2 + 2.01e-9, 2, 2}, 1},
		{0, []float64{1e-300, 0}, 1}, // only what equals 0
	} {
		if got := smallestWithin(len(c.loto), func(k int) float64 { return c.loto[k] }, c.meanG2); got != c.want {
			t.Errorf("mean G² %v, %v: selected %d, want %d", c.meanG2, c.loto, got, c.want)
		}
	}
}

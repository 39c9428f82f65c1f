package estimator

import "testing"

// TestFoldsAllocateLittle runs whole selections: apart from arrays per
// part, folds and transitions must not allocate.
func TestFoldsAllocateLittle(t *testing.T) {
	for _, d := range []int{4, 20} {
		opt := Options{Gamma: 0.9, Lambdas: grid(20), Ridge: 0.1, Do: sequential}
		allocations := func(n int) float64 {
			data := synthetic(t, n, d, 5, 1)
			return testing.AllocsPerRun(2, func() { mustSelect(t, data, opt) })
		}
		few, many := allocations(50), allocations(150)
		// 2000 folds more: per λ and 16 trajectories two sums, and under the race
		// detector, which drops pooled memory at random, some workspaces.
		if more, folds := many-few, 20*100.; more > folds {
			t.Errorf("d = %d: %v allocations for %v folds more", d, more, folds)
		}
	}
}

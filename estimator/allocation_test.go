package estimator

import (
	"testing"
)

// TestFoldsAllocateLittle runs whole selections, and fits by recursion: apart from arrays per
// part, folds and transitions must not allocate.
func TestFoldsAllocateLittle(t *testing.T) {
	for name, run := range map[string]func(data []*Trajectory, opt Options){
		"cached": func(data []*Trajectory, opt Options) { opt.Method = Cached; mustSelect(t, data, opt) },
		"rsm":    func(data []*Trajectory, opt Options) { opt.Method = RSM; mustSelect(t, data, opt) },
		"rlstd":  func(data []*Trajectory, opt Options) { mustRLSTD(t, data, opt) },
	} {
		for _, d := range []int{4, 20} { // solved one by one, and side by side
			opt := Options{Gamma: 0.9, Lambdas: grid(20), Ridge: 0.1, Do: sequential}
			allocations := func(n int) float64 {
				data := synthetic(t, n, d, 5, 1)
				return testing.AllocsPerRun(2, func() { run(data, opt) })
			}
			few, many := allocations(50), allocations(150)
			// 2000 folds more: per λ and 16 trajectories two sums, and under the race
			// detector, which drops pooled memory at random, some workspaces.
			if more, folds := many-few, 20*100.; more > folds {
				t.Errorf("%s, d = %d: %v allocations for %v folds more", name, d, more, folds)
			}
		}
	}
}

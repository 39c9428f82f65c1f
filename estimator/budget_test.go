package estimator

import (
	"context"
	"fmt"
	"runtime"
	"testing"
)

// TestBudget divides trajectories, or groups, into parts, and λ's into chunks: results must stay
// the same except for the order of sums.
func TestBudget(t *testing.T) {
	data := synthetic(t, 300, 3, 30, 1)
	labels := make([]int, len(data))
	for i := range labels {
		labels[i] = i * i % 101
	}
	for i, groups := range [][]int{nil, labels} {
		opt := Options{Gamma: 0.95, Lambdas: grid(5), Weighting: Weighting(i), Groups: groups}
		want := mustSelect(t, data, opt)
		for _, budget := range []int{0, 100, 2000, 8000} {
			p := must(newProblem(context.Background(), data, opt))(t)
			p.budget = budget
			got := must(p.selections(context.Background(), opt.Ridge))(t)
			t.Run(fmt.Sprint(budget, "/", i), func(t *testing.T) { checkSame(t, got[0], want) })
		}
	}
}

// TestMemory measures live memory during a selection with n = 1000, k = 101, d = 16, where all
// systems together would take 220 MB.
func TestMemory(t *testing.T) {
	data := synthetic(t, 1000, 16, 2, 1)
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, most, tasks := live(), uint64(0), 0
	mustSelect(t, data, Options{Gamma: 0.9, Lambdas: grid(101), Do: func(_ context.Context, n int, f func(i int)) {
		for i := range n {
			if f(i); tasks%20 == 0 {
				most = max(most, live())
			}
			tasks++
		}
	}})
	if mib := float64(most-before) / (1 << 20); mib > 64 || mib < 1 {
		t.Errorf("%.1f MiB more: want at most 64", mib)
	}
}

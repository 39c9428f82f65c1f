package estimator

import (
	"context"
	"runtime"
	"slices"
	"testing"
)

// TestWideFeatures bounds what is allocated for many features of which few are ever other
// than zero.
func TestWideFeatures(t *testing.T) {
	const n, h, d, states = 40, 20, 50_000, 10
	rows := make([]float64, (states+1)*d)
	for s := range states {
		rows[s*d+s] = 1
	}
	table := must(NewFeatureTable(d, rows))(t)
	data := make([]*Trajectory, n)
	for i := range data {
		visited := make([]uint8, h)
		for s := range visited {
			visited[s] = uint8((i + s) % states)
		}
		data[i] = must(table.Trajectory(visited, slices.Repeat([]float64{1}, h), true))(t)
	}
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	before := allocated()
	must(LSTD(context.Background(), data, FitOptions{Gamma: 0.9, Lambdas: []float64{.5}}))(t)
	// A pass over trajectories needs some rows for each of its groups.
	const most = 10 * passGroups * 8 * d
	if got := allocated() - before; got > most {
		t.Errorf("%d bytes are allocated, want at most %d", got, most)
	}
}

package estimator

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// TestMeasureOnce counts how often the states of computed trajectories are computed to
// measure them, most features of which are zero.
func TestMeasureOnce(t *testing.T) {
	const n, h, d = 3, 20, 2000
	var computed atomic.Int64
	data := make([]*Trajectory, n)
	for i := range data {
		var err error
		data[i], err = NewComputedTrajectory(d, func(step int, x []float64) {
			computed.Add(1)
			clear(x)
			x[(i+step)%10] = 1
			x[10] = 1e-200 // whose square is zero
		}, 0, make([]float64, h), true)
		if err != nil {
			t.Fatal(err)
		}
	}
	p := &problem{data: data, opt: Options{Gamma: 0.9, Do: goroutines}}
	computed.Store(0)
	if err := p.measure(context.Background()); err != nil {
		t.Fatal(err)
	}
	// Once more for the scale of what is tiny; the last states are terminal.
	if got := computed.Load(); got != 2*n*h {
		t.Errorf("%d states are computed, want %d", got, 2*n*h)
	}
	if p.d != 11 {
		t.Errorf("%d features are ever other than zero, want 11", p.d)
	}
}

// TestWideFeatures bounds what is allocated for many features of which few are ever other
// than zero.
func TestWideFeatures(t *testing.T) {
	const n, h, d, states = 40, 20, 50_000, 10
	rows := make([]float64, (states+1)*d)
	for s := range states {
		rows[s*d+s] = 1
	}
	table, err := NewFeatureTable(d, rows)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]*Trajectory, n)
	for i := range data {
		visited := make([]uint8, h)
		for s := range visited {
			visited[s] = uint8((i + s) % states)
		}
		if data[i], err = table.Trajectory(visited, slices.Repeat([]float64{1}, h), true); err != nil {
			t.Fatal(err)
		}
	}
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	before := allocated()
	if _, err := LSTD(context.Background(), data, FitOptions{Gamma: 0.9, Lambdas: []float64{.5}}); err != nil {
		t.Fatal(err)
	}
	// A pass over trajectories needs some rows for each of its groups.
	const most = 10 * passGroups * 8 * d
	if got := allocated() - before; got > most {
		t.Errorf("%d bytes are allocated, want at most %d", got, most)
	}
}

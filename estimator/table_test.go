package estimator

import (
	"slices"
	"testing"
)

// TestTable: a trajectory over a table is the one with its features written out.
func TestTable(t *testing.T) {
	table := must(NewFeatureTable(2, []float64{1, 2, 3, 4, 5, 6}))(t)
	rewards := []float64{.5, 0, 1}
	for _, terminated := range []bool{true, false} {
		states := []uint8{2, 0, 1, 2}
		flat := []float64{5, 6, 1, 2, 3, 4, 5, 6}
		if terminated {
			states = states[:3]
		}
		got := must(table.Trajectory(states, rewards, terminated))(t)
		want := must(NewTrajectory(2, flat, rewards, terminated))(t)
		if got.Len() != 3 || got.Dim() != 2 || got.Terminated() != terminated || !slices.Equal(got.Rewards(), rewards) {
			t.Errorf("%+v", got)
		}
		for step := range 4 {
			if !slices.Equal(got.Features(step), want.Features(step)) {
				t.Errorf("terminated %v, step %d: %v, want %v", terminated, step, got.Features(step), want.Features(step))
			}
		}
		if got.Bytes() >= want.Bytes()+128 {
			t.Errorf("%d bytes", got.Bytes())
		}
	}
}

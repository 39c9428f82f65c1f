package estimator

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestTable: a trajectory over a table is the one with its features written out.
func TestTable(t *testing.T) {
	table, err := NewFeatureTable(2, []float64{1, 2, 3, 4, 5, 6})
	if err != nil {
		t.Fatal(err)
	}
	rewards := []float64{.5, 0, 1}
	for _, terminated := range []bool{true, false} {
		states := []uint8{2, 0, 1, 2}
		flat := []float64{5, 6, 1, 2, 3, 4, 5, 6}
		if terminated {
			states = states[:3]
		}
		got, err := table.Trajectory(states, rewards, terminated)
		if err != nil {
			t.Fatal(err)
		}
		want, err := NewTrajectory(2, flat, rewards, terminated)
		if err != nil {
			t.Fatal(err)
		}
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

func TestTableErrors(t *testing.T) {
	for _, c := range []struct {
		dim  int
		rows []float64
		want string
	}{
		{0, []float64{1}, "want 1 to 256 states"},
		{2, nil, "want 1 to 256 states"},
		{2, []float64{1, 2, 3}, "want 1 to 256 states"},
		{1, make([]float64, 257), "want 1 to 256 states"},
		{2, []float64{1, 2, 3, math.NaN()}, "state 2, feature 2"},
	} {
		if _, err := NewFeatureTable(c.dim, c.rows); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d, %v: %v, want %q", c.dim, c.rows, err, c.want)
		}
	}
	table, err := NewFeatureTable(1, []float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		states     []uint8
		rewards    []float64
		terminated bool
		want       string
	}{
		{[]uint8{0}, nil, false, "at least 1 transition"},
		{[]uint8{0}, []float64{1}, false, "1 states for 1 transitions: want 2"},
		{[]uint8{0, 1}, []float64{1}, true, "want 1"},
		{[]uint8{2}, []float64{1}, true, "step 1: state 2: want 0 to 1"},
		{[]uint8{1}, []float64{math.Inf(1)}, true, "step 1, reward"},
	} {
		if _, err := table.Trajectory(c.states, c.rewards, c.terminated); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

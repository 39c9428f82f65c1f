package estimator

import (
	"fmt"
	"math"
	"slices"
)

// FeatureTable holds the features of a small number of states, so that trajectories over these
// states keep a byte per step instead of d numbers. A table is immutable and safe for concurrent
// use.
type FeatureTable struct {
	dim  int
	rows []float64 // states×dim, then a row of zeros for the terminal state
}

// NewFeatureTable makes a table of up to 256 states from rows of dim features. It copies rows.
// The error names a number that is not finite, or a size out of range.
func NewFeatureTable(dim int, rows []float64) (*FeatureTable, error) {
	if dim < 1 || len(rows) == 0 || len(rows)%dim != 0 || len(rows)/dim > math.MaxUint8+1 {
		return nil, fmt.Errorf("%d numbers for states of %d features: want 1 to %d states", len(rows), dim, math.MaxUint8+1)
	}
	for i, x := range rows {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("state %d, feature %d: %v is not a finite number", i/dim+1, i%dim+1, x)
		}
	}
	all := make([]float64, len(rows)+dim)
	copy(all, rows)
	return &FeatureTable{dim: dim, rows: all}, nil
}

// Trajectory makes a trajectory of H = len(rewards) transitions from the numbers, from 0, of the
// states visited: H states if the trajectory terminated, else H+1. It keeps both slices. Errors
// are as in NewTrajectory.
func (f *FeatureTable) Trajectory(states []uint8, rewards []float64, terminated bool) (*Trajectory, error) {
	h, count := len(rewards), len(f.rows)/f.dim-1
	want := h + 1
	if terminated {
		want = h
	}
	if h < 1 || len(states) != want {
		return nil, fmt.Errorf("%d states for %d transitions: want %d, and at least 1 transition", len(states), h, want)
	}
	for t, s := range states {
		if int(s) >= count {
			return nil, fmt.Errorf("step %d: state %d: want 0 to %d", t+1, s, count-1)
		}
	}
	if err := checkRewards(rewards); err != nil {
		return nil, err
	}
	return &Trajectory{dim: f.dim, table: f, states: states, rewards: rewards, terminated: terminated}, nil
}

// equal reports whether two tables have the same features. Either may be nil.
func (f *FeatureTable) equal(g *FeatureTable) bool {
	if f == nil || g == nil {
		return f == g
	}
	return f == g || f.dim == g.dim && slices.Equal(f.rows, g.rows)
}

// row returns the features of a state. The row after the last state is terminal.
func (f *FeatureTable) row(state int) []float64 {
	return f.rows[state*f.dim : (state+1)*f.dim : (state+1)*f.dim]
}

// terminal returns the features of the terminal state, all zero.
func (f *FeatureTable) terminal() []float64 { return f.rows[len(f.rows)-f.dim:] }

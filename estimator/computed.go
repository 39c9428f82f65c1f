package estimator

import "fmt"

// NewComputedTrajectory makes a trajectory of H = len(rewards) transitions whose
// features are computed whenever they are asked for, from whatever row keeps:
// states that take less room than dim numbers each.
//
// row sets out, dim numbers, to the features of the state before transition step,
// from 0; step = H is asked for only where the episode was truncated. It must set
// every number of out, to the same finite value each time, and be safe for
// concurrent use. bytes is roughly how much memory row keeps. NewComputedTrajectory
// keeps rewards; the caller must not change them afterwards.
//
// It returns an error for dim < 1 or H < 1, and one that names the step (from 1) of
// a reward that is NaN or infinite. Features are not checked.
func NewComputedTrajectory(dim int, row func(step int, out []float64), bytes int, rewards []float64, terminated bool) (*Trajectory, error) {
	switch {
	case dim < 1:
		return nil, fmt.Errorf("%d features: want at least 1", dim)
	case len(rewards) < 1:
		return nil, fmt.Errorf("no transitions: want at least 1")
	}
	if err := checkRewards(rewards); err != nil {
		return nil, err
	}
	return &Trajectory{dim: dim, row: row, rowBytes: bytes, rewards: rewards, terminated: terminated}, nil
}

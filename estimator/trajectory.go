package estimator

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Trajectory is a recorded episode of H transitions: the features of the state before each
// transition and of the state after the last, and the rewards. It is immutable and safe for
// concurrent use.
type Trajectory struct {
	dim        int
	features   []float64                     // (H+1)×dim row by row; the last row is zero when terminated
	row        func(step int, out []float64) // instead of features
	rowBytes   int
	rewards    []float64 // H
	ratios     []float64 // H; nil where all are 1
	terminated bool
}

// NewTrajectory makes a trajectory of H = len(rewards) transitions over dim
// features.
//
// features holds the feature vectors x_1 … x_{H+1} one after another, dim numbers each. A
// terminated episode may leave out x_{H+1}; the value of a terminal state is zero by definition,
// so that a given x_{H+1} counts as zero. A truncated episode needs x_{H+1}, because LSTD
// bootstraps from it.
//
// NewTrajectory keeps rewards. It keeps features if their number is (H+1)·dim and the episode is
// truncated or ends in zeros. The caller must not change either slice afterwards.
//
// NewTrajectory returns an error for a number that is NaN or infinite, with the step (from 1),
// and for dim < 1, H < 1 or a wrong number of features.
func NewTrajectory(dim int, features, rewards []float64, terminated bool) (*Trajectory, error) {
	switch h := len(rewards); {
	case dim < 1:
		return nil, fmt.Errorf("%d features: want at least 1", dim)
	case h < 1:
		return nil, fmt.Errorf("no transitions: want at least 1")
	case dim > len(features): // so that no product overflows
		return nil, fmt.Errorf("%d numbers for %d transitions of %d features: want more", len(features), h, dim)
	case len(features) == h*dim && terminated:
		features = append(features[:len(features):len(features)], make([]float64, dim)...)
	case len(features) == h*dim:
		return nil, fmt.Errorf("a truncated episode of %d transitions with %d observations: want %d, the last one included", h, h, h+1)
	case len(features) != (h+1)*dim:
		return nil, fmt.Errorf("%d numbers for %d transitions of %d features: want %d", len(features), h, dim, (h+1)*dim)
	case terminated && slices.ContainsFunc(features[h*dim:], func(x float64) bool { return x != 0 }):
		features = append(features[:h*dim:h*dim], make([]float64, dim)...)
	}
	if i := notFinite(features); i >= 0 {
		return nil, fmt.Errorf("step %d, feature %d: %v is not a finite number", i/dim+1, i%dim+1, features[i])
	}
	if err := checkRewards(rewards); err != nil {
		return nil, err
	}
	return &Trajectory{dim: dim, features: features, rewards: rewards, terminated: terminated}, nil
}

// NewMatrixTrajectory is NewTrajectory with the features as a matrix, a row for each state. It
// copies features.
func NewMatrixTrajectory(features mat.Matrix, rewards []float64, terminated bool) (*Trajectory, error) {
	var rows mat.Dense
	rows.CloneFrom(features)
	_, dim := rows.Dims()
	return NewTrajectory(dim, rows.RawMatrix().Data, rewards, terminated)
}

// NewComputedTrajectory makes a trajectory of H = len(rewards) transitions with features computed
// on demand. It saves memory if the states that row keeps take less than dim numbers each.
//
// row sets out, dim numbers, to the features of the state before transition step, from 0;
// step = H is requested only of a truncated episode. row must set every number of out, to the
// same finite value each time, and be safe for concurrent use. bytes is the approximate memory
// that row keeps. NewComputedTrajectory keeps rewards; the caller must not change the slice
// afterwards.
//
// NewComputedTrajectory returns an error for dim < 1, no row or H < 1, and for a reward that is
// NaN or infinite, with the step (from 1). Features are checked on first use: [Select] and
// similar functions return an error that names the step and the feature.
func NewComputedTrajectory(dim int, row func(step int, out []float64), bytes int, rewards []float64, terminated bool) (*Trajectory, error) {
	switch {
	case dim < 1:
		return nil, fmt.Errorf("%d features: want at least 1", dim)
	case row == nil:
		return nil, fmt.Errorf("no features: want a func that computes them")
	case len(rewards) < 1:
		return nil, fmt.Errorf("no transitions: want at least 1")
	}
	if err := checkRewards(rewards); err != nil {
		return nil, err
	}
	return &Trajectory{dim: dim, row: row, rowBytes: bytes, rewards: rewards, terminated: terminated}, nil
}

// checkData returns an error for no trajectories, and for a nil or empty trajectory. Numbers in
// errors start from before.
func checkData(data []*Trajectory, before int) error {
	if len(data) == 0 {
		return fmt.Errorf("no trajectories: want at least 1")
	}
	for i, t := range data {
		if t == nil || t.Len() == 0 {
			return fmt.Errorf("trajectory %d is nil or empty: want one that NewTrajectory made", before+i)
		}
	}
	return nil
}

// checkFeatures returns an error for the first feature that is NaN or infinite. number is the
// number of the trajectory in the error.
func (t *Trajectory) checkFeatures(number int) error {
	buffer := make([]float64, t.dim)
	for step := range t.Len() + 1 {
		x := t.FeaturesInto(buffer, step)
		if j := notFinite(x); j >= 0 {
			return fmt.Errorf("trajectory %d, step %d, feature %d: %v is not a finite number", number, step+1, j+1, x[j])
		}
	}
	return nil
}

func checkRewards(rewards []float64) error {
	if t := notFinite(rewards); t >= 0 {
		return fmt.Errorf("step %d, reward: %v is not a finite number", t+1, rewards[t])
	}
	return nil
}

// notFinite returns the index of the first number that is NaN or infinite, or −1.
func notFinite(x []float64) int {
	return slices.IndexFunc(x, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// Len returns H, the number of transitions.
func (t *Trajectory) Len() int { return len(t.rewards) }

// Dim returns d, the number of features.
func (t *Trajectory) Dim() int { return t.dim }

// Terminated reports whether the episode ended in a terminal state; otherwise it was truncated.
func (t *Trajectory) Terminated() bool { return t.terminated }

// Features returns the d features of the state before transition step, from 0; step = H means the
// state after the last transition, all zero if the episode terminated. Other steps return nil. Do
// not change the slice, because it may be shared.
func (t *Trajectory) Features(step int) []float64 { return t.FeaturesInto(nil, step) }

// FeaturesInto is Features with memory for computed features: buffer, if long enough for d
// numbers. Other trajectories do not use buffer, which may be nil.
func (t *Trajectory) FeaturesInto(buffer []float64, step int) []float64 {
	if step < 0 || step > t.Len() {
		return nil
	}
	if t.row != nil && len(buffer) < t.dim {
		buffer = make([]float64, t.dim)
	}
	return t.rowsInto(buffer, step, 1)
}

// rowsTogether returns the number of rows of d features to compute at once, so that the rows fit
// the first cache.
func rowsTogether(d int) int { return max(1, 1024/max(1, d)) }

// rowsInto returns the features of n steps from step first, row by row. It uses buffer, of n·d
// numbers, unless the trajectory stores its features row by row.
func (t *Trajectory) rowsInto(buffer []float64, first, n int) []float64 {
	d := t.dim
	if t.row == nil {
		return t.features[first*d : (first+n)*d : (first+n)*d]
	}
	buffer = buffer[:n*d]
	for s := range n {
		row := buffer[s*d : (s+1)*d]
		if t.terminated && first+s == len(t.rewards) {
			clear(row)
		} else {
			t.row(first+s, row)
		}
	}
	return buffer
}

// Returns returns the H discounted returns G_t = κ_t(r_t + γG_{t+1}), with the importance ratios
// κ, 1 without ratios; after is the return after the last transition.
func (t *Trajectory) Returns(gamma, after float64) []float64 {
	out := make([]float64, len(t.rewards))
	g := after
	for s := len(out) - 1; s >= 0; s-- {
		if g = t.rewards[s] + float64(gamma*g); t.ratios != nil {
			g *= t.ratios[s]
		}
		out[s] = g
	}
	return out
}

// Rewards returns the H rewards. The slice is shared: do not change it.
func (t *Trajectory) Rewards() []float64 { return t.rewards }

// Bytes returns the approximate memory of the trajectory in bytes.
func (t *Trajectory) Bytes() int {
	return 8*(len(t.features)+len(t.rewards)+len(t.ratios)) + t.rowBytes + 128
}

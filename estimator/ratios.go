package estimator

import (
	"fmt"
	"math"
)

// WithRatios returns the trajectory as one of a behaviour policy from which the values
// of another, the target policy, are estimated: ratios has for each of the H
// transitions its importance ratio κ_t = π(a_t|s_t)/μ(a_t|s_t), how many times as likely
// the target π takes the action as the behaviour μ that took it.
//
// WithRatios keeps ratios; the caller must not change them afterwards. It returns an
// error for a wrong number of ratios, and one that names the step (from 1) for a ratio
// that is negative, NaN or infinite.
func (t *Trajectory) WithRatios(ratios []float64) (*Trajectory, error) {
	if len(ratios) != t.Len() {
		return nil, fmt.Errorf("%d ratios for %d transitions: want %d", len(ratios), t.Len(), t.Len())
	}
	for s, v := range ratios {
		if !(v >= 0) || math.IsInf(v, 1) {
			return nil, fmt.Errorf("step %d, ratio: %v is not a finite number ≥ 0", s+1, v)
		}
	}
	out := *t
	out.ratios = ratios
	return &out, nil
}

// Ratios returns the H importance ratios, nil where the target policy is that of the
// behaviour. The slice is shared: do not change it.
func (t *Trajectory) Ratios() []float64 { return t.ratios }

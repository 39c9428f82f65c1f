package estimator

import (
	"fmt"
	"math"
	"slices"
)

// WithRatios returns the trajectory with importance ratios, to estimate the values of a target
// policy π from the actions of a behaviour policy μ. ratios has the ratio
// κ_t = π(a_t|s_t)/μ(a_t|s_t) of each of the H transitions: the probability of the action under π
// divided by the probability under μ. If all ratios are 1, the result has no ratios. Then
//
//	z_t = λγκ_{t−1} z_{t−1} + x_t, A = Σ z_t (x_t − γκ_t x_{t+1})ᵀ, b = Σ z_t κ_t r_t,
//
// returns are G_t = κ_t(r_t + γG_{t+1}), and λ = 1 regresses them on the features (Yu 2010).
// Products of ratios over successive steps make terms of A larger than A itself, so that digits
// are lost: the size of the terms stands for the norm of A in the package comment.
//
// WithRatios keeps ratios; the caller must not change them afterwards. It returns an error for a
// wrong number of ratios, and for a ratio that is negative, NaN or infinite; the latter names the
// step (from 1).
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
	if out.ratios = ratios; !slices.ContainsFunc(ratios, func(v float64) bool { return v != 1 }) {
		out.ratios = nil
	}
	return &out, nil
}

// Ratios returns the H importance ratios, nil where all are 1. The slice is shared: do
// not change it.
func (t *Trajectory) Ratios() []float64 { return t.ratios }

// firstReward returns the first step, from 0, whose reward has a part in returns, or −1.
func (t *Trajectory) firstReward() int {
	for s, r := range t.rewards {
		if r != 0 && (t.ratios == nil || t.ratios[s] != 0) {
			return s
		}
	}
	return -1
}

// mostWeight bounds the discounted products of ratios over successive steps, so that sums of
// products, and squares, stay far from overflow. Data with larger products would determine the
// fit alone.
const mostWeight = 1e100

// checkRatios returns the first step, from 1, where the product of ratios exceeds mostWeight, and
// the product; step is 0 if no product does.
func (t *Trajectory) checkRatios(gamma float64) (step int, product float64) {
	for s, ratio := range t.ratios {
		if product = ratio * max(1, gamma*product); !(product <= mostWeight) {
			return s + 1, product
		}
	}
	return 0, 0
}

// importance summarizes the ratios of a trajectory.
type importance struct {
	weight  float64 // W of OffPolicy
	cut     float64 // Σ_t of the weight in G_t of the rewards after the cut
	sum     float64 // of the ratios
	largest float64
	zeros   int // number of ratios that are 0
}

// importance returns the summary of the ratios of t.
func (t *Trajectory) importance(gamma float64) (out importance) {
	var all, plain float64 // sums of returns of rewards of 1, with ratios and without
	var g, plainG float64  // the returns at step s
	after := 1.0           // the weight of rewards after the cut
	for s := t.Len() - 1; s >= 0; s-- {
		ratio := 1.0
		if t.ratios != nil {
			ratio = t.ratios[s]
		}
		g, plainG = float64(ratio*(1+float64(gamma*g))), 1+float64(gamma*plainG)
		all += g
		plain += plainG
		if after = float64(after * gamma * ratio); !t.terminated {
			out.cut += after
		}
		out.sum += ratio
		out.largest = max(out.largest, ratio)
		if ratio == 0 {
			out.zeros++
		}
	}
	out.weight = all / plain
	return out
}

// OffPolicy summarizes the importance ratios. Selection.Effective, LargestShare and Heaviest have
// the resulting weights of folds.
//
// The weight W of a trajectory is the sum of the returns if every reward were 1, divided by the
// same sum with all ratios 1; the weight of a group is the mean over the group. The mean of W
// over data sets is about 1. W has no products of ratios beyond the horizon of γ. Over long
// trajectories such products are nearly zero, or one of them outweighs all others, so that they
// would not show the weights of the scored returns.
type OffPolicy struct {
	// MeanRatio is the mean of the ratios over all steps. Over data sets, the mean of true ratios
	// is 1, unless the target policy takes actions that the behaviour policy never takes.
	MeanRatio float64
	// LargestRatio is the largest ratio of all.
	LargestRatio float64
	// ZeroRatios is the share of steps whose ratio is 0.
	ZeroRatios float64
}

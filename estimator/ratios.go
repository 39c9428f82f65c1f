package estimator

import (
	"fmt"
	"math"
	"slices"
)

// WithRatios returns the trajectory as one of a behaviour policy from which the values
// of another, the target policy, are estimated: ratios has for each of the H
// transitions its importance ratio κ_t = π(a_t|s_t)/μ(a_t|s_t), how many times as likely
// the target π takes the action as the behaviour μ that took it. Where all of them are
// 1, that is the trajectory itself.
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
	if out.ratios = ratios; !slices.ContainsFunc(ratios, func(v float64) bool { return v != 1 }) {
		out.ratios = nil
	}
	return &out, nil
}

// Ratios returns the H importance ratios, nil where all are 1. The slice is shared: do
// not change it.
func (t *Trajectory) Ratios() []float64 { return t.ratios }

// hasRatios tells whether any trajectory has importance ratios.
func hasRatios(data []*Trajectory) bool {
	return slices.ContainsFunc(data, func(t *Trajectory) bool { return t.ratios != nil })
}

// firstReward returns the first step, from 0, whose reward has a part in returns; −1
// where none has.
func (t *Trajectory) firstReward() int {
	for s, r := range t.rewards {
		if r != 0 && (t.ratios == nil || t.ratios[s] != 0) {
			return s
		}
	}
	return -1
}

// mostWeight is what the ratios of successive steps, discounted, may multiply to: sums
// of such products, and their squares, are far from where numbers end, and data that
// the target policy makes so much more likely say nothing else.
const mostWeight = 1e100

// checkRatios returns the first step, from 1, at which the ratios that end there
// multiply to more than mostWeight, and to what; step is 0 where there is none.
func (t *Trajectory) checkRatios(gamma float64) (step int, product float64) {
	for s, ratio := range t.ratios {
		if product = ratio * max(1, gamma*product); !(product <= mostWeight) {
			return s + 1, product
		}
	}
	return 0, 0
}

// importance is what the ratios of a trajectory give.
type importance struct {
	weight  float64 // W of OffPolicy
	cut     float64 // Σ_t of the weight that what came after the cut has in G_t
	sum     float64 // of the ratios
	largest float64
	zeros   int // how many ratios are 0
}

// importance returns what the ratios of a trajectory give.
func (t *Trajectory) importance(gamma float64) importance {
	h := t.Len()
	if t.ratios == nil {
		out := importance{weight: 1, sum: float64(h), largest: 1}
		if !t.terminated {
			out.cut = cutSum(h, gamma)
		}
		return out
	}
	var out importance
	var all, plain float64         // sums of returns of rewards of 1, with ratios and without
	g, plainG, after := 0., 0., 1. // those returns, and what they take of what comes later
	for s := h - 1; s >= 0; s-- {
		ratio := t.ratios[s]
		g, plainG = float64(ratio*(1+float64(gamma*g))), 1+float64(gamma*plainG)
		all, plain = all+g, plain+plainG
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

// OffPolicy says what importance ratios there are. How they weight what is left out is in
// Selection.Effective, LargestShare and Heaviest.
//
// The weight W of a trajectory is the sum of its returns if every reward were 1,
// divided by what that sum is with all ratios 1; that of a group is the mean of those of
// its trajectories. Its mean over data sets is about 1. Products of ratios over whole
// trajectories have no part in it beyond the horizon of γ: those of long trajectories
// all but vanish, or all but one do, whatever the returns that are scored are made of.
type OffPolicy struct {
	// MeanRatio is the mean of the ratios over all steps. Over data sets, that of true
	// ratios is 1, unless the target policy takes actions that the behaviour never does.
	MeanRatio float64
	// LargestRatio is the largest ratio of all.
	LargestRatio float64
	// ZeroRatios is the share of steps whose ratio is 0.
	ZeroRatios float64
}

// offPolicy returns what the ratios of all trajectories give; nil where none has any.
func (p *problem) offPolicy() *OffPolicy {
	if p.importances == nil {
		return nil
	}
	out := &OffPolicy{}
	zeros := 0
	for _, m := range p.importances {
		out.MeanRatio += m.sum
		out.LargestRatio = max(out.LargestRatio, m.largest)
		zeros += m.zeros
	}
	out.MeanRatio /= float64(p.steps)
	out.ZeroRatios = float64(zeros) / float64(p.steps)
	return out
}

// cutWeight returns Selection.CutWeight.
func (p *problem) cutWeight() float64 {
	var sum float64
	steps := 0
	for i, t := range p.data {
		if t.Terminated() {
			continue
		}
		steps += t.Len()
		if p.importances != nil {
			sum += p.importances[i].cut
		} else {
			sum += cutSum(t.Len(), p.opt.Gamma)
		}
	}
	if steps == 0 {
		return 0
	}
	return sum / float64(steps)
}

// cutSum returns Σ_t γ^{H+1−t} over the H steps of a truncated trajectory.
func cutSum(h int, gamma float64) float64 {
	if gamma == 1 {
		return float64(h)
	}
	return gamma * (1 - math.Pow(gamma, float64(h))) / (1 - gamma)
}

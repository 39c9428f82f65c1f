package study

import (
	"context"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/truth"
)

// Values are the estimates of single states over the trials of a summary, at a number of
// trajectories and one λ. Mean − True is the bias, and SD the root of the variance, which MSVE
// averages over states. Values are immutable.
type Values struct {
	Lambda int      // index
	Labels []string // of the states; nil if each number belongs to a group of states
	True   []float64
	Mean   []float64
	SD     []float64 // over trials, with T − 1 for T trials; NaN with a single trial
}

// Many states stand in groups of equal size, by true value. A group has the means of True and
// Mean, and the root of the mean variance.
const valueGroups = 20

// StateValues returns the values at the k-th λ and the i-th size of the summary's plan, in
// O(trials · states · d), with at most 200 states. Errors are as in CheckPlan, or ctx's.
func StateValues(ctx context.Context, e *analysis.Engine, s *Summary, i, k int) (*Values, error) {
	x, err := newExperiment(e, s.Plan)
	if err != nil {
		return nil, err
	}
	out := &Values{Lambda: k}
	states := x.truth.Spread()
	means := make([]float64, len(states))
	variances := make([]float64, len(states))
	work := func(ctx context.Context) error {
		e.Do(ctx, len(states), func(j int) {
			means[j], variances[j] = s.Sizes[i].outcomes.spread(k, x.truth.Refs.Features(states[j]))
		})
		return ctx.Err()
	}
	if _, err := engine.Limited(ctx, e.Limits(ctx).Job, work); err != nil {
		return nil, err
	}
	each := 1
	if x.truth.Kind == truth.KindExact {
		out.Labels = x.truth.Refs.Labels
	} else {
		each = max(1, len(states)/valueGroups)
	}
	for first := 0; first < len(states); first += each {
		n := float64(min(each, len(states)-first))
		var nu, mean, variance float64
		for j := first; j < min(first+each, len(states)); j++ {
			nu += x.truth.Nu[states[j]] / n
			mean += means[j] / n
			variance += variances[j] / n
		}
		out.True = append(out.True, nu)
		out.Mean = append(out.Mean, mean)
		out.SD = append(out.SD, math.Sqrt(variance))
	}
	return out, nil
}

// spread returns the mean and the variance over trials of the value xᵀθ at the k-th λ.
func (of outcomes) spread(k int, x []float64) (mean, variance float64) {
	m := meanOf(of.values(k, x))
	return m.Mean, m.SE * m.SE * float64(len(of))
}

// values returns the value xᵀθ at the k-th λ in each trial.
func (of outcomes) values(k int, x []float64) []float64 {
	return of.all(func(o *Outcome) float64 {
		v := 0.0
		for j, theta := range o.Theta[k] {
			v += float64(x[j] * theta)
		}
		return v
	})
}

package analysis

import (
	"context"
	"math"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
)

// Episode is one trajectory of an analysis for a step-by-step view. An Episode is immutable;
// the slices are shared.
type Episode struct {
	Trajectory *estimator.Trajectory
	Replay     sim.Replay // the states; nil for recorded data
	Returns    []float64  // H observed returns G_t, discounted and weighted by importance ratios
	*LeftOut              // nil unless asked for
}

// LeftOut compares the predictions for one trajectory by a fit with and a fit without the
// trajectory, or the group of the trajectory.
type LeftOut struct {
	// With and Without are the values xᵀθ of the H+1 states: With by the fit to all
	// trajectories, Without by the fit to the others. The value of a terminal state is 0.
	With, Without []float64
	Trace         *Trace
}

// addEpisodes adds the episodes of folds. The first fit without a fold takes a pass over the data,
// O(ΣH·d² + d³); the cache has it later.
//
// The fit equals the fit of the fold up to rounding, unless rank-deficient: of many θ with
// equal predictions for the other trajectories, the two fits may use different θ.
func (e *Engine) addEpisodes(ctx context.Context, a *Result, r Request) error {
	domain, data, err := e.data(ctx, a.Settings)
	if err != nil {
		return err
	}
	for _, fold := range r.Episodes {
		if n := a.Selection.Folds; fold < 0 || fold >= n {
			return settings.RangeError(a.FoldNoun(), fold, "0 to %d", n-1)
		}
		i := e.firstOf(a.Settings, fold)
		t := data[i]
		out := &Episode{Trajectory: t, Returns: t.Returns(a.Settings.Gamma, 0)}
		if d, ok := domain.(sim.Replayer); ok {
			out.Replay = d.Replay(a.Settings.Seed, i)
		}
		if r.LeaveOut {
			c := a.Selection.Candidates[r.Candidate]
			theta, err := e.without(ctx, a.Settings, data, fold, c.Lambda)
			if err != nil {
				return err
			}
			out.LeftOut = &LeftOut{predictions(t, c.Theta), predictions(t, theta), newTrace(t, a.Settings.Gamma*c.Lambda)}
		}
		a.Episodes = append(a.Episodes, out)
	}
	return ctx.Err()
}

// leftOutKey is the cache key of θ of a fit without a fold.
type leftOutKey struct {
	settings settings.Settings
	fold     int
	lambda   float64
}

// without returns θ at λ of the fit to all trajectories outside the i-th fold.
func (e *Engine) without(ctx context.Context, s settings.Settings, data []*estimator.Trajectory, i int, lambda float64) ([]float64, error) {
	return engine.Cached(ctx, e.Engine, leftOutKey{s, i, lambda}, func(ctx context.Context) ([]float64, int, error) {
		others, _ := onFolds(data, e.Options(s), func(fold int) bool { return fold != i })
		fits, err := estimator.LSTD(ctx, others, e.optionsAt(s, lambda))
		if err != nil {
			return nil, 0, e.inFile(ctx, s, err)
		}
		return fits[0].Theta, 8 * len(fits[0].Theta), nil
	})
}

// predictions returns xᵀθ at the H+1 states of a trajectory.
func predictions(t *estimator.Trajectory, theta []float64) []float64 {
	out := make([]float64, t.Len()+1)
	room := make([]float64, t.Dim())
	for step := range out {
		for j, x := range t.FeaturesInto(room, step) {
			out[step] += float64(x * theta[j])
		}
	}
	return out
}

// Trace gives the eligibility traces of a trajectory, z_t = λγκ_{t−1} z_{t−1} + x_t. κ is the
// importance ratio of the previous step, or 1 without ratios.
type Trace struct {
	Sizes  []float64 // largest |x_j| of each feature over the steps
	Peaks  []float64 // largest |z_j|
	Signed bool      // some z_j is negative at some step
	Decay  float64   // λγ

	trajectory *estimator.Trajectory
	kept       [][]float64 // z at every tracesApart-th step
}

// tracesApart is the number of steps from one kept trace to the next, a bound on the work of
// At.
const tracesApart = 128

// newTrace takes O(H·d).
func newTrace(t *estimator.Trajectory, decay float64) *Trace {
	z := &Trace{trajectory: t, Decay: decay, Sizes: make([]float64, t.Dim()), Peaks: make([]float64, t.Dim())}
	now := make([]float64, t.Dim())
	room := make([]float64, t.Dim())
	for step := range t.Len() {
		for j, x := range z.advance(now, room, step) {
			z.Sizes[j] = max(z.Sizes[j], math.Abs(x))
			z.Peaks[j] = max(z.Peaks[j], math.Abs(now[j]))
			z.Signed = z.Signed || now[j] < 0
		}
		if step%tracesApart == 0 {
			z.kept = append(z.kept, slices.Clone(now))
		}
	}
	return z
}

// advance turns the trace of the previous step into the trace of step, and returns the added
// features.
func (z *Trace) advance(now, room []float64, step int) []float64 {
	added := z.trajectory.FeaturesInto(room, step)
	decay := z.Decay
	if ratios := z.trajectory.Ratios(); ratios != nil && step > 0 {
		decay *= ratios[step-1]
	}
	for j, x := range added {
		now[j] = float64(decay*now[j]) + x
	}
	return added
}

// At returns z_t, d numbers, for a step from 0 to H−1.
func (z *Trace) At(step int) []float64 {
	from := step / tracesApart
	now := slices.Clone(z.kept[from])
	room := make([]float64, len(z.kept[from]))
	for s := from*tracesApart + 1; s <= step; s++ {
		z.advance(now, room, s)
	}
	return now
}

package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
)

// Folds has the effect of each fold of an analysis on the choice of λ. A fold is a trajectory,
// or a group if groups are left out. Folds is immutable; the slices are shared.
type Folds struct {
	Steps   []int     // H_i; summed over a group
	Sizes   []int     // number of trajectories
	Weights []float64 // in the score, 1 on average: in proportion to steps, or to trajectories
	// Influence is the largest absolute contribution of a fold over λ.
	Influence []float64
	// Order has the folds by descending influence, and by number if equal.
	Order []int
	// Without is the index of the λ selected without a fold, which is omitted from both the
	// data and the LOTO error. The value is a first-order estimate, see
	// estimator.Selection.SelectedWithout, unless Exact is set. Request.Exact sets Exact for
	// the folds of most influence, by a selection on the others.
	Without  []int
	Exact    []bool
	Leverage []float64 // at λ̂; nil unless asked for

	selection *estimator.Selection
	others    [][]float64 // LOTO errors of the exact selections, per λ
}

// LOTOWithout returns the LOTO error of the k-th λ without fold i, by the same method as
// Without.
func (f *Folds) LOTOWithout(i, k int) float64 {
	if f.Exact[i] {
		return f.others[i][k]
	}
	return f.selection.LOTOWithout(i, k)
}

// Contribution returns w_i (ℓ_i(λ) − ℓ_i(λ̂)) at the k-th λ. The mean over folds is the LOTO
// error of λ minus the LOTO error of λ̂.
func (f *Folds) Contribution(i, k int) float64 {
	all := f.selection.Candidates
	return float64(f.Weights[i] * (all[k].Folds[i] - all[f.selection.Selected].Folds[i]))
}

// NumPivotal returns the number of pivotal folds. Omitting a pivotal fold changes the selected
// λ.
func (f *Folds) NumPivotal() (count int) {
	for _, k := range f.Without {
		if k != f.selection.Selected {
			count++
		}
	}
	return count
}

// newFolds computes the first-order effect of each fold of an analysis, in O(n·k + n log n) for k λ's.
func (e *Engine) newFolds(ctx context.Context, a *Result) (*Folds, error) {
	n := a.Selection.Folds
	groups := e.groups(a.Settings)
	f := &Folds{
		Steps:     make([]int, n),
		Sizes:     make([]int, n),
		Weights:   make([]float64, n),
		Influence: make([]float64, n),
		Order:     make([]int, n),
		Without:   make([]int, n),
		Exact:     make([]bool, n),
		selection: a.Selection,
	}
	total := 0.0
	for j, steps := range a.steps {
		i := foldOf(groups, j)
		weight := a.Settings.Weighting.Weight(steps)
		f.Steps[i] += steps
		f.Sizes[i]++
		f.Weights[i] += weight
		total += weight
	}
	for i := range n {
		f.Order[i] = i
		f.Weights[i] = f.Weights[i] * float64(n) / total
	}
	e.Do(ctx, n, func(i int) {
		for k := range a.Selection.Candidates {
			f.Influence[i] = max(f.Influence[i], math.Abs(f.Contribution(i, k)))
		}
		f.Without[i] = a.Selection.SelectedWithout(i)
	})
	slices.SortFunc(f.Order, func(i, j int) int {
		return cmp.Or(cmp.Compare(f.Influence[j], f.Influence[i]), cmp.Compare(i, j))
	})
	return f, ctx.Err()
}

// addFolds adds the effects of folds, as far as a request asks for them.
func (e *Engine) addFolds(ctx context.Context, a *Result, r Request) error {
	size := 64 * a.Selection.Folds
	f, _, err := part(ctx, e, a, "folds", func(ctx context.Context) (*Folds, int, error) {
		f, err := e.newFolds(ctx, a)
		return f, size, err
	})
	if err == nil && r.Exact {
		f, _, err = part(ctx, e, a, "exact folds", func(ctx context.Context) (*Folds, int, error) {
			f, err := e.exact(ctx, a, f)
			return f, size, err
		})
	}
	if err != nil {
		return err
	}
	out := *f
	if r.Leverage {
		out.Leverage, a.Elapsed.Leverage, err = part(ctx, e, a, "leverage", func(ctx context.Context) ([]float64, int, error) {
			all, err := e.leverage(ctx, a)
			return all, 8 * len(all), err
		})
	}
	a.Folds = &out
	return err
}

// leverage returns the leverage of each fold of an analysis at λ̂; see estimator.Leverage.
func (e *Engine) leverage(ctx context.Context, a *Result) ([]float64, error) {
	if a.streamed != nil {
		return a.streamed.leverage, nil
	}
	var leverage []float64
	err := e.withData(ctx, a.Settings, "leverages", func(ctx context.Context, data []*estimator.Trajectory) error {
		all, err := estimator.Leverage(ctx, data, e.optionsAt(a.Settings, a.Selection.Best().Lambda))
		if err == nil {
			leverage = all[0]
		}
		return err
	})
	return leverage, err
}

// mostExact is the number of folds with exact values.
const mostExact = 12

// exact returns folds with exact values for the dozen of most influence, or for as many as
// the processor limit of ctx's work allows. Each exact value takes a selection on the other
// folds. Two folds have no exact values, because a selection needs more than one fold, and
// neither have streamed trajectories, because a selection needs the data in memory.
func (e *Engine) exact(ctx context.Context, a *Result, f *Folds) (*Folds, error) {
	n := len(f.Order)
	if n <= settings.MinTrajectories || a.streamed != nil {
		return f, nil
	}
	out := *f
	out.Without = slices.Clone(f.Without)
	out.Exact = slices.Clone(f.Exact)
	out.others = make([][]float64, n)
	err := e.withData(ctx, a.Settings, "folds", func(ctx context.Context, data []*estimator.Trajectory) error {
		for _, i := range f.Order[:min(mostExact, n)] {
			some, opt := onFolds(data, e.Options(a.Settings), func(fold int) bool { return fold != i })
			opt.Progress = new(estimator.Progress)
			engine.Begin(ctx, fmt.Sprintf("without %s %d", a.FoldNoun(), i), opt.Progress.Share)
			sel, err := estimator.Select(ctx, some, opt)
			if err != nil {
				return err
			}
			out.Without[i] = sel.Selected
			out.Exact[i] = true
			for _, c := range sel.Candidates {
				out.others[i] = append(out.others[i], c.LOTO)
			}
		}
		return nil
	})
	var long *engine.TooLong
	if errors.As(err, &long) { // the rest stay first-order estimates
		err = ctx.Err()
	}
	return &out, err
}

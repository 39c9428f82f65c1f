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
	Analysis *Result
	Steps    []int     // H_i; summed over a group
	Sizes    []int     // number of trajectories
	Weights  []float64 // in the score, 1 on average: in proportion to steps, or to trajectories
	// Influence is the largest absolute contribution of a fold over λ.
	Influence []float64
	// Order has the folds by descending influence, and by number if equal.
	Order []int
	// Without is the index of the λ selected without a fold, which is omitted from both the
	// data and the LOTO error. The value is a first-order estimate, see
	// estimator.Selection.SelectedWithout, unless Exact is set. Engine.Without sets Exact for
	// the folds of most influence, by a selection on the others.
	Without []int
	Exact   []bool

	others [][]float64 // LOTO errors of the exact selections, per λ
}

// LOTOWithout returns the LOTO error of the k-th λ without fold i, by the same method as
// Without.
func (f *Folds) LOTOWithout(i, k int) float64 {
	if f.Exact[i] {
		return f.others[i][k]
	}
	return f.Analysis.Selection.LOTOWithout(i, k)
}

// Contribution returns w_i (ℓ_i(λ) − ℓ_i(λ̂)) at the k-th λ. The mean over folds is the LOTO
// error of λ minus the LOTO error of λ̂.
func (f *Folds) Contribution(i, k int) float64 {
	all := f.Analysis.Selection.Candidates
	return float64(f.Weights[i] * (all[k].Folds[i] - all[f.Analysis.Selection.Selected].Folds[i]))
}

// NumPivotal returns the number of pivotal folds. Omitting a pivotal fold changes the selected
// λ.
func (f *Folds) NumPivotal() int {
	count := 0
	for _, k := range f.Without {
		if k != f.Analysis.Selection.Selected {
			count++
		}
	}
	return count
}

// NumForHalfInfluence returns the least number of folds with half of the total influence.
func (f *Folds) NumForHalfInfluence() int {
	total, sum, count := 0.0, 0.0, 0
	for _, i := range f.Order { // in the order of the loop below, so that sum reaches total despite rounding
		total += f.Influence[i]
	}
	for count < len(f.Order) && sum < total/2 {
		sum += f.Influence[f.Order[count]]
		count++
	}
	return count
}

// Folds computes the effect of each fold of an analysis, in O(n·k + n log n) for k λ's. Errors
// are as for Run.
func (e *Engine) Folds(ctx context.Context, a *Result) (*Folds, error) {
	_, data, err := e.data(ctx, a.Settings)
	if err != nil {
		return nil, err
	}
	n, groups := e.folds(a.Settings), e.groups(a.Settings)
	f := &Folds{
		Analysis:  a,
		Steps:     make([]int, n),
		Sizes:     make([]int, n),
		Weights:   make([]float64, n),
		Influence: make([]float64, n),
		Order:     make([]int, n),
		Without:   make([]int, n),
		Exact:     make([]bool, n),
	}
	for j, t := range data {
		i := foldOf(groups, j)
		f.Steps[i] += t.Len()
		f.Sizes[i]++
	}
	for i := range n {
		f.Order[i] = i
		if f.Weights[i] = float64(f.Sizes[i]) * float64(n) / float64(len(data)); a.Settings.Weighting == estimator.ByStep {
			f.Weights[i] = float64(f.Steps[i]) * float64(n) / float64(a.Selection.Steps)
		}
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

// addFolds adds the leverages, and Without and Exact of Engine.Without. All values are first-order
// estimates for streamed trajectories, because exact values need the data in memory.
func (e *Engine) addFolds(ctx context.Context, a *Result) error {
	lap := stopwatch()
	leverage, err := e.Leverage(ctx, a)
	if err != nil {
		return err
	}
	a.Leverage = leverage
	a.Elapsed.Leverage = lap()
	if a.streamed == nil {
		f, err := e.Folds(ctx, a)
		if err == nil {
			f, err = e.Without(ctx, f)
		}
		if err == nil {
			a.Without = f.Without
			a.Exact = f.Exact
		}
		return err
	}
	n := a.Selection.Folds
	a.Without = make([]int, n)
	a.Exact = make([]bool, n)
	e.Do(ctx, n, func(i int) { a.Without[i] = a.Selection.SelectedWithout(i) })
	return ctx.Err()
}

// Leverage returns the leverage of each trajectory of an analysis at λ̂; see
// estimator.Leverage.
func (e *Engine) Leverage(ctx context.Context, a *Result) ([]float64, error) {
	if a.streamed != nil {
		return a.streamed, nil
	}
	var leverage []float64
	err := e.withData(ctx, a.Settings, "leverages", func(ctx context.Context, data []*estimator.Trajectory) error {
		all, err := estimator.Leverage(ctx, data, e.groups(a.Settings), e.fitOptions(a.Settings, a.Selection.Best().Lambda))
		if err == nil {
			leverage = all[0]
		}
		return err
	})
	return leverage, err
}

// mostExact is the number of folds with exact values after Engine.Without.
const mostExact = 12

// Without returns folds with exact values for the dozen of most influence, or for as many as
// the processor limit of ctx's work allows. Each exact value takes a selection on the other
// folds. Two folds have no exact values, because a selection needs more than one fold. Errors
// are as for Run.
func (e *Engine) Without(ctx context.Context, f *Folds) (*Folds, error) {
	n := len(f.Order)
	if n <= settings.MinTrajectories {
		return f, nil
	}
	out := *f
	out.Without, out.Exact, out.others = slices.Clone(f.Without), slices.Clone(f.Exact), make([][]float64, n)
	s := f.Analysis.Settings
	err := e.Within(ctx, s, func(ctx context.Context) error {
		_, data, err := e.data(ctx, s)
		if err != nil {
			return err
		}
		for _, i := range f.Order[:min(mostExact, n)] {
			name := fmt.Sprintf("without %s %d", f.Analysis.FoldNoun(), i)
			sel, err := e.selectOn(ctx, s, data, e.Options(s, f.Analysis.lambdas()), name, func(fold int) bool { return fold != i })
			if err != nil {
				return err
			}
			out.Without[i], out.Exact[i] = sel.Selected, true
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

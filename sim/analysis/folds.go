package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/settings"
)

// Folds is what each of the n trajectories of an analysis does to the choice of
// λ, or each of its groups where these are left out.
// It is immutable; its slices are shared.
type Folds struct {
	Analysis *Result
	Steps    []int     // H_i, of a group the sum
	Sizes    []int     // how many trajectories there are in each
	Weights  []float64 // in the score, 1 on average: H_i over the mean length, or 1 weighted by trajectory
	// Influence is the largest size of a trajectory's contribution, over λ.
	Influence []float64
	// Order has the trajectories by influence, the largest first; of equal ones
	// the lower number first.
	Order []int
	// Without is, by index, the λ that would be selected without the trajectory, taken out
	// of the data and of the LOTO error alike: to first order, see
	// estimator.Selection.SelectedWithout, or where Exact is set, as Engine.Without sets it
	// for those of most influence, by a selection on the others.
	Without []int
	Exact   []bool

	others [][]float64 // LOTO errors of these selections, per λ
}

// LOTOWithout returns the LOTO error of the k-th λ without a trajectory, by the same method as Without.
func (f *Folds) LOTOWithout(i, k int) float64 {
	if f.Exact[i] {
		return f.others[i][k]
	}
	return f.Analysis.Selection.LOTOWithout(i, k)
}

// Contribution returns w_i (ℓ_i(λ) − ℓ_i(λ̂)) at the k-th λ: the mean over
// trajectories is the difference of λ's LOTO error from that of λ̂.
func (f *Folds) Contribution(i, k int) float64 {
	all := f.Analysis.Selection.Candidates
	return float64(f.Weights[i] * (all[k].Folds[i] - all[f.Analysis.Selection.Selected].Folds[i]))
}

// NumPivotal returns how many trajectories choose alone: without any one of them another λ
// would be selected.
func (f *Folds) NumPivotal() int {
	count := 0
	for _, k := range f.Without {
		if k != f.Analysis.Selection.Selected {
			count++
		}
	}
	return count
}

// NumForHalfInfluence returns how many trajectories have half of all influence, at least.
func (f *Folds) NumForHalfInfluence() int {
	total, sum, count := 0.0, 0.0, 0
	for _, i := range f.Order { // in the order of the sum below, so that all of it is reached
		total += f.Influence[i]
	}
	for count < len(f.Order) && sum < total/2 {
		sum += f.Influence[f.Order[count]]
		count++
	}
	return count
}

// Folds compares each trajectory of an analysis with the others. It takes
// O(n·k + n log n) for k λ's. Errors are those of Analyze.
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

// LambdasWithout returns Folds.Without and Exact as Engine.Without has them; where the data
// of an analysis are not in memory, all is to first order.
func (e *Engine) LambdasWithout(ctx context.Context, a *Result) (without []int, exact []bool, err error) {
	if a.leverage == nil {
		f, err := e.Folds(ctx, a)
		if err == nil {
			f, err = e.Without(ctx, f)
		}
		if err != nil {
			return nil, nil, err
		}
		return f.Without, f.Exact, nil
	}
	n := a.Selection.Folds
	without, exact = make([]int, n), make([]bool, n)
	e.Do(ctx, n, func(i int) { without[i] = a.Selection.SelectedWithout(i) })
	return without, exact, ctx.Err()
}

// mostExact is of how many trajectories Engine.Without selects on the others.
const mostExact = 12

// Without returns folds of which the dozen of most influence are exact, or as many as the
// processor time of ctx's work allows: λ is selected again, on the others. Of two there is
// one other, which is nothing to select on. It takes as many selections. Errors are those of
// Analyze.
func (e *Engine) Without(ctx context.Context, f *Folds) (*Folds, error) {
	n := len(f.Order)
	if n <= settings.MinTrajectories {
		return f, nil
	}
	out := *f
	out.Without, out.Exact, out.others = slices.Clone(f.Without), slices.Clone(f.Exact), make([][]float64, n)
	s := f.Analysis.Settings
	err := e.within(ctx, s, func(ctx context.Context) error {
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
	var long *TooLong
	if errors.As(err, &long) { // the others stay estimates to first order
		err = ctx.Err()
	}
	return &out, err
}

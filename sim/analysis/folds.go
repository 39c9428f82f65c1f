package analysis

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lambdascope/estimator"
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
	// Without is, by index, the λ that would have the least score if the
	// trajectory's own LOTO error did not count. The fits are not repeated: the
	// trajectory stays in those of the others.
	Without []int
}

// Contribution returns w_i (ℓ_i(λ) − ℓ_i(λ̂)) at the k-th λ: the mean over
// trajectories is the difference of λ's LOTO error from that of λ̂.
func (f *Folds) Contribution(i, k int) float64 {
	all := f.Analysis.Selection.Candidates
	return float64(f.Weights[i] * (all[k].Folds[i] - all[f.Analysis.Selection.Selected].Folds[i]))
}

// Deciding returns how many trajectories choose alone: without the LOTO error of
// any one of them another λ would be selected.
func (f *Folds) Deciding() int {
	count := 0
	for _, k := range f.Without {
		if k != f.Analysis.Selection.Selected {
			count++
		}
	}
	return count
}

// Half returns how many trajectories have half of all influence, at least.
func (f *Folds) Half() int {
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

// Folds holds each trajectory of an analysis against the others. It takes
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
		f.Without[i] = f.selectedWithout(i)
	})
	slices.SortFunc(f.Order, func(i, j int) int {
		return cmp.Or(cmp.Compare(f.Influence[j], f.Influence[i]), cmp.Compare(i, j))
	})
	return f, ctx.Err()
}

// selectedWithout returns the index of the λ that has the least score over all
// trajectories but one, by the rule of estimator.Selection.Selected.
func (f *Folds) selectedWithout(i int) int {
	const tolerance = 1e-9
	sel := f.Analysis.Selection
	n, w := float64(len(f.Weights)), f.Weights[i]
	score := func(k int) float64 {
		c := &sel.Candidates[k]
		return (float64(n*c.LOTO) - float64(w*c.Folds[i])) / (n - w)
	}
	least := math.Inf(1)
	for k := range sel.Candidates {
		least = min(least, score(k))
	}
	k := 0
	for score(k) > least+float64(tolerance*max(least, sel.MeanSquaredReturn)) {
		k++
	}
	return k
}

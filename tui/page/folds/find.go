package folds

import (
	"context"
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
)

// found is the results for the trajectories of an analysis.
type found struct {
	*analysis.Folds
	leverage []float64   // nil until computed
	rank     []int       // place of each trajectory in Order
	usual    float64     // an influence that few exceed
	deciding int         // how many choose alone; see analysis.Folds.NumPivotal
	exact    int         // how many have been taken out for good; see analysis.Folds.Exact
	half     int         // how many have half of all influence, at least
	differs  chart.Range // of the differences from λ̂ without each trajectory
}

// find computes the folds, then the leverages, which take a pass over the data, and then selects λ again
// without the trajectories of most influence.
func find(ctx context.Context, engine *analysis.Engine, a *analysis.Result, put func(*found)) error {
	f, err := engine.Folds(ctx, a)
	if err != nil {
		return err
	}
	const outliers = 4
	first := found{Folds: f, rank: make([]int, len(f.Order)), usual: f.Influence[f.Order[min(len(f.Order)/5, outliers)]]}
	for r, i := range f.Order {
		first.rank[i] = r
	}
	first.half = f.NumForHalfInfluence()
	first.deciding = f.NumPivotal()
	for i := range f.Order {
		first.differs = first.differs.Union(chart.RangeOf(first.withoutDiffs(i)))
	}
	put(&first)
	whole := first
	if whole.leverage, err = engine.Leverage(ctx, a); err != nil {
		return err
	}
	put(&whole)
	last := whole
	if last.Folds, err = engine.Without(ctx, f); err != nil {
		return err
	}
	last.deciding, last.exact = last.NumPivotal(), count(last.Exact)
	put(&last)
	return nil
}

// withoutDiffs returns the differences of the LOTO errors without a trajectory from that at
// λ̂, by λ.
func (f *found) withoutDiffs(i int) []float64 {
	sel := f.Analysis.Selection
	out := make([]float64, len(sel.Candidates))
	for k := range out {
		out[k] = f.LOTOWithout(i, k) - f.LOTOWithout(i, sel.Selected)
	}
	return out
}

func count(all []bool) (n int) {
	for _, v := range all {
		if v {
			n++
		}
	}
	return n
}

// howKnown says in parentheses how λ̂ without each trajectory is known; "" if λ was selected again for
// all.
func (f *found) howKnown() string {
	switch f.exact {
	case len(f.Order):
		return ""
	case 0:
		return " (estimated)"
	}
	return fmt.Sprintf(" (%d checked, the others estimated)", f.exact)
}

// equals writes λ̂ without a trajectory, with its sign.
func (f *found) equals(i int) string {
	lambda := textfmt.Number(f.Analysis.Selection.Candidates[f.Without[i]].Lambda)
	if f.Exact[i] {
		return "= " + lambda
	}
	return "≈ " + lambda
}

// lambdaWithout returns λ̂ without a trajectory, with a mark if only estimated.
func (f *found) lambdaWithout(i int) string {
	lambda := textfmt.Number(f.Analysis.Selection.Candidates[f.Without[i]].Lambda)
	if f.Exact[i] {
		return lambda
	}
	return "≈" + lambda
}

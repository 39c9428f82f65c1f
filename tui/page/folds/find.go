package folds

import (
	"context"

	"lambdascope/sim/analysis"
)

// found is what is known of the trajectories of an analysis.
type found struct {
	*analysis.Folds
	leverage []float64 // nil until it is known
	rank     []int     // place of each trajectory in Order
	usual    float64   // an influence that few exceed
	deciding int       // how many choose alone; see analysis.Folds.Deciding
	half     int       // how many have half of all influence, at least
}

// find holds the trajectories against each other, and then their leverage,
// which takes a pass over the data.
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
	first.half, first.deciding = f.Half(), f.Deciding()
	put(&first)
	whole := first
	if whole.leverage, err = engine.Leverage(ctx, a); err != nil {
		return err
	}
	put(&whole)
	return nil
}

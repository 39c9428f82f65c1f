package rivals

import (
	"context"

	"lambdascope/estimator"
	"lambdascope/estimator/internal/dense"
)

// Naive refits without each trajectory in turn, from raw transitions, for each λ: NaiveCV+LSTD of
// the paper. For k λ's it takes k·n·(nH·d² + d³).
type Naive struct{}

func (Naive) String() string { return "naive" }

// Begin returns the refit of a fold: C_(i), y_(i) and θ_(i) by equations 10 to 12.
func (Naive) Begin(ctx context.Context, f *estimator.Frame) estimator.Refit {
	all := newData(ctx, f)
	return func(k, fold int, _ dense.System, theta []float64) estimator.FoldStatus {
		w := all.borrow()
		defer all.giveBack(w)
		clear(w.system)
		for other, members := range f.Folds {
			if other == fold {
				continue
			}
			for _, i := range members {
				if ctx.Err() != nil {
					return estimator.FoldOK
				}
				w.addTo(w.system, w.at(i), all.decay(k))
			}
		}
		f.Enter(w.system)
		w.solver.Solve(theta, w.system)
		return estimator.FoldOK
	}
}

package estimator

import (
	"context"
	"fmt"
	"math"
)

// MostRidges is the largest number of ridges that SelectRidge accepts.
const MostRidges = 100

// mostFolds bounds the LOTO errors that SelectRidge returns: 512 MiB.
const mostFolds = 1 << 26

// SelectRidge chooses λ and the ridge together by leave-one-trajectory-out cross-validation. A_i
// and b_i do not depend on the ridge, so that one accumulation serves all ridges. Each ridge then
// costs a solution a fold: the paper's trick for λ, applied to ρ (as the paper's discussion
// suggests).
//
// The ridges are 1 to MostRidges candidates ρ ≥ 0, strictly increasing; the Ridge and the Method
// of opt play no part. SelectRidge returns the selection of Select at each ridge, in the order of
// ridges, and the pair of the least LOTO error. Errors are as in Select; further errors name a
// ridge out of range.
func SelectRidge(ctx context.Context, data []*Trajectory, ridges []float64, opt Options) (*Comparison, error) {
	if len(ridges) < 1 || len(ridges) > MostRidges {
		return nil, fmt.Errorf("%d ridges: want 1 to %d", len(ridges), MostRidges)
	}
	for i, rho := range ridges {
		if !(rho >= 0) || math.IsInf(rho, 1) {
			return nil, fmt.Errorf("ridge %v: want a finite number ≥ 0", rho)
		}
		if i > 0 && rho <= ridges[i-1] {
			return nil, fmt.Errorf("ridge %v after %v: want increasing values", rho, ridges[i-1])
		}
	}
	opt.Ridge = 0
	opt.Method = nil
	base, err := newFoldProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	if k := len(base.opt.Lambdas); len(ridges)*k*len(data) > mostFolds {
		return nil, fmt.Errorf("%d ridges for %d λ's and %d trajectories are %d folds: want at most %d", len(ridges), k, len(data), len(ridges)*k*len(data), mostFolds)
	}
	all, err := base.selections(ctx, ridges...)
	if err != nil {
		return nil, err
	}
	return Compare(all)
}

package analysis

import (
	"context"
	"math"

	"lambdascope/estimator"
)

// Refined is the λ with the least LOTO error over the whole interval [0, 1], scored against
// the truth if known.
type Refined struct {
	*estimator.Refinement
	MSVE float64 // of θ; NaN without truth
}

// RootMSVE returns the root MSVE; NaN without truth.
func (r *Refined) RootMSVE() float64 { return RootMSVE(r.MSVE) }

// addRefined searches λ beyond the grid; see estimator.Refine.
func (e *Engine) addRefined(ctx context.Context, a *Result, _ Request) error {
	return e.withData(ctx, a.Settings, "λ's beyond the grid", func(ctx context.Context, data []*estimator.Trajectory) error {
		r, err := estimator.Refine(ctx, data, e.Options(a.Settings), a.Selection)
		if err != nil {
			return err
		}
		a.Refined = &Refined{Refinement: r, MSVE: math.NaN()}
		if a.Truth != nil {
			a.Refined.MSVE = a.Truth.MSVE(r.Theta)
		}
		return nil
	})
}

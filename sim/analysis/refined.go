package analysis

import (
	"context"
	"math"

	"lambdascope/estimator"
)

// Refined is the λ of least LOTO error over the whole of [0, 1], scored against
// the truth where that is known.
type Refined struct {
	*estimator.Refinement
	MSVE float64 // of its θ; NaN without truth
}

// RootMSVE returns the root MSVE; NaN without truth.
func (r *Refined) RootMSVE() float64 { return RootMSVE(r.MSVE) }

// Refine searches λ beyond the grid of an analysis; see estimator.Refine.
func (e *Engine) Refine(ctx context.Context, a *Result) (*Refined, error) {
	var out *Refined
	err := e.within(ctx, a.Settings, func(ctx context.Context) error {
		_, data, err := e.data(ctx, a.Settings)
		if err != nil {
			return err
		}
		begin(ctx, "λ's beyond the grid", nil)
		r, err := estimator.Refine(ctx, data, e.Options(a.Settings, a.lambdas()), a.Selection)
		if err != nil {
			return e.inFile(ctx, a.Settings, err)
		}
		out = &Refined{Refinement: r, MSVE: math.NaN()}
		if a.Truth != nil {
			out.MSVE = a.Truth.MSVE(r.Theta)
		}
		return nil
	})
	return out, err
}

// lambdas returns the grid.
func (a *Result) lambdas() []float64 {
	out := make([]float64, len(a.Selection.Candidates))
	for k := range out {
		out[k] = a.Selection.Candidates[k].Lambda
	}
	return out
}

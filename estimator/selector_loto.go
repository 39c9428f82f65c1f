package estimator

import (
	"context"
	"math"

	"lambdascope/estimator/internal/kernels"
)

// best chooses by LOTO.
func (e *evidence) best(_ context.Context) (Choice, error) {
	best := e.selection.Best()
	return Choice{Lambda: best.Lambda, Theta: best.Theta}, nil
}

// smallest chooses by Smallest.
func (e *evidence) smallest(ctx context.Context) (Choice, error) {
	for i := range e.selection.Candidates {
		if c := &e.selection.Candidates[i]; c.NotRuledOut {
			return Choice{Lambda: c.Lambda, Theta: c.Theta}, nil
		}
	}
	return e.best(ctx)
}

// average chooses by Average.
func (e *evidence) average(_ context.Context) (Choice, error) {
	s := e.selection
	best := s.Best()
	count, _, _ := s.NotRuledOut()
	if count == 1 {
		return Choice{Lambda: best.Lambda, Theta: best.Theta}, nil
	}
	out := Choice{Lambda: math.NaN(), Theta: make([]float64, len(best.Theta))}
	kernels.Axpy(0.5, best.Theta, out.Theta)
	for i := range s.Candidates {
		if c := &s.Candidates[i]; c.NotRuledOut {
			kernels.Axpy(0.5/float64(count), c.Theta, out.Theta)
		}
	}
	return out, nil
}

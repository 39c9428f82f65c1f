package estimator

import (
	"context"
	"math"

	"lambdascope/estimator/internal/kernels"
)

// LOTO is the selector of Select, ALLSTD: the λ of the grid with the least LOTO error.
// It takes nothing beside the selection.
type LOTO struct{}

// Name returns loto.
func (LOTO) Name() string { return "loto" }

// Source returns the paper.
func (LOTO) Source() string {
	return "Mann, Penedones, Hester, Mannor: Adaptive λ Least-Squares Temporal Difference Learning, arXiv 1612.09465, 2016"
}

func (LOTO) choose(_ context.Context, e *evidence) (Choice, error) {
	best := e.selection.Best()
	return Choice{Lambda: best.Lambda, Theta: best.Theta}, nil
}

// Smallest chooses the smallest λ of the grid that is not ruled out as the best on
// average: where the data can't tell λ's apart, the one of the least variance. It is to
// λ̂ what the rule of one standard error is to the least error of cross-validation
// (Breiman et al. 1984), with the error that has the refits in it. It takes nothing
// beside the selection.
type Smallest struct{}

// Name returns smallest.
func (Smallest) Name() string { return "smallest" }

// Source returns the rule of one standard error.
func (Smallest) Source() string {
	return "the rule of one standard error of Breiman, Friedman, Olshen, Stone: Classification and Regression Trees, 1984, with Candidate.NotRuledOut in its place"
}

func (Smallest) choose(ctx context.Context, e *evidence) (Choice, error) {
	for i := range e.selection.Candidates {
		if c := &e.selection.Candidates[i]; c.NotRuledOut {
			return Choice{Lambda: c.Lambda, Theta: c.Theta}, nil
		}
	}
	return LOTO{}.choose(ctx, e)
}

// Average is half of θ at λ̂ and half of the mean of θ_λ over the λ's of the grid that
// are not ruled out as the best on average. Where these are many, a mean depends less
// on which one the data happen to favour. Lambda is NaN, unless λ̂ alone is left. It
// takes O(k·d) beside the selection.
type Average struct{}

// Name returns average.
func (Average) Name() string { return "average" }

// Source returns what averaging of models is known from.
func (Average) Source() string {
	return "averaging over a set of models that can't be told apart, as Hansen, Lunde, Nason: The Model Confidence Set, Econometrica 79, 2011, suggests"
}

func (Average) choose(_ context.Context, e *evidence) (Choice, error) {
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

package estimator

import (
	"math"

	"lambdascope/estimator/internal/kernels"
)

// Rule is a way to choose a fit from the λ's that are not ruled out as the best on average,
// instead of the fit at λ̂.
type Rule int

const (
	// Smallest chooses the smallest λ that is not ruled out, because estimates vary least there.
	// This is the rule of one standard error (Breiman et al. 1984) with standard errors that
	// count refits.
	Smallest Rule = iota
	// Average takes half of θ at λ̂ and half of the mean of θ over the λ's not ruled out, so that
	// the fit depends less on the λ that the data happen to favour.
	Average
)

// Choose returns the fit by a rule, nil for an empty selection. Lambda is NaN if no single λ
// gives Theta.
func (s *Selection) Choose(rule Rule) *Fit {
	fit := s.Fit()
	if fit == nil {
		return nil
	}
	var open []*Candidate
	for k := range s.Candidates {
		if c := &s.Candidates[k]; c.NotRuledOut {
			open = append(open, c)
		}
	}
	if len(open) < 2 { // λ̂ alone
		return fit
	}
	if rule == Smallest {
		c := open[0]
		return &Fit{Lambda: c.Lambda, Gamma: s.Gamma, Theta: c.Theta, Singular: c.Singular}
	}
	mean := make([]float64, len(fit.Theta))
	kernels.Axpy(0.5, fit.Theta, mean)
	for _, c := range open {
		kernels.Axpy(0.5/float64(len(open)), c.Theta, mean)
	}
	return &Fit{Lambda: math.NaN(), Gamma: s.Gamma, Theta: mean}
}

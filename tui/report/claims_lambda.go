package report

import (
	"cmp"
	"fmt"
	"math"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
)

// This file has the claims about figure (a), root MSVE by λ.

// one returns the index of λ = 1, or the reason why the grid does not compare smaller λ's with it.
func (s summary) one() (index int, why string) {
	index = len(s.Lambdas) - 1
	why = s.unmeasured()
	if why == "" && (index < 1 || s.Lambdas[index] != 1) {
		why = "The grid does not have λ = 1 and others below it."
	}
	return index, why
}

// oneAndBelow returns λ = 1, of some index, and the best λ below it, chosen on other trials.
func oneAndBelow(z *study.SizeSummary, one int) (atOne, atBelow study.Side) {
	return z.LSTD[one], z.At(z.BestOnOtherHalf(one))
}

// oneAndBest tests whether λ = 1 is above, or below, the best λ < 1.
func oneAndBest(claimed func(a study.Side, factor float64, b study.Side) study.Evidence) test {
	return func(s summary) Decision {
		one, why := s.one()
		if why != "" {
			return Decision{Measured: why}
		}
		return compare("Root MSVE at λ = 1 above that at the best λ < 1, chosen on other trials", claimed, 1,
			func(_ summary, z *study.SizeSummary) (a, b study.Side) { return oneAndBelow(z, one) })(s)
	}
}

func gapShrinks(s summary) (v Decision) {
	first, last, without := s.ends()
	one, why := s.one()
	if v.Measured = cmp.Or(without, why); v.Measured != "" {
		return v
	}
	gap := func(z *study.SizeSummary) (float64, study.Side) {
		return study.RootGap(oneAndBelow(z, one))
	}
	atFirst, movesFew := gap(first)
	atLast, movesMany := gap(last)
	shrinks := study.Above(movesFew, 1, movesMany) // for the standard error; the mean is 0
	shrinks.Mean.Mean = atFirst - atLast
	shrinks.Scale = math.Abs(atFirst) + math.Abs(atLast)
	v.Holds = study.Together(study.Decide([]study.Evidence{shrinks}))
	v.Measured = fmt.Sprintf("It shrinks by %s ± %s. ", textfmt.Short(atFirst-atLast, 3), textfmt.Short(study.Quantile(1)*shrinks.SE, 1))
	v.Measured += s.bySize("The difference, with the best λ of the other half of the trials", func(i int) string {
		difference, _ := gap(&s.Sizes[i])
		return textfmt.Short(difference, 3)
	})
	return v
}

// ends returns the smallest and the largest size, or the reason why they are not comparable.
func (s summary) ends() (first, last *study.SizeSummary, why string) {
	if why := s.unmeasured(); why != "" {
		return nil, nil, why
	}
	if len(s.Sizes) < 2 {
		return nil, nil, "Only one number of trajectories was tried."
	}
	return &s.Sizes[0], &s.Sizes[len(s.Sizes)-1], ""
}

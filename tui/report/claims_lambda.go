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
	return z.Sides.LSTD[one], z.At(z.BestOnOtherHalf(one))
}

// oneAndBest decides a claim that λ = 1 is above, or below, the best λ < 1.
func (s summary) oneAndBest(text string, claimed func(a study.Side, factor float64, b study.Side) study.Evidence) Claim {
	c := Claim{Figure: "a", Text: text + ", at every number of trajectories."}
	one, why := s.one()
	if c.Measured = why; why != "" {
		return c
	}
	return s.compare(c, "Root MSVE at λ = 1 above that at the best λ < 1, chosen on other trials", claimed, 1,
		func(z *study.SizeSummary) (a, b study.Side) { return oneAndBelow(z, one) })
}

func (s summary) gapShrinks() Claim {
	c := Claim{Figure: "a", Text: "The gap between λ = 1 and the best smaller λ shrinks as data grow: in root MSVE, from the smallest n to the largest."}
	first, last, without := s.ends()
	one, why := s.one()
	if c.Measured = cmp.Or(without, why); c.Measured != "" {
		return c
	}
	gap := func(z *study.SizeSummary) (float64, study.Side) {
		return study.RootGap(oneAndBelow(z, one))
	}
	atFirst, movesFew := gap(first)
	atLast, movesMany := gap(last)
	shrinks := study.Above(movesFew, 1, movesMany) // for the standard error; the mean is 0
	shrinks.Mean.Mean = atFirst - atLast
	shrinks.Scale = math.Abs(atFirst) + math.Abs(atLast)
	c.Holds = study.Together(study.Decide([]study.Evidence{shrinks}))
	c.Measured = fmt.Sprintf("It shrinks by %s ± %s. ", textfmt.Short(atFirst-atLast, 3), textfmt.Short(study.Quantile(1)*shrinks.SE, 1))
	c.Measured += s.bySize("The difference, with the best λ of the other half of the trials", func(i int) string {
		difference, _ := gap(&s.Sizes[i])
		return textfmt.Short(difference, 3)
	})
	return c
}

func (s summary) bestGrows() Claim {
	c := Claim{Figure: "a", Text: "The best λ is larger with many trajectories than with few."}
	first, last, why := s.ends()
	if c.Measured = why; why != "" {
		return c
	}
	// The best λ at either end must be better there than the best λ at the other end.
	few := first.BestOnOtherHalf(len(s.Lambdas))
	many := last.BestOnOtherHalf(len(s.Lambdas))
	c.Holds = study.Together(study.Decide([]study.Evidence{
		study.Below(first.At(few), 1, first.At(many)),
		study.Below(last.At(many), 1, last.At(few)),
	}))
	if c.Holds == study.DoesHold && last.Best <= first.Best {
		c.Holds = study.DoesNotHold
	}
	c.Measured = s.bySize("The best λ", func(i int) string { return textfmt.Number(s.Lambdas[s.Sizes[i].Best]) })
	return c
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

func (s summary) oneIsChosen() Claim {
	c := Claim{Figure: "a", Text: "ALLSTD chooses λ = 1 in every trial.", Besides: true}
	one, why := s.one()
	if c.Measured = why; why != "" {
		return c
	}
	c.Holds = study.DoesHold
	for i := range s.Sizes {
		if s.Sizes[i].Chosen[one] < s.Trials {
			c.Holds = study.DoesNotHold
		}
	}
	c.Measured = s.bySize(fmt.Sprintf("Trials with λ̂ = 1, of %d", s.Trials), func(i int) string { return fmt.Sprint(s.Sizes[i].Chosen[one]) })
	return c
}

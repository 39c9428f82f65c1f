package study

import (
	"cmp"
	"fmt"
	"math"

	"lambdascope/sim/textfmt"
)

// What is claimed of figure (a), root MSVE by λ.

// belowOne returns the indices of the λ's below 1, and that of 1, or why they can't be
// compared.
func (s *Summary) belowOne() (below []int, one int, why string) {
	one = len(s.Lambdas) - 1
	switch why := s.unmeasured(); {
	case why != "":
		return nil, 0, why
	case one < 1 || s.Lambdas[one] != 1:
		return nil, 0, "The grid does not have λ = 1 and others below it."
	}
	for k := range one {
		below = append(below, k)
	}
	return below, one, ""
}

// compareWithOne returns the MSVE per trial at λ = 1 and at the best λ below it.
func (z *SizeSummary) compareWithOne(below []int, one int) (atOne, atBelow side) {
	return z.at(one), z.atEach(z.outcomes.bestOnOtherHalf(below))
}

// oneAndBest decides a claim that compares λ = 1 with the best λ below it.
func (s *Summary) oneAndBest(c Claim, claimed func(atOne, atBelow side) evidence) Claim {
	lower, one, why := s.belowOne()
	if c.Measured = why; why != "" {
		return c
	}
	return s.each(c, "Root MSVE at λ = 1 above that at the best λ < 1, chosen on other trials, in %", func(z *SizeSummary) (evidence, string) {
		atOne, atBelow := z.compareWithOne(lower, one)
		return claimed(atOne, atBelow), aboveText(atOne, atBelow, len(s.Sizes))
	})
}

func (s *Summary) belowOneIsBetter() Claim {
	return s.oneAndBest(Claim{
		Figure: "a", Text: "The best λ < 1 has a lower root MSVE than λ = 1, at every number of trajectories.",
	}, func(atOne, atBelow side) evidence { return below(atBelow, 1, atOne) })
}

func (s *Summary) oneIsBest() Claim {
	return s.oneAndBest(Claim{
		Figure: "a", Text: "λ = 1 has the lowest root MSVE, at every number of trajectories.",
	}, func(atOne, atBelow side) evidence { return below(atOne, 1, atBelow) })
}

func (s *Summary) gapShrinks() Claim {
	c := Claim{Figure: "a", Text: "The gap between λ = 1 and the best smaller λ shrinks as data grow: in root MSVE, from the smallest n to the largest."}
	first, last, without := s.ends()
	lower, one, why := s.belowOne()
	if c.Measured = cmp.Or(without, why); c.Measured != "" {
		return c
	}
	gap := func(z *SizeSummary) (float64, side) {
		atOne, atBelow := z.compareWithOne(lower, one)
		return rootGap(atOne, atBelow)
	}
	atFirst, movesFew := gap(first)
	atLast, movesMany := gap(last)
	shrinks := above(movesFew, 1, movesMany) // of mean 0, with the standard error
	shrinks.Mean.Mean, shrinks.scale = atFirst-atLast, math.Abs(atFirst)+math.Abs(atLast)
	c.Holds = together(decide([]evidence{shrinks}))
	c.Measured = fmt.Sprintf("It shrinks by %.3g ± %.1g. ", atFirst-atLast, quantile(1)*shrinks.SE)
	c.Measured += s.bySize("The difference, with the best λ of the other half of the trials", func(i int) string {
		difference, _ := gap(&s.Sizes[i])
		return fmt.Sprintf("%.3g", difference)
	})
	return c
}

func (s *Summary) bestGrows() Claim {
	c := Claim{Figure: "a", Text: "The best λ is larger with many trajectories than with few."}
	first, last, why := s.ends()
	if c.Measured = why; why != "" {
		return c
	}
	grid := make([]int, len(s.Lambdas))
	for k := range grid {
		grid[k] = k
	}
	// Each of the two is better than the other where it is said to be best.
	few, many := first.outcomes.bestOnOtherHalf(grid), last.outcomes.bestOnOtherHalf(grid)
	c.Holds = together(decide([]evidence{
		below(first.atEach(few), 1, first.atEach(many)),
		below(last.atEach(many), 1, last.atEach(few)),
	}))
	if c.Holds == DoesHold && last.Best <= first.Best {
		c.Holds = DoesNotHold
	}
	c.Measured = s.bySize("The best λ", func(i int) string { return textfmt.Number(s.Lambdas[s.Sizes[i].Best]) })
	return c
}

// ends returns the smallest and the largest number of trajectories, or why they
// can't be compared.
func (s *Summary) ends() (first, last *SizeSummary, why string) {
	if why := s.unmeasured(); why != "" {
		return nil, nil, why
	}
	if len(s.Sizes) < 2 {
		return nil, nil, "Only one number of trajectories was tried."
	}
	return &s.Sizes[0], &s.Sizes[len(s.Sizes)-1], ""
}

func (s *Summary) oneIsChosen() Claim {
	c := Claim{Figure: "a", Text: "ALLSTD chooses λ = 1 in every trial.", Besides: true}
	_, one, why := s.belowOne()
	if c.Measured = why; why != "" {
		return c
	}
	c.Holds = DoesHold
	for i := range s.Sizes {
		if s.Sizes[i].Chosen[one] < s.Trials {
			c.Holds = DoesNotHold
		}
	}
	c.Measured = s.bySize(fmt.Sprintf("Trials with λ̂ = 1, of %d", s.Trials), func(i int) string { return fmt.Sprint(s.Sizes[i].Chosen[one]) })
	return c
}

package study

import (
	"fmt"

	"lambdascope/estimator"
)

// What is claimed of figure (b), root MSVE by method. Ratios are of root MSVE.
const (
	nearRatio = 1.10 // up to this ALLSTD is near
	gapRatio  = 1.25 // from this on a gap is large; below it is narrow
)

// sameLoto is up to what relative difference of LOTO errors rounding is the cause.
const sameLoto = 1e-6

func (s *Summary) likeNaive() Claim {
	c := Claim{Figure: "b", Text: "ALLSTD gives what NaiveCV+LSTD gives, up to rounding."}
	if s.Plan.Settings.Method == estimator.Naive {
		c.Measured = "With method naive ALLSTD is NaiveCV+LSTD itself: there is nothing to compare."
		return c
	}
	runs, same, apart := 0, 0, 0.0
	for i := range s.Sizes {
		if naive := s.Sizes[i].Naive; naive != nil {
			runs, same, apart = runs+s.Trials, same+naive.Same, max(apart, naive.Apart)
		}
	}
	switch {
	case runs == 0:
		c.Measured = "NaiveCV+LSTD was not run."
		return c
	case same == runs && apart <= sameLoto:
		c.Holds = DoesHold
	default:
		c.Holds = DoesNotHold
	}
	c.Measured = fmt.Sprintf("The same λ̂ on %d of %d data sets; LOTO errors differ by %.1g of themselves at most.", same, runs, apart)
	return c
}

func (s *Summary) nearLSTD() Claim {
	return s.each(Claim{
		Figure: "b", Text: "The root MSVE of ALLSTD is near that of LSTD(best): at most 10 % above, at every number of trajectories.",
	}, "Above LSTD(best), in %", func(z *SizeSummary) (evidence, string) {
		return below(z.chosen(), nearRatio*nearRatio, z.at(z.Best)), aboveText(z.chosen(), z.at(z.Best), len(s.Sizes))
	})
}

func (s *Summary) nearRLSTD() Claim {
	c := Claim{Figure: "b", Text: "The root MSVE of ALLSTD is near that of RLSTD(best): at most 10 % above, at every number of trajectories."}
	if !s.Plan.RLSTD && s.unmeasured() == "" {
		c.Measured = "RLSTD was not run."
		return c
	}
	return s.each(c, "Above RLSTD(best), in %", func(z *SizeSummary) (evidence, string) {
		return below(z.chosen(), nearRatio*nearRatio, z.rlstd(z.RLSTDBest)), aboveText(z.chosen(), z.rlstd(z.RLSTDBest), len(s.Sizes))
	})
}

func (s *Summary) gapIsNarrow() Claim {
	return s.gap(Claim{
		Figure: "b", Text: "The gap between LSTD(best) and LSTD(worst) is narrow: under 25 % in root MSVE, at every number of trajectories.",
	}, below)
}

func (s *Summary) gapIsLarge() Claim {
	return s.gap(Claim{
		Figure: "b", Text: "The gap between LSTD(best) and LSTD(worst) is large: over 25 % in root MSVE, at every number of trajectories.",
	}, above)
}

// gap decides a claim about how LSTD(worst) compares with the ratio of a large gap
// to LSTD(best).
func (s *Summary) gap(c Claim, claimed func(a side, factor float64, b side) evidence) Claim {
	return s.each(c, "LSTD(worst) above LSTD(best), in %", func(z *SizeSummary) (evidence, string) {
		return claimed(z.at(z.Worst), gapRatio*gapRatio, z.at(z.Best)), aboveText(z.at(z.Worst), z.at(z.Best), len(s.Sizes))
	})
}

func (s *Summary) farFromWorst() Claim {
	c := Claim{Figure: "b", Text: "With the fewest trajectories LSTD(worst) and RLSTD(worst) are far above ALLSTD: over 25 % in root MSVE."}
	if c.Measured = s.unmeasured(); c.Measured != "" {
		return c
	}
	z := &s.Sizes[0]
	all := []evidence{above(z.at(z.Worst), gapRatio*gapRatio, z.chosen())}
	worst := []side{z.at(z.Worst)}
	if z.RLSTD != nil {
		worst = append(worst, z.rlstd(z.RLSTDWorst))
		all = append(all, above(worst[1], gapRatio*gapRatio, z.chosen()))
	}
	c.Measured = fmt.Sprintf("At n = %d, above ALLSTD, in %%: LSTD(worst) %s", z.Trajectories, aboveText(worst[0], z.chosen(), len(all)))
	if z.RLSTD != nil {
		c.Measured += fmt.Sprintf(", RLSTD(worst) %s", aboveText(worst[1], z.chosen(), len(all)))
	}
	c.Holds = together(decide(all))
	c.Measured += "."
	return c
}

func (s *Summary) beatsChance() Claim {
	return s.each(Claim{
		Figure: "b", Besides: true, Text: "ALLSTD has a lower root MSVE than a λ drawn at random from the grid, at every number of trajectories.",
	}, "Above a λ at random, in %", func(z *SizeSummary) (evidence, string) {
		return evidence{z.RandomLoss, z.Random.Mean}, aboveText(z.chosen(), z.drawn(), len(s.Sizes))
	})
}

// halfText writes half of an interval, in percent; what is rounding as 0.
func halfText(half float64) string {
	switch {
	case half < 1e-9:
		return "0"
	case half >= 1: // which two digits would write as 1e+01
		return fmt.Sprintf("%.0f", half)
	}
	return fmt.Sprintf("%.1g", half)
}

func (s *Summary) mostAreRuledOut() Claim {
	return s.each(Claim{
		Figure: "b", Besides: true, Text: "Most λ's can be ruled out (95 %): fewer than half remain, at every number of trajectories.",
	}, fmt.Sprintf("Share of the grid that is not ruled out, λ̂ included, and how many of %d λ̂'s are at an end of it", s.Trials), func(z *SizeSummary) (evidence, string) {
		share := z.outcomes.mean((*Outcome).notRuledOutShare)
		return evidence{Mean{0.5 - share.Mean, share.SE}, 0.5}, fmt.Sprintf("%.0f ± %s %%, %d", 100*share.Mean, halfText(100*quantile(len(s.Sizes))*share.SE), z.AtEnd)
	})
}

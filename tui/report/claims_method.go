package report

import (
	"fmt"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
)

// This file has the claims about figure (b), root MSVE by method.

// Ratios of root MSVE that the claims call near, large and narrow.
const (
	nearRatio = 1.10 // at most this: near
	gapRatio  = 1.25 // above: large, below: narrow
)

// sameLoto is the largest relative difference of LOTO errors that rounding explains.
const sameLoto = 1e-6

func (s summary) likeNaive() Claim {
	c := Claim{Figure: "b", Text: "ALLSTD gives what NaiveCV+LSTD gives, up to rounding."}
	if s.Plan.Settings.Method == settings.Naive {
		c.Measured = "With method naive ALLSTD is NaiveCV+LSTD itself: there is nothing to compare."
		return c
	}
	var runs, same int
	var apart float64
	for i := range s.Sizes {
		if naive := s.Sizes[i].Naive; naive != nil {
			runs += s.Trials
			same += naive.Same
			apart = max(apart, naive.Apart)
		}
	}
	switch {
	case runs == 0:
		c.Measured = "NaiveCV+LSTD was not run."
		return c
	case same == runs && apart <= sameLoto:
		c.Holds = study.DoesHold
	default:
		c.Holds = study.DoesNotHold
	}
	c.Measured = fmt.Sprintf("The same λ̂ on %d of %d data sets; LOTO errors differ by %s of themselves at most.", same, runs, textfmt.Short(apart, 1))
	return c
}

func (s summary) nearLSTD() Claim {
	return s.compare(Claim{
		Figure: "b", Text: "The root MSVE of ALLSTD is near that of LSTD(best): at most 10 % above, at every number of trajectories.",
	}, "Above LSTD(best)", study.Below, nearRatio, func(z *study.SizeSummary) (a, b study.Side) { return z.Sides.ALLSTD, z.Sides.LSTD[z.Best] })
}

func (s summary) nearRLSTD() Claim {
	c := Claim{Figure: "b", Text: "The root MSVE of ALLSTD is near that of RLSTD(best): at most 10 % above, at every number of trajectories."}
	if !s.Plan.RLSTD && s.unmeasured() == "" {
		c.Measured = "RLSTD was not run."
		return c
	}
	return s.compare(c, "Above RLSTD(best)", study.Below, nearRatio, func(z *study.SizeSummary) (a, b study.Side) { return z.Sides.ALLSTD, z.Sides.RLSTD[z.RLSTDBest] })
}

// gap decides a claim that compares LSTD(worst) with gapRatio times LSTD(best).
func (s summary) gap(how string, claimed func(a study.Side, factor float64, b study.Side) study.Evidence) Claim {
	return s.compare(Claim{
		Figure: "b", Text: "The gap between LSTD(best) and LSTD(worst) is " + how + " 25 % in root MSVE, at every number of trajectories.",
	}, "LSTD(worst) above LSTD(best)", claimed, gapRatio, func(z *study.SizeSummary) (a, b study.Side) { return z.Sides.LSTD[z.Worst], z.Sides.LSTD[z.Best] })
}

func (s summary) farFromWorst() Claim {
	c := Claim{Figure: "b", Text: "With the fewest trajectories LSTD(worst) and RLSTD(worst) are far above ALLSTD: over 25 % in root MSVE."}
	if c.Measured = s.unmeasured(); c.Measured != "" {
		return c
	}
	z := &s.Sizes[0]
	methods := []string{"LSTD(worst)"}
	worst := []study.Side{z.Sides.LSTD[z.Worst]}
	if z.RLSTD != nil {
		methods = append(methods, "RLSTD(worst)")
		worst = append(worst, z.Sides.RLSTD[z.RLSTDWorst])
	}
	var all []study.Evidence
	for i, of := range worst {
		all = append(all, study.Above(of, gapRatio*gapRatio, z.Sides.ALLSTD))
		methods[i] += " " + aboveText(of, z.Sides.ALLSTD, len(worst))
	}
	c.Holds = study.Together(study.Decide(all))
	c.Measured = fmt.Sprintf("At n = %d, above ALLSTD, in %%: %s.", z.Trajectories, strings.Join(methods, ", "))
	return c
}

func (s summary) beatsChance() Claim {
	return s.compare(Claim{
		Figure: "b", Besides: true, Text: "ALLSTD has a lower root MSVE than a λ drawn at random from the grid, at every number of trajectories.",
	}, "Above a λ at random", study.Below, 1, func(z *study.SizeSummary) (a, b study.Side) { return z.Sides.ALLSTD, z.Sides.Random })
}

// halfText returns half an interval, in percent, with rounding as 0.
func halfText(half float64) string {
	if half < 1e-9 {
		return "0"
	}
	return textfmt.Short(half, 1)
}

func (s summary) mostAreRuledOut() Claim {
	return s.each(Claim{
		Figure: "b", Besides: true, Text: "Most λ's can be ruled out (95 %): fewer than half remain, at every number of trajectories.",
	}, fmt.Sprintf("Share of the grid that is not ruled out, λ̂ included, and how many of %d λ̂'s are at an end of it", s.Trials), func(z *study.SizeSummary) (study.Evidence, string) {
		share := z.NotRuledOutShare
		return study.Evidence{Mean: study.Mean{Mean: 0.5 - share.Mean, SE: share.SE}, Scale: 0.5}, fmt.Sprintf("%.0f ± %s %%, %d", 100*share.Mean, halfText(100*study.Quantile(len(s.Sizes))*share.SE), z.AtEnd)
	})
}

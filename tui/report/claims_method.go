package report

import (
	"fmt"
	"slices"
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

func likeNaive(s summary) (v Decision) {
	if s.Plan.Settings.Method == settings.Naive {
		v.Measured = "With method naive ALLSTD is NaiveCV+LSTD itself: there is nothing to compare."
		return v
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
		v.Measured = "NaiveCV+LSTD was not run."
		return v
	case same == runs && apart <= sameLoto:
		v.Holds = study.DoesHold
	default:
		v.Holds = study.DoesNotHold
	}
	v.Measured = fmt.Sprintf("The same λ̂ on %d of %d data sets; LOTO errors differ by %s of themselves at most.", same, runs, textfmt.Short(apart, 1))
	return v
}

var nearLSTD = compare("Above LSTD(best)", study.Below, nearRatio, func(s summary, z *study.SizeSummary) (a, b study.Side) {
	return s.chosen(z), z.LSTD[z.Best]
})

func nearRLSTD(s summary) Decision {
	if !s.Plan.RLSTD && s.unmeasured() == "" {
		return Decision{Measured: "RLSTD was not run."}
	}
	return compare("Above RLSTD(best)", study.Below, nearRatio, func(s summary, z *study.SizeSummary) (a, b study.Side) {
		return s.chosen(z), z.RLSTD[z.RLSTDBest]
	})(s)
}

// refining tests whether λ̂ beyond the grid has a lower root MSVE, where it was searched.
func refining(s summary) Decision {
	if s.printed {
		return Decision{Measured: "The paper names no method, and its pseudo-code has a grid."}
	}
	some := *s.Summary
	some.Sizes = slices.DeleteFunc(slices.Clone(s.Sizes), func(z study.SizeSummary) bool { return z.Refined == nil })
	if len(some.Sizes) == 0 && s.unmeasured() == "" {
		return Decision{Measured: "No λ beyond the grid was tried."}
	}
	s.Summary = &some
	d := compare("Above λ̂ of the grid", study.Below, 1, func(_ summary, z *study.SizeSummary) (a, b study.Side) {
		return z.Refined.Side, z.ALLSTD
	})(s)
	if d.Holds != study.NotChecked {
		d.Measured += " " + s.bySize("The LOTO error is lower, in %", func(i int) string { return textfmt.Short(100*s.Sizes[i].Refined.Lower, 2) })
	}
	return d
}

// gap compares LSTD(worst) with gapRatio times LSTD(best).
func gap(claimed func(a study.Side, factor float64, b study.Side) study.Evidence) test {
	return compare("LSTD(worst) above LSTD(best)", claimed, gapRatio, func(_ summary, z *study.SizeSummary) (a, b study.Side) {
		return z.LSTD[z.Worst], z.LSTD[z.Best]
	})
}

func farFromWorst(s summary) (v Decision) {
	if v.Measured = s.unmeasured(); v.Measured != "" {
		return v
	}
	z := &s.Sizes[0]
	methods := []string{"LSTD(worst)"}
	worst := []study.Side{z.LSTD[z.Worst]}
	if z.RLSTD != nil {
		methods = append(methods, "RLSTD(worst)")
		worst = append(worst, z.RLSTD[z.RLSTDWorst])
	}
	var all []study.Evidence
	for i, of := range worst {
		all = append(all, study.Above(of, gapRatio*gapRatio, s.chosen(z)))
		methods[i] += " " + aboveText(of, s.chosen(z), len(worst))
	}
	v.Holds = study.Together(study.Decide(all))
	v.Measured = fmt.Sprintf("At n = %d, above ALLSTD, in %%: %s.", z.Trajectories, strings.Join(methods, ", "))
	return v
}

var beatsChance = compare("Above a λ at random", study.Below, 1, func(s summary, z *study.SizeSummary) (a, b study.Side) {
	return s.chosen(z), z.Random
})

// halfText returns half an interval, in percent, with rounding as 0.
func halfText(half float64) string {
	if half < 1e-9 {
		return "0"
	}
	return textfmt.Short(half, 1)
}

// mostAreRuledOut tests the weighting of the settings, because the paper rules out no λ.
func mostAreRuledOut(s summary) Decision {
	return s.each(fmt.Sprintf("Share of the grid that is not ruled out, λ̂ included, and how many of %d λ̂'s are at an end of it", s.Trials), func(z *study.SizeSummary) (study.Evidence, string) {
		share := z.NotRuledOutShare
		return study.Evidence{Mean: study.Mean{Mean: 0.5 - share.Mean, SE: share.SE}, Scale: 0.5}, fmt.Sprintf("%.0f ± %s %%, %d", 100*share.Mean, halfText(100*study.Quantile(len(s.Sizes))*share.SE), z.AtEnd)
	})
}

package report

import (
	"fmt"
	"math"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
)

// This file has the claims about figure (c), training time by method.

// order separates "about the same time" from "about ten times as long": √10, the middle of the
// two on a logarithmic axis.
const order = 3.1622776601683795

// orderText describes order in a claim.
const orderText = "3.2 times, half an order of magnitude"

func muchFasterThanNaive(times []study.TimeRow) Claim {
	c := Claim{Figure: "c", Text: "ALLSTD is about an order of magnitude faster than NaiveCV+LSTD, or more: by over " + orderText + "."}
	allstd, naive, ok := lastOf(times, study.NameALLSTD, study.NameNaive, true)
	if ok && naive.Stopped && slower(naive, allstd) != study.DoesHold { // because the bound is too low to decide
		allstd, naive, ok = lastOf(times, study.NameALLSTD, study.NameNaive, false)
	}
	if !ok {
		c.Measured = unmeasuredTimes
		return c
	}
	c.Holds = slower(naive, allstd)
	c.Measured = fmt.Sprintf("With %d trajectories NaiveCV+LSTD takes %s, ALLSTD %s: %s",
		naive.Trajectories, timeText(naive), timeText(allstd), ratioText(naive, allstd))
	if rsm, naive, ok := lastOf(times, study.NameRSM, study.NameNaive, true); ok && naive.Trajectories == allstd.Trajectories {
		c.Measured += fmt.Sprintf("; ALLSTD by rank-one updates, as in the paper, %s: %s", timeText(rsm), ratioText(naive, rsm))
	}
	c.Measured += "."
	return c
}

// asFastAsLSTD is a claim of the paper on the walk; elsewhere it is not in the paper.
func asFastAsLSTD(domain string, times []study.TimeRow) Claim {
	c := Claim{Figure: "c", Besides: domain != "random-walk", Text: "ALLSTD takes about as long as LSTD(λ) at each of the k λ's, or less: no more than " + orderText + "."}
	lstd, allstd, ok := lastOf(times, study.NameLSTD, study.NameALLSTD, false)
	if !ok {
		c.Measured = unmeasuredTimes
		return c
	}
	switch slower(allstd, lstd) {
	case study.DoesHold:
		c.Holds = study.DoesNotHold
	case study.DoesNotHold:
		c.Holds = study.DoesHold
	default:
		c.Holds = study.Unclear
	}
	c.Measured = fmt.Sprintf("With %d trajectories ALLSTD takes %s, k × LSTD %s: %s.",
		allstd.Trajectories, timeText(allstd), timeText(lstd), ratioText(allstd, lstd))
	return c
}

const unmeasuredTimes = "Its times are not measured so far."

// lastOf returns the times of two methods at the largest number of trajectories at which both
// were measured. With stopped, the run of long may have been stopped.
func lastOf(times []study.TimeRow, short, long string, stopped bool) (a, b study.TimeRow, ok bool) {
	for _, s := range times {
		for _, l := range times {
			if s.Method == short && l.Method == long && s.Trajectories == l.Trajectories && s.Trajectories > a.Trajectories &&
				!s.Stopped && l.Runs > 0 && (stopped || !l.Stopped) {
				a, b, ok = s, l, true
			}
		}
	}
	return a, b, ok
}

// slower decides whether a method takes over half an order of magnitude longer than another, by
// both the medians and the shortest times. The bound of a stopped method cannot deny this.
func slower(long, short study.TimeRow) study.Holds {
	median, least := long.Seconds > order*short.Seconds, long.Least > order*short.Least
	switch {
	case median && least:
		return study.DoesHold
	case median || least || long.Stopped:
		return study.Unclear
	}
	return study.DoesNotHold
}

// timeText returns a time.
func timeText(r study.TimeRow) string {
	text := textfmt.Short(1000*r.Seconds, 3) + " ms"
	if r.Seconds >= 1 {
		text = textfmt.Short(r.Seconds, 3) + " s"
	}
	if r.Stopped {
		return "over " + text
	}
	return text
}

// ratioText returns the ratio of two times, by the medians and by the shortest times, because both
// decide together.
func ratioText(long, short study.TimeRow) string {
	text := twoDigits(long.Seconds/short.Seconds) + " times as long"
	if long.Stopped {
		return "over " + text
	}
	if long.Runs > 1 || short.Runs > 1 {
		text += " (" + twoDigits(long.Least/short.Least) + " by the least times)"
	}
	return text
}

// twoDigits returns a positive ratio with two significant digits, because times deserve no more,
// and without an exponent.
func twoDigits(v float64) string {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) { // because a time was too short for the clock
		return textfmt.Number(v)
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	v = math.Round(v/unit) * unit
	return strconv.FormatFloat(v, 'f', max(0, 1-int(math.Floor(math.Log10(v)))), 64)
}

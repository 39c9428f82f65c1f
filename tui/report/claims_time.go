package report

import (
	"fmt"

	"lambdascope/sim/study"
)

// This file has the claims about figure (c), training time by method.

// order separates "about the same time" from "about ten times as long": √10, the middle of the
// two on a logarithmic axis.
const order = 3.1622776601683795

// orderText describes order in a claim.
const orderText = "3.2 times, half an order of magnitude"

func muchFasterThanNaive(s summary) Decision {
	allstd, naive, ok := lastOf(s.times, s.algorithm(), study.NameNaive, true)
	if ok && naive.Stopped && slower(naive, allstd) != study.DoesHold { // because the bound is too low to decide
		allstd, naive, ok = lastOf(s.times, s.algorithm(), study.NameNaive, false)
	}
	if !ok {
		return Decision{Measured: unmeasuredTimes}
	}
	return Decision{slower(naive, allstd), timesText(naive, allstd)}
}

func asFastAsLSTD(s summary) Decision {
	lstd, allstd, ok := lastOf(s.times, study.NameLSTD, s.algorithm(), false)
	if !ok {
		return Decision{Measured: unmeasuredTimes}
	}
	holds := slower(allstd, lstd)
	switch holds {
	case study.DoesHold:
		holds = study.DoesNotHold
	case study.DoesNotHold:
		holds = study.DoesHold
	}
	text := timesText(allstd, lstd)
	if rlstd, allstd, ok := lastOf(s.times, study.NameRLSTD, s.algorithm(), false); ok {
		text += fmt.Sprintf(" Beside %s, which shares no products among the λ's, it takes %s.", rlstd.Method, ratioText(allstd, rlstd))
	}
	return Decision{holds, text}
}

// timesText returns the times of two methods with their ratio.
func timesText(long, short study.TimeRow) string {
	return fmt.Sprintf("With %d trajectories %s takes %s, %s %s: %s.", long.Trajectories, long.Method, TimeText(long), short.Method, TimeText(short), ratioText(long, short))
}

const unmeasuredTimes = "Its times are not measured so far."

// lastOf returns the times of two methods at the largest number of trajectories with both times. If
// stopped is set, the run of long may have been stopped.
func lastOf(times []study.TimeRow, short, long string, stopped bool) (a, b study.TimeRow, ok bool) {
	for _, s := range times {
		for _, l := range times {
			if s.Method == short && l.Method == long && s.Trajectories == l.Trajectories && s.Trajectories > a.Trajectories &&
				!s.Stopped && l.Runs > 0 && (stopped || !l.Stopped) {
				a = s
				b = l
				ok = true
			}
		}
	}
	return a, b, ok
}

// nearOrder is the factor around order within which a ratio is near it, because another run could
// be on the other side.
const nearOrder = 1.5

// slower decides whether a method takes over half an order of magnitude longer than another, by
// both the medians and the shortest times. The bound of a stopped method cannot deny this.
func slower(long, short study.TimeRow) study.Holds {
	median := long.Seconds / short.Seconds
	switch least := long.Least / short.Least; {
	case min(median, least) > order*nearOrder:
		return study.DoesHold
	case max(median, least) < order/nearOrder && !long.Stopped:
		return study.DoesNotHold
	}
	return study.Unclear
}

// TimeText returns the time of a row, a lower bound if the method was stopped.
func TimeText(r study.TimeRow) string {
	if r.Stopped {
		return "over " + Time(r.Seconds)
	}
	return Time(r.Seconds)
}

// Time returns a time in µs, ms or s with two digits.
func Time(seconds float64) string {
	switch {
	case seconds < 1e-3:
		return twoDigits(1e6*seconds) + " µs"
	case seconds < 1:
		return twoDigits(1e3*seconds) + " ms"
	}
	return twoDigits(seconds) + " s"
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

// twoDigits returns a time or a ratio with two significant digits, because times deserve no more.
func twoDigits(v float64) string { return Significant([]float64{v}, 2).Format(v) }

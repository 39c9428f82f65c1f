// Package figure draws the figures of the ALLSTD paper: it turns the tables of
// package study into charts, for the screen and for files.
//
// Methods keep their ink from figure to figure: what is chosen by
// cross-validation has that of estimates, LSTD(λ) chosen in hindsight that of the
// truth which chooses it, RLSTD(λ) the third. All curves of a figure differ in
// line and marker too.
package figure

import (
	"math"
	"slices"

	"lambdascope/tui/chart"
)

// wide is the quotient of the largest and the least number from which an axis is
// logarithmic: below it, a linear one loses nothing.
const wide = 4

// logarithmic says whether a logarithmic axis suits the numbers. One that is 0 or
// less has no place on it.
func logarithmic(of []chart.Series) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range of {
		for _, v := range s.Y {
			if !math.IsInf(v, 0) && !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low > 0 && high/low >= wide
}

// sizeAxis is a logarithmic axis with a tick at each number of trajectories.
func sizeAxis(sizes []int) chart.Axis {
	a := chart.Axis{Label: "n", Long: "number of trajectories n", Log: true}
	slices.Sort(sizes)
	for _, n := range slices.Compact(sizes) {
		a.Ticks = append(a.Ticks, float64(n))
	}
	return a
}

// Package figure draws the figures of the ALLSTD paper: it turns the tables of package study into
// charts for the screen and for files.
//
// Methods keep their ink and marker from figure to figure, so that a reader can follow a method.
// ALLSTD has the ink of the choice. LSTD(λ) with λ chosen in hindsight has the ink of truth,
// because the truth chooses. All curves of a figure differ in line and marker too.
package figure

import (
	"math"
	"slices"

	"lambdascope/tui/chart"
)

// wide is the least ratio of the largest to the least number for a logarithmic axis; below, a
// linear axis loses nothing.
const wide = 4

// logarithmic reports whether a logarithmic axis suits the numbers. All must be positive, since
// zero and negative numbers have no place on such an axis.
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

// sizeAxis returns a logarithmic axis with a tick at each number of trajectories.
func sizeAxis(sizes []int) chart.Axis {
	a := chart.Axis{Label: "n", Long: "number of trajectories n", Log: true}
	slices.Sort(sizes)
	for _, n := range slices.Compact(sizes) {
		a.Ticks = append(a.Ticks, float64(n))
	}
	return a
}

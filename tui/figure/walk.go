package figure

import (
	"strconv"

	"lambdascope/tui/chart"
)

// WalkAxis returns the axis over a random walk of n states, with marks of the states: the start and,
// as squares, both ends.
func WalkAxis(n int) chart.Axis {
	const margin = .3 // beside the ends
	a := chart.Axis{Min: -margin, Max: float64(n+1) + margin}
	for i := range n + 2 {
		mark := chart.MarkRing
		name := strconv.Itoa(i)
		switch i {
		case 0:
			mark = chart.MarkSquare
		case n + 1:
			mark, name = chart.MarkSquare, "+1"
		case (n + 1) / 2:
			mark = chart.MarkStart
		}
		a.Ticks = append(a.Ticks, float64(i))
		a.Names = append(a.Names, name)
		a.Marks = append(a.Marks, mark)
	}
	return a
}

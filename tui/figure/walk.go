package figure

import "lambdascope/tui/chart"

// Walk returns the states of a random walk of n states: the start and, as squares, both ends.
func Walk(n int) chart.Strip {
	var s chart.Strip
	for i := range n + 2 {
		mark := chart.MarkRing
		switch i {
		case 0, n + 1:
			mark = chart.MarkSquare
		case (n + 1) / 2:
			mark = chart.MarkStart
		}
		s.X = append(s.X, float64(i))
		s.Marks = append(s.Marks, mark)
		s.Inks = append(s.Inks, chart.InkText)
	}
	return s
}

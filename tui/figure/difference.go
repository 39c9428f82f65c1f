package figure

import "lambdascope/tui/chart"

// limitScale prevents bars and pinned curves from flattening the curves of these data. The scale
// extends beyond the curves by at most 1.2 of their height above and 0.8 below, and by twice
// their height for pinned curves, which may belong to another problem.
func limitScale(s *chart.Spec) {
	const (
		above  = 1.2
		below  = .8
		pinned = 2
	)
	var own, far, bars [][]float64
	for _, b := range s.Intervals {
		bars = append(bars, b.Lo, b.Hi)
	}
	for _, q := range s.Series {
		switch q.Ink {
		case chart.InkPinned:
			far = append(far, q.Y)
		case chart.InkFaint: // the level of a constant
			bars = append(bars, q.Y)
		default:
			own = append(own, q.Y)
		}
	}
	on := chart.RangeOf(append(own, []float64{0})...)
	span := on.Hi - on.Lo
	if !(span > 0) {
		return
	}
	over := on
	reach := func(of [][]float64, above, below float64) {
		if r := chart.RangeOf(of...); !r.Empty() {
			over = over.Union(chart.Range{Lo: max(r.Lo, on.Lo-below*span), Hi: min(r.Hi, on.Hi+above*span)})
		}
	}
	reach(bars, above, below)
	reach(far, pinned, pinned)
	s.Y.Over = over
}

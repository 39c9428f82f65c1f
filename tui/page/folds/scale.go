package folds

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// The axes whose scales stay while the data change little, or are held.
const (
	curveAxis  = "folds difference"
	mapColours = "folds contribution"

	replayAxis     = "folds replay"
	differenceAxis = "folds replay difference"
	stepsAxis      = "folds steps"

	leftOutAxis = "folds left out"
	errorAxis   = "folds errors"
	meanAxis    = "folds mean error"
)

// Extents are those of the map and of the curves below it, of the charts of the replay,
// or of those of leave-one-out as it is played.
func (p *Page) Extents(s *page.Snapshot) []page.Extent {
	v := p.view(s)
	switch {
	case v.folds == nil:
		return nil
	case v.acting():
		l := v.actLook()
		far, near := l.errorRanges()
		out := []page.Extent{{Axis: errorAxis, Range: far}, {Axis: meanAxis, Range: near, Exact: true}}
		if l.shown != nil {
			out = append(out, page.Extent{Axis: leftOutAxis, Range: l.shown.predictionRange()}, l.shown.steps())
		}
		return out
	case v.open() && v.shown == nil:
		return nil
	case v.open():
		return []page.Extent{{Axis: replayAxis, Range: v.shown.values}, {Axis: differenceAxis, Range: v.shown.differs}, v.shown.steps()}
	}
	curves := curveLook{found: v.folds, trajectory: v.selected(), cursor: v.cursor()}
	return append(page.ExtentsOf(curves.spec(), curveAxis, 0, ""),
		page.Extent{Axis: mapColours, Range: v.folds.colours(), Exact: true})
}

// colours returns what the colours of the map span: what all trajectories but a few
// contribute, which may be far beyond.
func (f *found) colours() chart.Range {
	ends := (&chart.Heat{Diverging: true, Z: []float64{-f.usual, f.usual}}).Scale().Ticks()
	return chart.Range{Lo: ends[0].Value, Hi: ends[2].Value}
}

// predictionRange is that of the returns and of the predictions without the trajectory.
func (r *replayed) predictionRange() chart.Range {
	low, high := figure.Extent(r.Returns)
	first, last := figure.Extent(r.Without)
	return chart.Range{Lo: min(low, first), Hi: max(high, last)}
}

// steps is what the axis of the steps spans.
func (r *replayed) steps() page.Extent {
	return page.Extent{Axis: stepsAxis, Range: chart.Range{Hi: float64(r.last())}, Exact: true}
}

// on returns the look of a chart of the replay with some axis.
func (v *view) on(l replayLook, axis string) replayLook {
	l.shown, l.step, l.held, l.x, l.y = v.shown, v.step(), v.Hold, v.heldSteps(), v.Scales.Of(axis)
	return l
}

// heldSteps returns what the axis of the steps spans while it is held; none where it
// spans the trajectory.
func (v *view) heldSteps() chart.Range {
	if !v.Hold {
		return chart.Range{}
	}
	return v.Scales.Of(stepsAxis)
}

// heldSteps returns the axis of the steps over a range, if there is one.
func heldSteps(a chart.Axis, over chart.Range) chart.Axis {
	if !over.Empty() {
		a.Min, a.Max, a.Over = over.Lo, over.Hi, over
	}
	return a
}

package folds

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// The axes whose scales stay while the data change little, or are held.
const (
	curveAxis  = "folds difference"
	mapColours = "folds contribution"
)

// Extents are those of the map and of the curves below it. The charts of the replay and
// of leave-one-out as it is played keep scales of their own, which fit all that they
// come to show.
func (p *Page) Extents(s *page.Snapshot) []page.Extent {
	v := p.view(s)
	if v.folds == nil || v.open() || v.acting() {
		return nil
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

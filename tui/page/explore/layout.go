package explore

import (
	"image"
	"slices"

	"lambdascope/tui/page"
)

// allWidth is how wide the body must be for the scatter of values beside the maps.
const allWidth = 150

// views are the charts of the page: the one over λ, the values, and maps where there are.
func (v *view) views() []page.View {
	if v.Result == nil {
		return nil
	}
	out := append([]page.View{v.lambdaView()}, v.viewsBelow()...)
	if v.classChose() { // which the chart over λ has as a strip
		out = append(out, page.View{Tables: func() []page.Table { return []page.Table{v.classTable()} }})
	}
	return append(out, v.mapViews(true)...)
}

func (v *view) body(area image.Rectangle) []string { return v.charts()[v.chartOnShow()-1](area) }

// chartOnShow returns which of the charts shows, from 1.
func (v *view) chartOnShow() int { return (v.Chart-1)%len(v.charts()) + 1 }

// viewsBelow are those that stand one at a time below the chart over λ, or beside it.
func (v *view) viewsBelow() []page.View {
	var out []page.View
	if v.Result.Calibration != nil {
		out = append(out, v.calibrationView())
	}
	return append(out, v.valueView())
}

// charts returns what there is to swap between.
func (v *view) charts() []page.Block {
	lambda := v.Block(v.lambdaView())
	var below []page.Block
	for _, other := range v.viewsBelow() {
		below = append(below, v.Block(other))
	}
	var maps []page.Block
	if v.mapped() {
		maps = []page.Block{v.mapsChart}
	}
	switch {
	case v.Room == page.RoomForOne:
		return slices.Concat([]page.Block{lambda}, below, maps)
	case v.Room == page.RoomBeside:
		for i, other := range below {
			below[i] = page.Beside(55, lambda, other)
		}
		return append(below, maps...)
	case maps != nil && v.Snapshot.Body().Dx() >= allWidth:
		below[0] = page.Beside(27, below[0], v.mapsChart)
	default:
		below = append(maps, below...)
	}
	for i, other := range below {
		below[i] = page.Above(lambda, other, func(h int) int { return h * 3 / 5 })
	}
	return below
}

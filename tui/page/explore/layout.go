package explore

import (
	"image"
	"slices"

	"lambdascope/tui/page"
)

// From which size on charts stand together.
const (
	allWidth      = 150 // the scatter of values beside the maps
	rowsForPanels = 9   // the two panels of errors, each with its legend and its axis
)

// views are the charts of the page: those over λ, the values, and maps where there are.
func (v *view) views() []page.View {
	if v.Result == nil {
		return nil
	}
	out := append(v.lambdaViews(), v.viewsBelow()...)
	if v.classChose() { // which the charts over λ have as a strip
		out = append(out, page.View{Tables: func() []page.Table { return []page.Table{v.classTable()} }})
	}
	return append(out, v.mapViews(true)...)
}

func (v *view) body(area image.Rectangle) []string { return v.charts()[v.chartOnShow()-1](area) }

// chartOnShow returns which of the charts shows, from 1.
func (v *view) chartOnShow() int { return (v.Chart-1)%len(v.charts()) + 1 }

// viewsBelow are those that stand one at a time below the charts over λ, or beside them.
func (v *view) viewsBelow() []page.View {
	var out []page.View
	if v.Result.Calibration != nil {
		out = append(out, v.calibrationView())
	}
	return append(out, v.valueView())
}

// charts returns what there is to swap between.
func (v *view) charts() []page.Block {
	lambda := v.Block(v.lambdaViews()[0])
	over := []page.Block{lambda}
	if v.Panels && v.Result.Truth != nil {
		over = append(over, v.Block(v.lambdaViews()[1]))
		lambda = page.Above(over[0], over[1], func(h int) int { return (h + 1) / 2 })
	}
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
		if v.Snapshot.Body().Dy() >= rowsForPanels {
			over = []page.Block{lambda}
		}
		return slices.Concat(over, below, maps)
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

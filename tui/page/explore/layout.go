package explore

import (
	"image"
	"slices"

	"lambdascope/tui/page"
	"lambdascope/tui/state"
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

func (v *view) body(area image.Rectangle) []string { return v.charts()[v.chartAt()].draw(area) }

// chartAt returns the index of the choice on show: the first where none has the chart of
// the state.
func (v *view) chartAt() int {
	return max(0, slices.IndexFunc(v.charts(), func(c choice) bool { return c.chart == v.Charts[state.PageExplore] }))
}

// otherChart is the action of showing the next chart.
func (v *view) otherChart() page.Action {
	next := v.State
	all := v.charts()
	next.Charts[state.PageExplore] = all[(v.chartAt()+1)%len(all)].chart
	return page.Go(next)
}

// choice is a layout to swap to.
type choice struct {
	chart state.Chart // on show, besides the errors
	draw  page.Block
}

// viewsBelow are those that stand one at a time below the chart over λ, or beside it.
func (v *view) viewsBelow() []page.View {
	var out []page.View
	if v.Result.Calibration != nil {
		out = append(out, v.calibrationView())
	}
	return append(out, v.valueView())
}

// charts returns the layouts to swap between. The first is also for the errors, and for
// charts that have none of their own.
func (v *view) charts() []choice {
	lambda := v.Block(v.lambdaView())
	var out []choice
	for _, other := range v.viewsBelow() {
		out = append(out, choice{state.Chart(slices.Index(state.PageExplore.Charts(), other.Name)), v.Block(other)})
	}
	var maps []choice
	if v.mapped() {
		maps = []choice{{state.ExploreMaps, v.mapsChart}}
	}
	switch {
	case v.Room == page.RoomForOne:
		out = slices.Concat([]choice{{draw: lambda}}, out, maps)
	case v.Room == page.RoomBeside:
		for i, other := range out {
			out[i].draw = page.Beside(55, lambda, other.draw)
		}
		out = append(out, maps...)
	default:
		if maps != nil && v.Snapshot.Body().Dx() >= allWidth {
			out[0].draw = page.Beside(27, out[0].draw, v.mapsChart)
		} else {
			out = append(maps, out...)
		}
		for i, other := range out {
			out[i].draw = page.Above(lambda, other.draw, func(h int) int { return h * 3 / 5 })
		}
	}
	out[0].chart = state.ExploreErrors
	return out
}

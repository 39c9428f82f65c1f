package explore

import (
	"image"
	"slices"

	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// allWidth is the least width of the body, in cells, with room for the scatter of values beside
// the maps.
const allWidth = 150

// readingWidth is the least width of the body, in cells, with room for the explanation of the
// signs beside the lower chart.
const readingWidth = 80

// readingPanel explains the signs of the chart over λ.
func (v *view) readingPanel(area image.Rectangle) []string {
	w, h := area.Dx(), area.Dy()
	inner := w
	if v.Boxed() {
		inner -= 2
	}
	return v.Styles.Panel("How to read it", v.howToRead(inner), w, h, v.Boxed())
}

// views returns the charts of the page: the chart over λ, the chart below it and any maps.
func (v *view) views() []page.View {
	if v.Result == nil {
		return nil
	}
	out := []page.View{v.lambdaView(), v.viewBelow()}
	if v.classChose() { // a table only, since the chart over λ draws the choices as a strip
		out = append(out, page.View{Tables: []page.Table{v.classTable()}})
	}
	return append(out, v.mapViews(true)...)
}

func (v *view) body(area image.Rectangle) []string {
	all := v.charts()
	return all[all.At(v.Charts[state.PageExplore])].Draw(area)
}

// otherChart returns the action that shows the next chart.
func (v *view) otherChart() page.Action {
	next := v.State
	next.Charts[state.PageExplore] = v.charts().Next(next.Charts[state.PageExplore])
	return page.Go(next)
}

// charts returns the choices of the page. Maps take the whole width or, in a wide window, stand
// beside the first of the other charts.
func (v *view) charts() page.Choices {
	main := page.Choice{Chart: state.ExploreErrors, Draw: v.Block(v.lambdaView())}
	if v.growing() {
		main.Draw = page.Beside(v.mainShare(), main.Draw, v.growth)
	}
	below := v.viewBelow()
	other := page.Choice{Chart: state.Chart(slices.Index(state.PageExplore.Charts(), below.Name)), Draw: v.Block(below)}
	wide := v.Snapshot.Body.Dx()
	besideMaps := v.mapped() && wide >= allWidth
	if v.Room == page.RoomBelow && wide >= readingWidth && !besideMaps {
		reading, share := v.readingPanel, 60
		if v.explains() {
			reading, share = v.explanation, v.mainShare()
		}
		other.Draw = page.Beside(share, other.Draw, reading)
	}
	others := page.Choices{other}
	maps := page.Choice{Chart: state.ExploreMaps, Draw: v.mapsChart}
	switch {
	case !v.mapped():
	case v.Room == page.RoomForOne:
		others = append(others, maps)
	case besideMaps:
		others[0].Draw = page.Beside(27, other.Draw, v.mapsChart)
	default:
		others = page.Choices{maps, other}
	}
	if v.Room != page.RoomBelow {
		return append(page.Choices{main}, others...)
	}
	for i := range others {
		others[i].Draw = page.Above(main.Draw, others[i].Draw, func(h int) int { return h * 55 / 100 })
	}
	others[0].Chart = main.Chart
	return others
}

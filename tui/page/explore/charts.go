package explore

import (
	"image"

	"lambdascope/tui/page"
)

// From which size on charts stand together.
const (
	allWidth      = 150 // the scatter of values beside the maps
	rowsForPanels = 9   // the two panels of errors, each with its legend and its axis
)

// drawn is what a chart, or several, look like in an area.
type drawn = func(area image.Rectangle) []string

// charts returns what there is to swap between.
func (v *view) charts() []drawn {
	under := func(second drawn) drawn {
		return func(area image.Rectangle) []string {
			top, bottom := area, area
			top.Max.Y = area.Min.Y + area.Dy()*3/5
			bottom.Min.Y = top.Max.Y
			return append(v.lambdaChart(top), second(bottom)...)
		}
	}
	next := func(percent int, first, second drawn) drawn {
		return func(area image.Rectangle) []string {
			left, right := area, area
			left.Max.X = area.Min.X + area.Dx()*percent/100
			right.Min.X = left.Max.X + 1
			return v.Charts.Beside("explore", " ", first(left), second(right))
		}
	}
	mapped := v.mapped()
	switch {
	case v.Room == page.RoomForOne:
		out := []drawn{v.lambdaChart}
		if v.Panels && v.Result.Truth != nil && v.Body().Dy() < rowsForPanels {
			out = []drawn{v.scoreChart, v.truthChart}
		}
		out = append(out, v.valueChart)
		if mapped {
			out = append(out, v.mapsChart)
		}
		return out
	case v.Room == page.RoomBeside:
		out := []drawn{next(55, v.lambdaChart, v.valueChart)}
		if mapped {
			out = append(out, v.mapsChart)
		}
		return out
	case !mapped:
		return []drawn{under(v.valueChart)}
	case v.Body().Dx() >= allWidth:
		return []drawn{under(next(27, v.valueChart, v.mapsChart))}
	}
	return []drawn{under(v.mapsChart), under(v.valueChart)}
}

// chartOnShow returns which of the charts shows, from 1.
func (v *view) chartOnShow() int { return (v.Chart-1)%len(v.charts()) + 1 }

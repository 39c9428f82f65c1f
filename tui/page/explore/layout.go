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

// views are the charts of the page: those over λ, the values, and maps where there are.
func (v *view) views() []page.View {
	if v.Result == nil {
		return nil
	}
	out := v.lambdaViews()
	if v.Result.Calibration != nil {
		out = append(out, v.calibrationView())
	}
	out = append(out, v.valueView())
	if v.classChose() { // which the charts over λ have as a strip
		out = append(out, page.View{Tables: func() []page.Table { return []page.Table{v.classTable()} }})
	}
	return append(out, v.mapViews(true)...)
}

func (v *view) body(area image.Rectangle) []string { return v.charts()[v.chartOnShow()-1](area) }

// chartOnShow returns which of the charts shows, from 1.
func (v *view) chartOnShow() int { return (v.Chart-1)%len(v.charts()) + 1 }

// charts returns what there is to swap between.
func (v *view) charts() []page.Block {
	values := v.Block(v.valueView())
	errors := v.Block(v.lambdaViews()[0])
	panels := v.Panels && v.Result.Truth != nil
	var truth page.Block
	if panels {
		truth = v.Block(v.lambdaViews()[1])
	}
	lambda := errors
	if panels {
		lambda = page.Above(errors, truth, func(h int) int { return (h + 1) / 2 })
	}
	calibrated := v.Result.Calibration != nil
	scatter := values
	if calibrated {
		values = v.Block(v.calibrationView())
	}
	over := func(below page.Block) page.Block {
		return page.Above(lambda, below, func(h int) int { return h * 3 / 5 })
	}
	mapped := v.mapped()
	switch {
	case v.Room == page.RoomForOne:
		out := []page.Block{lambda}
		if panels && v.Snapshot.Body().Dy() < rowsForPanels {
			out = []page.Block{errors, truth}
		}
		out = append(out, values)
		if calibrated {
			out = append(out, scatter)
		}
		if mapped {
			out = append(out, v.mapsChart)
		}
		return out
	case v.Room == page.RoomBeside:
		out := []page.Block{page.Beside(55, lambda, values)}
		if calibrated {
			out = append(out, page.Beside(55, lambda, scatter))
		}
		if mapped {
			out = append(out, v.mapsChart)
		}
		return out
	case calibrated: // which no maps are
		return []page.Block{over(values), over(scatter)}
	case !mapped:
		return []page.Block{over(values)}
	case v.Snapshot.Body().Dx() >= allWidth:
		return []page.Block{over(page.Beside(27, values, v.mapsChart))}
	}
	return []page.Block{over(v.mapsChart), over(values)}
}

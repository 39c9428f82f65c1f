package explore

import (
	"fmt"
	"image"
	"slices"

	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// growthWidth is the least width of the body, in cells, with room for the charts of smaller n.
const growthWidth = 150

// growthShare is the share of the main chart beside them, in per cent.
const growthShare = 62

// growthCharts is the number of charts of smaller n.
const growthCharts = 6

// growing reports whether the screen has room for the charts of smaller n.
func (v *view) growing() bool {
	return v.Snapshot.Body().Dx() >= growthWidth && earlierRows(v.Height) >= growthCharts && (v.Playing || v.Settings.Trajectories > 2)
}

// growth draws the chart over λ for smaller n, two side by side, on the scale of a middle n so
// that the charts can be compared: the intervals of the smallest n would flatten all others. A
// chart without a result is empty, so that the main chart keeps its width when results arrive.
func (v *view) growth(area image.Rectangle) []string {
	few := v.smaller()
	var scale chart.Range
	if len(few) > 0 {
		scale = v.smallSpec(few[len(few)/2]).Y.Over
	}
	var blocks []page.Block
	for i, n := range slices.Backward(stepsOfN(v.Settings.Trajectories, growthCharts)) {
		if i >= len(few) {
			blocks = append(blocks, func(area image.Rectangle) []string {
				return v.Styles.Panel(nLabel(n), nil, area.Dx(), area.Dy(), v.Boxed())
			})
			continue
		}
		c := few[i]
		blocks = append(blocks, v.Block(page.View{
			Titles: []string{fmt.Sprintf("%s · %d of %d in", nLabel(n), c.Left(), len(c.Lambda)), nLabel(n)},
			Spec: func(int) *chart.Spec {
				s := v.smallSpec(c)
				s.Y.Over = scale
				return s
			},
		}))
	}
	if len(blocks)%2 == 1 {
		blocks = append(blocks, func(area image.Rectangle) []string { return v.Styles.Fill(nil, area.Dx(), area.Dy()) })
	}
	var lines []string
	for i := range len(blocks) / 2 {
		part := area
		part.Min.Y = area.Min.Y + 2*i*area.Dy()/growthCharts
		part.Max.Y = area.Min.Y + 2*(i+1)*area.Dy()/growthCharts
		lines = append(lines, v.Row(blocks[2*i:2*i+2]...)(part)...)
	}
	return v.Styles.Fill(lines, area.Dx(), area.Dy())
}

// smallSpec draws the chart over λ of a curve, without names.
func (v *view) smallSpec(c figure.Curve) *chart.Spec {
	s := v.overLambda(c)
	for i := range s.Series {
		s.Series[i].Name = ""
	}
	return s
}

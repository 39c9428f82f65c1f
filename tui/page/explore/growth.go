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

// growthColumns is the width of two charts of smaller n whose 11 λ's have two columns each beside
// labels of six characters.
const growthColumns = 70

// mainShare returns the share of the main chart beside the charts of smaller n, in per cent.
func (v *view) mainShare() int {
	width := v.Snapshot.Body().Dx()
	return 100 * (width - growthColumns) / width
}

// growthCharts is the largest number of charts of smaller n.
const growthCharts = 6

// growing reports whether the screen has room for the charts of smaller n.
func (v *view) growing() bool {
	return v.Snapshot.Body().Dx() >= growthWidth && earlierRows(v.Height) >= growthCharts && (v.Playing || v.Settings.Trajectories > 2)
}

// growth draws the chart over λ for smaller n on the scale of a middle n, so that the charts can be
// compared: the intervals of the smallest n would flatten all others. Two charts stand side by side
// unless their bars would touch. A chart without a result is empty, so that the main chart keeps its
// width when results arrive.
func (v *view) growth(area image.Rectangle) []string {
	across := 2
	if n := len(v.Result.Selection.Candidates); 11 < n && n <= figure.BarLimit {
		across = 1
	}
	few := v.smaller()
	var scale chart.Range
	if len(few) > 0 {
		scale = v.smallSpec(few[len(few)/2]).Y.Over
	}
	var blocks []page.Block
	for i, n := range slices.Backward(stepsOfN(v.Settings.Trajectories, growthCharts/2*across)) {
		small := page.View{Titles: []string{nLabel(n)}, Spec: func(int) *chart.Spec { return nil }}
		if i < len(few) {
			c := few[i]
			small.Titles = []string{fmt.Sprintf("%s · %d of %d in", nLabel(n), c.Left(), len(c.Lambda)), nLabel(n)}
			small.Spec = func(int) *chart.Spec {
				s := v.smallSpec(c)
				s.Y.Over = scale
				return s
			}
			small.Mouse = page.Cursor
		}
		blocks = append(blocks, v.Block(small))
	}
	if len(blocks)%across > 0 {
		blocks = append(blocks, func(image.Rectangle) []string { return nil })
	}
	var lines []string
	rows := growthCharts / 2
	for i := range len(blocks) / across {
		part := area
		part.Min.Y = area.Min.Y + i*area.Dy()/rows
		part.Max.Y = area.Min.Y + (i+1)*area.Dy()/rows
		lines = append(lines, v.Row(blocks[i*across:(i+1)*across]...)(part)...)
	}
	return v.Styles.Fill(lines, area.Dx(), area.Dy())
}

// smallSpec draws the chart over λ of a curve, without names and without the dots of a fine grid.
func (v *view) smallSpec(c figure.Curve) *chart.Spec {
	s := v.overLambda(c)
	for i := range s.Series {
		q := &s.Series[i]
		q.Name = ""
		if len(c.Lambda) > figure.BarLimit && q.Marker == chart.MarkDot {
			q.Marks = []chart.Marker{}
		}
	}
	return s
}

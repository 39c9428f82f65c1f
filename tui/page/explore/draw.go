package explore

import (
	"image"

	"lambdascope/sim/analysis"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// look returns what the charts are of.
func (v *view) look() look {
	return look{analysis: v.Result, cursor: v.CursorIndex(), hidden: v.Hidden, pinned: v.Pinned, class: v.Class}
}

func (v *view) body(area image.Rectangle) []string {
	width, rows := area.Dx(), area.Dy()
	switch {
	case v.mapped():
		return v.charts()[v.chartOnShow()-1](area)
	case v.Room == page.RoomForOne && v.Swapped():
		return v.valueChart(area)
	case v.Room == page.RoomForOne:
		return v.lambdaChart(area)
	case v.Room == page.RoomBeside:
		left := area
		left.Max.X = left.Min.X + width*11/20
		right := area
		right.Min.X = left.Max.X + 1
		return screen.Beside(v.lambdaChart(left), v.valueChart(right), " ")
	}
	top, bottom := area, area
	top.Max.Y = area.Min.Y + rows*3/5
	bottom.Min.Y = top.Max.Y
	return append(v.lambdaChart(top), v.valueChart(bottom)...)
}

// lambdaChart draws LOTO error and true MSVE against λ.
func (v *view) lambdaChart(area image.Rectangle) []string {
	l := v.look()
	if !v.Panels {
		l.narrow = area.Dx() < figure.FullLegend
		return v.drawLambda("picture", v.on(l, pictureAxis, ""), area, picture)
	}
	if l.analysis.Truth == nil {
		return v.drawLambda("score", v.on(l, scoreAxis, ""), area, scorePanel)
	}
	top, bottom := area, area
	top.Max.Y = area.Min.Y + (area.Dy()+1)/2
	bottom.Min.Y = top.Max.Y
	return append(
		v.panel("score", "LOTO error", chart.InkEstimate, v.on(l, scoreAxis, ""), top, scorePanel),
		v.panel("truth", "true MSVE", chart.InkTruth, v.on(l, truthAxis, ""), bottom, truthPanel)...)
}

// panel draws a chart that is too low for a legend under a title.
func (v *view) panel(name, title string, ink chart.Ink, l look, area image.Rectangle, spec func(look) *chart.Spec) []string {
	const withLegend = 7
	if area.Dy() >= withLegend || area.Dy() < 4 {
		return v.drawLambda(name, l, area, spec)
	}
	head := v.Styles.Line(area.Dx()).Add(ink, " "+title).String()
	area.Min.Y++
	return append([]string{head}, v.drawLambda(name, l, area, spec)...)
}

// drawLambda draws a chart over λ, on which the mouse moves the cursor.
func (v *view) drawLambda(name string, l look, area image.Rectangle, spec func(look) *chart.Spec) []string {
	d := v.Charts.Draw(name, l, area.Dx(), area.Dy(), func() *chart.Spec { return spec(l) })
	v.CursorZone(area, d)
	return d.Lines
}

// valueChart draws true and estimated values at the λ under the cursor.
func (v *view) valueChart(area image.Rectangle) []string {
	l := v.look()
	l.pinned = [state.MaxPins]*analysis.Result{}
	l = v.values(l)
	const wide = 58 // from which the legend has room for long names
	l.narrow = area.Dx() < wide
	titles, spec := valueSpec(l)
	head := v.Styles.Longest(area.Dx(), titles)
	d := v.Charts.Draw("value", l, area.Dx(), area.Dy()-1, func() *chart.Spec { return withEnds(l, spec(l)) })
	return append([]string{head}, d.Lines...)
}

// valueSpec returns the chart of the values at the λ under the cursor, and its
// title, also in shorter ways.
func valueSpec(l look) (titles []string, spec func(look) *chart.Spec) {
	at := ", λ = " + screen.Exact(l.analysis.Selection.Candidates[l.cursor].Lambda)
	switch known := l.analysis.Truth; {
	case known == nil:
		return []string{"observed return against estimated value" + at, "return against estimated value" + at, "return against estimate" + at}, returnsSpec
	case l.hidden && known.Kind == truth.KindMonteCarlo:
		return []string{"estimated value" + at + "; the true ones are hidden", "estimated value" + at + ", true hidden", "estimated value" + at}, valuesSpec
	case known.Kind == truth.KindMonteCarlo:
		return []string{"true against estimated value" + at, "true against estimated" + at}, valuesSpec
	}
	return []string{"value by state" + at}, statesSpec
}

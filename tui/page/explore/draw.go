package explore

import (
	"image"

	"lambdascope/sim/analysis"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// wideLegend is the width from which the legend has room for names in full.
const wideLegend = 168

// look returns what the charts are of.
func (v *view) look() look {
	return look{analysis: v.Result, cursor: v.CursorIndex(), hidden: v.Hidden, pinned: v.Pinned, class: v.Class}
}

func (v *view) body(area image.Rectangle) []string { return v.charts()[v.chartOnShow()-1](area) }

// lambdaChart draws LOTO error and true MSVE against λ.
func (v *view) lambdaChart(area image.Rectangle) []string {
	switch {
	case !v.Panels:
		l := v.look()
		l.narrow, l.wide = area.Dx() < figure.FullLegend, area.Dx() >= wideLegend
		return v.drawLambda("picture", v.on(l, pictureAxis, ""), area, picture)
	case v.Result.Truth == nil:
		return v.scoreChart(area)
	}
	top, bottom := area, area
	top.Max.Y = area.Min.Y + (area.Dy()+1)/2
	bottom.Min.Y = top.Max.Y
	return append(v.scoreChart(top), v.truthChart(bottom)...)
}

// scoreChart draws the LOTO error at its own level.
func (v *view) scoreChart(area image.Rectangle) []string {
	return v.drawLambda("score", v.on(v.look(), scoreAxis, ""), area, scorePanel)
}

// truthChart draws the true MSVE at its own level.
func (v *view) truthChart(area image.Rectangle) []string {
	return v.drawLambda("truth", v.on(v.look(), truthAxis, ""), area, truthPanel)
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
		return []string{"observed return against estimated value" + at, "return against estimated value" + at, "return against estimate" + at, "return, estimate" + at}, returnsSpec
	case l.hidden && known.Kind == truth.KindMonteCarlo:
		return []string{"estimated value" + at + "; the true ones are hidden", "estimated value" + at + ", true hidden", "estimated value" + at}, valuesSpec
	case known.Kind == truth.KindMonteCarlo:
		return []string{"true against estimated value" + at, "true against estimated" + at, "true, estimated" + at}, valuesSpec
	}
	titles = []string{"value by state" + at}
	if l.analysis.Settings.Problem.Target != 0 {
		titles = append([]string{"value of the target policy by state" + at, "target's value by state" + at}, titles...)
	}
	return titles, statesSpec
}

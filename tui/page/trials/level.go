package trials

import (
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
)

// level reports whether the split is drawn as differences from the best λ, because a chart from 0 hides
// small changes of a large error.
func (c charts) level() bool {
	split := figure.SplitOf(c.of, 0)
	return len(split.Lambdas) > 1 && split.Known() && split.Level()
}

// levelSpec draws the differences of MSVE, bias² and variance from the best λ, on one zero line. The
// intervals are paired over data sets.
func (c charts) levelSpec(width int) *chart.Spec {
	split, z, lambdas := figure.SplitOf(c.of, 0), c.size(), c.of.Lambdas
	bias2, variance := split.FromBest()
	var msve, low, high []float64
	for k := range lambdas {
		mean := z.Differences(k, z.Best).MSVEMean
		lo, hi := mean.Interval()
		msve, low, high = append(msve, mean.Mean), append(low, lo), append(high, hi)
	}
	first, last := c.lambdaRange()
	marks := func(m chart.Marker) []chart.Marker { return thinned(m, len(lambdas)) }
	interval, label := "95 % interval", "MSVE less the best's"
	const wide = 88
	if width < wide {
		interval, label = "95 %", "from best"
	}
	best := lambdas[z.Best]
	s := &chart.Spec{
		X:     chart.Axis{Label: "λ", Min: first, Max: last},
		Y:     chart.Axis{Label: label, Long: "mean squared value error less that at λ = " + textfmt.Number(best), Scale: "trials msve from best"},
		Bands: []chart.Band{{Name: interval, X: lambdas, Lo: low, Hi: high, Ink: chart.InkFaint}},
		Series: []chart.Series{
			{Name: "MSVE", X: lambdas, Y: msve, Ink: chart.InkText, Line: chart.LineSolid, Marker: chart.MarkDot, Marks: marks(chart.MarkDot)},
			{Name: "bias²", X: lambdas, Y: bias2, Ink: chart.InkTruth, Line: chart.LineDashed, Marker: chart.MarkCross, Marks: marks(chart.MarkCross)},
			{Name: "variance", X: lambdas, Y: variance, Ink: chart.InkEstimate, Line: chart.LineDotted},
			{X: []float64{best}, Y: []float64{0}, Ink: chart.InkText, Marker: chart.MarkSquare},
		},
		Notes:  []chart.Note{{Marker: chart.MarkSquare, Ink: chart.InkText, Text: "best, λ = " + textfmt.Number(best) + " (0 here)"}},
		Cursor: unlessFiled(width, lambdas[c.cursor()]),
	}
	s.Series = append(s.Series, c.Class.PresenterMark(lambdas, variance)...)
	return s
}

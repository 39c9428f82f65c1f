package figure

import (
	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// Coverage returns the coverage against the number of trajectories: in what share of
// the trials the λ that is best on average is not ruled out, by LOTO error, which the
// set is about, and by MSVE, each with its 95 % confidence interval. 95 % is what the
// set promises.
func Coverage(rows []study.CoverageRow) *chart.Spec {
	const z95 = 1.96
	s := &chart.Spec{Y: chart.Axis{Label: "best λ not ruled out (%)"}, Dodge: true}
	var sizes []int
	promise := chart.Series{Name: "95 %", Ink: chart.InkFaint, Line: chart.LineDotted}
	for _, r := range rows {
		sizes = append(sizes, r.Trajectories)
		promise.X, promise.Y = append(promise.X, float64(r.Trajectories)), append(promise.Y, 95)
	}
	s.Series = append(s.Series, promise)
	add := func(q chart.Series, of func(study.CoverageRow) study.Mean) {
		b := chart.Band{Ink: chart.InkBandTrials, Hue: bandOf(q.Ink), Own: q.Ink}
		for _, r := range rows {
			m := of(r)
			q.X, q.Y = append(q.X, float64(r.Trajectories)), append(q.Y, 100*m.Mean)
			b.Lo, b.Hi = append(b.Lo, 100*(m.Mean-float64(z95*m.SE))), append(b.Hi, 100*min(1, m.Mean+float64(z95*m.SE)))
		}
		b.X = q.X
		s.Series, s.Bands = append(s.Series, q), append(s.Bands, b)
	}
	add(chart.Series{Name: "best by LOTO error", Ink: chart.InkEstimate, Line: chart.LineSolid, Marker: chart.MarkDot},
		func(r study.CoverageRow) study.Mean { return r.Covered })
	add(chart.Series{Name: "best by MSVE", Ink: chart.InkTruth, Line: chart.LineDashed, Marker: chart.MarkSquare},
		func(r study.CoverageRow) study.Mean { return r.CoveredMSVE })
	s.Bands[0].Name, s.Bands[0].Short = "95 % over trials", "95 %"
	s.X = sizeAxis(sizes)
	return s
}

package figure

import (
	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// Selectors returns the comparison of selectors: root MSVE against the number of
// trajectories, as a multiple of that of LSTD(best), a curve for each selector with the
// 95 % interval of the ratio, paired over trials. LSTD(worst) is left out: on the scale
// that it takes, selectors lie on one another.
func Selectors(rows []study.SelectorRow) *chart.Spec {
	var kept []study.MethodRow
	for _, r := range rows {
		if r.Selector == study.NameLSTDWorst {
			continue
		}
		kept = append(kept, study.MethodRow{
			Trajectories: r.Trajectories, Trials: r.Trials, Method: r.Selector,
			Ratio: r.Ratio.Ratio, RatioLow: r.Ratio.Low, RatioHigh: r.Ratio.High,
		})
	}
	s := Methods(kept)
	for i := range s.Series { // a line for the selectors' markers to stand on
		if s.Series[i].Name == study.NameLSTDBest {
			s.Series[i].Marker = chart.MarkNone
		}
	}
	return s
}

// selectorLook returns how a selector is drawn: by ink and marker whether it goes by
// LOTO errors, as ALLSTD does, by the contrast of LSTD(0) and LSTD(1), or by neither.
func selectorLook(name string) (s chart.Series, ok bool) {
	s = chart.Series{Name: name, Line: chart.LineSolid}
	switch name {
	case "loto":
		s.Name, s.Short = "loto (ALLSTD)", "loto"
		s.Ink, s.Marker = chart.InkEstimate, chart.MarkDot
	case "smallest":
		s.Ink, s.Marker, s.Line = chart.InkEstimate, chart.MarkTriangle, chart.LineDashed
	case "average":
		s.Ink, s.Marker, s.Line = chart.InkEstimate, chart.MarkRing, chart.LineDotted
	case "greedy":
		s.Ink, s.Marker = chart.InkThird, chart.MarkLozenge
	case "plug-in":
		s.Ink, s.Marker, s.Line = chart.InkThird, chart.MarkDiamond, chart.LineDashed
	case "bellman":
		s.Ink, s.Marker, s.Line = chart.InkWarn, chart.MarkCross, chart.LineDotted
	default:
		return s, false
	}
	return s, true
}

package figure

import (
	"cmp"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// Look returns the style and the name of a method. The choice is a white ★, as on all charts. The
// best λ is an amber ▼ and the worst a ▲, filled for LSTD and open for RLSTD.
func Look(method string) chart.Series {
	s := chart.Series{Name: method, Line: chart.LineSolid, Ink: chart.InkText, Marker: chart.MarkRing}
	switch method {
	case study.NameALLSTD, study.NameByStep:
		s.Ink, s.Marker = chart.InkSelected, chart.MarkStar
	case study.NameRSM:
		s.Short, s.Line = "RSM", chart.LineDashed
	case study.NameNaive:
		s.Short, s.Line, s.Marker = "NaiveCV", chart.LineDotted, chart.MarkCross
	case study.NameByTrajectory:
		s.Ink, s.Line, s.Marker = chart.InkEstimate, chart.LineDashed, chart.MarkDiamond
	case study.NameLSTDBest:
		s.Ink, s.Line, s.Marker = chart.InkTruth, chart.LineDashed, chart.MarkDown
	case study.NameLSTDWorst:
		s.Short, s.Ink, s.Line, s.Marker = "worst", chart.InkTruth, chart.LineDotted, chart.MarkUp
	case study.NameRLSTDBest:
		s.Ink, s.Line, s.Marker = chart.InkTruthDim, chart.LineDashed, chart.MarkWedge
	case study.NameRLSTDWorst:
		s.Short, s.Ink, s.Line, s.Marker = "worst", chart.InkTruthDim, chart.LineDotted, chart.MarkTriangle
	case study.NameLSTD:
		s.Ink, s.Line, s.Marker = chart.InkEstimate, chart.LineDashed, chart.MarkDiamond
	case study.NameRLSTD:
		s.Ink, s.Line, s.Marker = chart.InkEstimateDim, chart.LineDashed, chart.MarkLozenge
	}
	return s
}

// byMethod groups rows by method, in the order of their first rows, and sorts each group by the
// number of trajectories.
func byMethod[R any](rows []R, key func(R) (method string, n int)) (groups [][]R) {
	at := map[string]int{}
	for _, r := range rows {
		method, _ := key(r)
		i, ok := at[method]
		if !ok {
			i = len(groups)
			at[method], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], r)
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(a, b R) int {
			_, n := key(a)
			_, m := key(b)
			return cmp.Compare(n, m)
		})
	}
	return groups
}

package figure

import (
	"cmp"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// look returns the style of a method: ink and marker show its family, the line its kind.
func look(method string) chart.Series {
	s := chart.Series{Name: method, Line: chart.LineSolid, Ink: chart.InkText, Marker: chart.MarkRing}
	switch method {
	case study.NameALLSTD:
		s.Ink, s.Marker = chart.InkEstimate, chart.MarkDot
	case study.NameRSM:
		s.Ink, s.Line = chart.InkEstimate, chart.LineDashed
	case study.NameNaive:
		s.Short, s.Line, s.Marker = "NaiveCV", chart.LineDotted, chart.MarkCross
	case study.NameByStep:
		s.Ink, s.Marker = chart.InkEstimate, chart.MarkDot
	case study.NameByTrajectory:
		s.Ink, s.Line, s.Marker = chart.InkThird, chart.LineDashed, chart.MarkDiamond
	case study.NameLSTDBest, study.NameLSTD:
		s.Ink, s.Line, s.Marker = chart.InkTruth, chart.LineDashed, chart.MarkSquare
	case study.NameLSTDWorst:
		s.Short, s.Ink, s.Line, s.Marker = "worst", chart.InkTruth, chart.LineDotted, chart.MarkSquare
	case study.NameRLSTDBest, study.NameRLSTD:
		s.Ink, s.Line, s.Marker = chart.InkThird, chart.LineDashed, chart.MarkLozenge
	case study.NameRLSTDWorst:
		s.Short, s.Ink, s.Line, s.Marker = "worst", chart.InkThird, chart.LineDotted, chart.MarkLozenge
	}
	return s
}

// Ink returns the ink of a method.
func Ink(method string) chart.Ink { return look(method).Ink }

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

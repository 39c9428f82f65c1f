package figure

import (
	"math"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/report"
)

// Consistency returns figure (d): the MSVE above the least MSVE that the features allow, against
// the number of trajectories, with a curve for each method. Both axes are logarithmic, so that an
// error proportional to 1/n is parallel to the dotted line. Rows may be in any order; a mean ≤ 0
// has no point.
func Consistency(rows []study.ConsistencyRow) *chart.Spec {
	s := &chart.Spec{Y: chart.Axis{Label: "MSVE above the least", Log: true}}
	var sizes []int
	least := math.Inf(1) // the least drawn value
	for _, r := range rows {
		sizes = append(sizes, r.Trajectories)
		for _, v := range []float64{r.Above, r.Low} {
			if v > 0 {
				least = min(least, v)
			}
		}
	}
	for _, rs := range byMethod(rows, func(r study.ConsistencyRow) (string, int) { return r.Method, r.Trajectories }) {
		q := Look(rs[0].Method)
		b := chart.Interval{Ink: q.Ink, Edges: true}
		for _, r := range rs {
			q.X, q.Y = append(q.X, float64(r.Trajectories)), append(q.Y, r.Above)
			b.Lo, b.Hi = append(b.Lo, max(least, r.Low)), append(b.Hi, r.High)
		}
		b.X = q.X
		s.Series = append(s.Series, q)
		switch q.Name {
		case study.NameByStep:
			s.Series = append([]chart.Series{likeInverse(q)}, s.Series...)
			fallthrough
		case study.NameByTrajectory: // four bands would hide each other
			s.Intervals = append(s.Intervals, b)
		}
	}
	if len(s.Intervals) > 0 {
		s.Intervals[0].Name, s.Intervals[0].Short = "95 % over trials", "95 %"
	}
	s.X = sizeAxis(sizes)
	return s
}

// likeInverse returns the line proportional to 1/n through the last point of a curve.
func likeInverse(of chart.Series) chart.Series {
	out := chart.Series{Name: "falls as 1/n", Short: "1/n", Ink: chart.InkFaint, Line: chart.LineDotted}
	for last := len(of.X) - 1; last >= 0; last-- {
		if !(of.Y[last] > 0) {
			continue
		}
		out.X = of.X[:last+1]
		for _, n := range out.X {
			out.Y = append(out.Y, of.Y[last]*of.X[last]/n)
		}
		break
	}
	return out
}

// ConsistencyColumns are the columns of figure (d).
func ConsistencyColumns() []Column[study.ConsistencyRow] {
	type row = study.ConsistencyRow
	return []Column[row]{
		{"trajectories", func(r row) string { return strconv.Itoa(r.Trajectories) }},
		{"trials", func(r row) string { return strconv.Itoa(r.Trials) }},
		{"method", func(r row) string { return r.Method }},
		{"lambda", func(r row) string { return report.Exact(r.Lambda) }},
		{"above", func(r row) string { return report.Exact(r.Above) }},
		{"above_se", func(r row) string { return report.Exact(r.SE) }},
		{"low", func(r row) string { return report.Exact(r.Low) }},
		{"high", func(r row) string { return report.Exact(r.High) }},
		{"msve", func(r row) string { return report.Exact(r.MSVE) }},
		{"root_msve", func(r row) string { return report.Exact(r.RootMSVE) }},
		{"least_msve", func(r row) string { return report.Exact(r.Least) }},
		{"apart", func(r row) string { return report.Exact(r.Apart) }},
		{"apart_se", func(r row) string { return report.Exact(r.ApartSE) }},
	}
}

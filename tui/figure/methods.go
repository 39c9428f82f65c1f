package figure

import (
	"cmp"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// Methods returns figure (b): root MSVE as a multiple of the root MSVE of LSTD(best), against the
// number of trajectories, with a curve for each method. The figure shows ratios because levels
// span a decade, on which all methods share one band. Ratios also have narrower intervals, since
// they are paired over trials.
func Methods(rows []study.MethodRow) *chart.Spec {
	return methods(rows, "root MSVE ÷ LSTD(best)", "95 %, paired over trials", "95 % paired",
		func(r study.MethodRow) (float64, float64, float64) { return r.Ratio, r.RatioLow, r.RatioHigh })
}

// MethodLevels returns figure (b) with root MSVE and the 95 % confidence interval of each level.
func MethodLevels(rows []study.MethodRow) *chart.Spec {
	return methods(rows, "root MSVE", "95 % of the level", "95 % of level",
		func(r study.MethodRow) (float64, float64, float64) { return r.RootMSVE, r.Low, r.High })
}

// methods draws the values that of returns, with their intervals. Rows may be in any order.
// Methods are drawn in the order of their first rows, with RLSTD and then LSTD last: the two
// often coincide, and the markers of LSTD fit into the markers of RLSTD. NaiveCV+LSTD is marks on
// ALLSTD's curve, because both compute the same estimate.
func methods(rows []study.MethodRow, label, interval, short string, of func(study.MethodRow) (v, low, high float64)) *chart.Spec {
	s := &chart.Spec{Y: chart.Axis{Label: label}}
	var sizes []int
	groups := byMethod(rows, func(r study.MethodRow) (string, int) { return r.Method, r.Trajectories })
	slices.SortStableFunc(groups, func(a, b []study.MethodRow) int { return cmp.Compare(layer(a[0].Method), layer(b[0].Method)) })
	for _, rs := range groups {
		q := Look(rs[0].Method)
		b := chart.Interval{Ink: q.Ink}
		for _, r := range rs {
			sizes = append(sizes, r.Trajectories)
			v, low, high := of(r)
			q.X, q.Y = append(q.X, float64(r.Trajectories)), append(q.Y, v)
			b.Lo, b.Hi = append(b.Lo, low), append(b.Hi, high)
		}
		b.X = q.X
		if q.Name == study.NameNaive {
			q.Line = chart.LineNone
		} else {
			s.Intervals = append(s.Intervals, b)
		}
		s.Series = append(s.Series, q)
	}
	if len(s.Intervals) > 0 {
		s.Intervals[0].Name, s.Intervals[0].Short = interval, short
	}
	s.X = sizeAxis(sizes)
	s.Y.Log = logarithmic(s.Series)
	return s
}

// layer returns the drawing order of a method; lower layers are drawn first.
func layer(method string) int {
	switch method {
	case study.NameRLSTDBest, study.NameRLSTDWorst:
		return 1
	case study.NameLSTDBest, study.NameLSTDWorst:
		return 2
	}
	return 0
}

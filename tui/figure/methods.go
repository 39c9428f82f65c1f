package figure

import (
	"cmp"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// Methods returns figure (b): root MSVE against the number of trajectories, as a
// multiple of that of LSTD(best), a curve for each method. Over a decade of levels
// the methods lie in one band; their ratios tell them apart, and have narrower
// intervals too, being paired over trials.
func Methods(rows []study.MethodRow) *chart.Spec {
	return methods(rows, "root MSVE ÷ LSTD(best)", "95 %, paired over trials", "95 % paired",
		func(r study.MethodRow) (float64, float64, float64) { return r.Ratio, r.RatioLow, r.RatioHigh })
}

// MethodLevels returns figure (b) with root MSVE itself, and the 95 % confidence
// interval of each level.
func MethodLevels(rows []study.MethodRow) *chart.Spec {
	return methods(rows, "root MSVE", "95 % of the level", "95 % of level",
		func(r study.MethodRow) (float64, float64, float64) { return r.RootMSVE, r.Low, r.High })
}

// methods draws what of gives of the rows, with its interval. Rows may come in any
// order; methods are drawn in the order of their first rows, but RLSTD before LSTD,
// whose markers fit into its, as the two often coincide. NaiveCV+LSTD, which is
// ALLSTD computed another way, is marks on ALLSTD's curve.
func methods(rows []study.MethodRow, label, interval, short string, of func(study.MethodRow) (v, low, high float64)) *chart.Spec {
	s := &chart.Spec{Y: chart.Axis{Label: label}, Dodge: true}
	var sizes []int
	groups := byMethod(rows, func(r study.MethodRow) (string, int) { return r.Method, r.Trajectories })
	slices.SortStableFunc(groups, func(a, b []study.MethodRow) int { return cmp.Compare(layer(a[0].Method), layer(b[0].Method)) })
	for _, rs := range groups {
		q := look(rs[0].Method)
		b := chart.Band{Ink: q.Ink}
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
			s.Bands = append(s.Bands, b)
		}
		s.Series = append(s.Series, q)
	}
	if len(s.Bands) > 0 {
		s.Bands[0].Name, s.Bands[0].Short = interval, short
	}
	s.X = sizeAxis(sizes)
	s.Y.Log = logarithmic(s.Series)
	return s
}

// layer says which methods are drawn before which.
func layer(method string) int {
	switch method {
	case study.NameRLSTDBest, study.NameRLSTDWorst:
		return 1
	case study.NameLSTDBest, study.NameLSTDWorst:
		return 2
	}
	return 0
}

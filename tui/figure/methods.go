package figure

import (
	"cmp"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// Methods returns figure (b): root MSVE against the number of trajectories, a
// curve for each method, with its 95 % confidence interval. Rows may come in any
// order; methods are drawn in the order of their first rows, but RLSTD before LSTD,
// whose markers fit into its, as the two often coincide. NaiveCV+LSTD, which is
// ALLSTD computed another way, is marks on ALLSTD's curve.
func Methods(rows []study.MethodRow) *chart.Spec {
	s := &chart.Spec{Y: chart.Axis{Label: "root MSVE"}, Dodge: true}
	var sizes []int
	groups := byMethod(rows, func(r study.MethodRow) (string, int) { return r.Method, r.Trajectories })
	slices.SortStableFunc(groups, func(a, b []study.MethodRow) int {
		return cmp.Compare(layer(a[0].Method), layer(b[0].Method))
	})
	for _, rs := range groups {
		q := look(rs[0].Method)
		b := chart.Band{Ink: chart.InkBand, Own: q.Ink}
		for _, r := range rs {
			sizes = append(sizes, r.Trajectories)
			q.X, q.Y = append(q.X, float64(r.Trajectories)), append(q.Y, r.RootMSVE)
			b.Lo, b.Hi = append(b.Lo, r.Low), append(b.Hi, r.High)
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
		s.Bands[0].Name = "95 % intervals"
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

package figure

import (
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
)

// Times returns figure (c): training time against the number of trajectories, with a curve for
// each method and both axes logarithmic. Rows may be in any order; methods are drawn in the order
// of their first rows. A stopped method ends in ▲, because the true time is longer. Larger sizes,
// which were not tried, have no point.
func Times(rows []study.TimeRow) *chart.Spec {
	s := &chart.Spec{Y: chart.Axis{Label: "training time (s)", Log: true}}
	var sizes []int
	budget, budgets := 0., 0 // of the stopped methods, and the number of different budgets
	for _, rs := range byMethod(rows, func(r study.TimeRow) (string, int) { return r.Method, r.Trajectories }) {
		q := Look(rs[0].Method)
		stopped := false
		for _, r := range rs {
			sizes = append(sizes, r.Trajectories)
			if stopped {
				continue
			}
			mark := q.Marker
			if r.Stopped {
				stopped, mark = true, chart.MarkUp
				if budgets == 0 || r.Seconds != budget {
					budget, budgets = r.Seconds, budgets+1
				}
			}
			q.X, q.Y = append(q.X, float64(r.Trajectories)), append(q.Y, r.Seconds)
			q.Marks = append(q.Marks, mark)
		}
		s.Series = append(s.Series, q)
	}
	s.X = sizeAxis(sizes)
	if budgets > 0 {
		text := "stopped"
		if budgets == 1 {
			text += " after " + textfmt.Short(budget, 3) + " s"
		}
		s.Series = append(s.Series, chart.Series{Name: text, Ink: chart.InkText, Marker: chart.MarkUp})
	}
	return s
}

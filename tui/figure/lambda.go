package figure

import (
	"cmp"
	"fmt"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// Lambda returns figure (a): root MSVE against λ, a curve for each number of
// trajectories. Rows may come in any order. Curves have no bands: those of seven
// sizes would hide one another.
func Lambda(rows []study.LambdaRow) *chart.Spec {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b study.LambdaRow) int {
		if a.Trajectories != b.Trajectories {
			return a.Trajectories - b.Trajectories
		}
		return cmp.Compare(a.Lambda, b.Lambda)
	})
	s := &chart.Spec{X: chart.Axis{Label: "λ"}, Y: chart.Axis{Label: "root MSVE"}}
	for i, r := range rows {
		if i == 0 || r.Trajectories != rows[i-1].Trajectories {
			s.Series = append(s.Series, chart.Series{Name: fmt.Sprintf("n = %d", r.Trajectories)})
		}
		q := &s.Series[len(s.Series)-1]
		q.X, q.Y = append(q.X, r.Lambda), append(q.Y, r.RootMSVE)
	}
	for i := range s.Series {
		dress(&s.Series[i], i, len(s.Series))
	}
	s.Y.Log = logarithmic(s.Series)
	return s
}

// dress gives the i-th of n curves its ink, line and marker; curves with equal
// lines have other markers.
func dress(s *chart.Series, i, n int) {
	lines := []chart.Line{chart.LineSolid, chart.LineDashed, chart.LineDotted}
	markers := []chart.Marker{chart.MarkDot, chart.MarkRing, chart.MarkSquare, chart.MarkCross, chart.MarkDiamond}
	s.Ink = chart.Level(i, n)
	s.Line = lines[i%len(lines)]
	s.Marker = markers[i%len(markers)]
	s.Marks = spread(s.Marker, len(s.X))
}

// marksPerCurve is how many points of a curve have markers, at most about: more
// would hide the line.
const marksPerCurve = 13

// spread returns the marker for every kth of n points, or nil for every point.
func spread(m chart.Marker, n int) []chart.Marker {
	every := (n + marksPerCurve - 1) / marksPerCurve
	if every <= 1 {
		return nil
	}
	marks := make([]chart.Marker, n)
	for i := 0; i < n; i += every {
		marks[i] = m
	}
	return marks
}

package figure

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// Lambda returns figure (a): root MSVE against λ, a curve for each number of trajectories, and
// the path of the best λ. Rows may be in any order. Curves have no bands because seven bands
// would hide each other.
func Lambda(rows []study.LambdaRow) *chart.Spec {
	rows = slices.SortedStableFunc(slices.Values(rows), func(a, b study.LambdaRow) int {
		return cmp.Or(cmp.Compare(a.Trajectories, b.Trajectories), cmp.Compare(a.Lambda, b.Lambda))
	})
	s := &chart.Spec{X: chart.Axis{Label: "λ"}, Y: chart.Axis{Label: "root MSVE"}}
	for i := range rows {
		r := &rows[i]
		if i == 0 || r.Trajectories != rows[i-1].Trajectories {
			n := strconv.Itoa(r.Trajectories)
			q := chart.Series{Name: "n = " + n}
			if i > 0 { // the first name shows that the numbers are of n
				q.Short = n
			}
			s.Series = append(s.Series, q)
		}
		q := &s.Series[len(s.Series)-1]
		q.X, q.Y = append(q.X, r.Lambda), append(q.Y, r.RootMSVE)
	}
	path := chart.Series{Name: "best λ", Short: "best", Ink: chart.InkTruth, Line: chart.LineSolid, Marker: chart.MarkDown}
	for i := range s.Series {
		q := &s.Series[i]
		dress(q, i, len(s.Series))
		best := least(q.Y)
		if best < 0 {
			continue
		}
		path.X, path.Y = append(path.X, q.X[best]), append(path.Y, q.Y[best])
		marks := make([]chart.Marker, len(q.X)) // the path's marker replaces the curve's marker
		for k := range marks {
			marks[k] = q.Mark(k)
		}
		marks[best] = chart.MarkNone
		q.Marks = marks
	}
	s.Y.Log = logarithmic(s.Series)
	if len(path.X) > 0 {
		s.Series = append(s.Series, path)
	}
	return s
}

// least returns the index of the least number, −1 if there is none.
func least(y []float64) int {
	at := -1
	for i, v := range y {
		if !math.IsNaN(v) && (at < 0 || v < y[at]) {
			at = i
		}
	}
	return at
}

// dress sets the ink, line and marker of the i-th of n curves. Seven markers suffice for the
// seven curves of the figures.
func dress(s *chart.Series, i, n int) {
	lines := []chart.Line{chart.LineSolid, chart.LineDashed, chart.LineDotted}
	markers := []chart.Marker{chart.MarkDot, chart.MarkRing, chart.MarkDiamond, chart.MarkCross, chart.MarkLozenge, chart.MarkTriangle, chart.MarkWedge}
	s.Ink = chart.Level(i, n)
	s.Line = lines[i%len(lines)]
	s.Marker = markers[i%len(markers)]
	s.Marks = spread(s.Marker, len(s.X), marksPerCurve)
}

// marksPerCurve is the approximate largest number of markers on a curve; more would hide the
// line.
const marksPerCurve = 13

// spread returns the marker for every kth of n points, at most most in all, or nil for every point.
func spread(m chart.Marker, n, most int) []chart.Marker {
	every := (n + most - 1) / most
	if every <= 1 {
		return nil
	}
	marks := make([]chart.Marker, n)
	for i := 0; i < n; i += every {
		marks[i] = m
	}
	return marks
}

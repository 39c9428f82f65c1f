// Package figure draws the figures of the ALLSTD paper: it turns the tables of package study into
// charts for the screen and for files.
//
// Methods keep their ink and marker from figure to figure, so that a reader can follow a method.
// ALLSTD has the ink of the choice. LSTD(λ) with λ chosen in hindsight has the ink of truth,
// because the truth chooses. All curves of a figure differ in line and marker too.
package figure

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/report"
)

// wide is the least ratio of the largest to the least number for a logarithmic axis; below, a
// linear axis loses nothing.
const wide = 4

// logarithmic reports whether a logarithmic axis suits the numbers. All must be positive, since
// zero and negative numbers have no place on such an axis.
func logarithmic(of []chart.Series) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range of {
		for _, v := range s.Y {
			if !math.IsInf(v, 0) && !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low > 0 && high/low >= wide
}

// sizeAxis returns a logarithmic axis with a tick at each number of trajectories.
func sizeAxis(sizes []int) chart.Axis {
	a := chart.Axis{Label: "n", Long: "number of trajectories n", Log: true}
	slices.Sort(sizes)
	for _, n := range slices.Compact(sizes) {
		a.Ticks = append(a.Ticks, float64(n))
	}
	return a
}

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
		s.Intervals[0].Name = interval
		s.Intervals[0].Short = short
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

// Times returns figure (c): training time against the number of trajectories, with a curve for
// each method and both axes logarithmic. Rows may be in any order; methods are drawn in the order
// of their first rows. A stopped method ends in ▲, because the true time is longer. Larger sizes,
// which were not tried, have no point.
func Times(rows []study.TimeRow) *chart.Spec {
	s := &chart.Spec{Y: chart.Axis{Label: "training time (s)", Log: true}}
	var sizes []int
	budget := 0.
	budgets := 0 // of the stopped methods, and the number of different budgets
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
				stopped = true
				mark = chart.MarkUp
				if budgets == 0 || r.Seconds != budget {
					budget = r.Seconds
					budgets = budgets + 1
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
		s.Intervals[0].Name = "95 % over trials"
		s.Intervals[0].Short = "95 %"
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

// Look returns the style and the name of a method. The choice is a white ★, as on all charts. The
// best λ is an amber ▼ and the worst a ▲, filled for LSTD and open for RLSTD.
func Look(method string) chart.Series {
	s, known := map[string]chart.Series{
		study.NameALLSTD:       {Ink: chart.InkSelected, Line: chart.LineSolid, Marker: chart.MarkStar},
		study.NameByStep:       {Ink: chart.InkSelected, Line: chart.LineSolid, Marker: chart.MarkStar},
		study.NameByTrajectory: {Ink: chart.InkEstimate, Line: chart.LineDashed, Marker: chart.MarkDiamond},
		study.NameRSM:          {Ink: chart.InkText, Line: chart.LineDashed, Marker: chart.MarkRing, Short: "RSM"},
		study.NameNaive:        {Ink: chart.InkText, Line: chart.LineDotted, Marker: chart.MarkCross, Short: "NaiveCV"},
		study.NameLSTD:         {Ink: chart.InkEstimate, Line: chart.LineDashed, Marker: chart.MarkDiamond},
		study.NameLSTDBest:     {Ink: chart.InkTruth, Line: chart.LineDashed, Marker: chart.MarkDown},
		study.NameLSTDWorst:    {Ink: chart.InkTruth, Line: chart.LineDotted, Marker: chart.MarkUp, Short: "worst"},
		study.NameRLSTD:        {Ink: chart.InkEstimateDim, Line: chart.LineDashed, Marker: chart.MarkLozenge},
		study.NameRLSTDBest:    {Ink: chart.InkTruthDim, Line: chart.LineDashed, Marker: chart.MarkWedge},
		study.NameRLSTDWorst:   {Ink: chart.InkTruthDim, Line: chart.LineDotted, Marker: chart.MarkTriangle, Short: "worst"},
	}[method]
	if !known {
		s = chart.Series{Ink: chart.InkText, Line: chart.LineSolid, Marker: chart.MarkRing}
	}
	s.Name = method
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
			at[method] = i
			groups = append(groups, nil)
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

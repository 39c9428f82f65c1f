package folds

import (
	"image"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/estimator"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// The scales of the map and of the curves.
const (
	curveScale = "folds difference"
	mapColours = "folds contribution"
)

// mapView is the map of the trajectories, and the curves below the map.
type mapView struct{ *view }

// scroll is the position of the rows of the map, and the reason of the last move.
type scroll struct {
	top           int // the first visible row
	found         *found
	selected      int
	width, height int // of the screen
}

// follow scrolls to the selected row.
func (p *Page) follow(s *page.Snapshot) {
	v := mapView{p.view(s)}
	if v.folds == nil || v.open() {
		return
	}
	now := scroll{p.scroll.top, v.folds, v.selected(), s.Width, s.Height}
	if now == p.scroll {
		return
	}
	area := s.Body()
	if area.Empty() || area.Dy() < rowsForBoth && v.swapped() {
		return
	}
	area.Max.Y = area.Min.Y + v.rows(area.Dy())
	now.top = v.plan(area).first
	p.scroll = now
}

// show returns the map and the curves.
func (v mapView) show() page.Show {
	return page.Show{Views: v.views(), Body: v.body, Readout: v.readout, Findings: v.findings, Name: "folds", Says: v.says}
}

// views are the map of the rows that fit, or in a file of many, and the curves.
func (v mapView) views() []page.View {
	if v.folds == nil {
		return nil
	}
	return []page.View{v.rowsView(mapPlan{rows: min(len(v.folds.Order), mostRows)}), v.curves()}
}

// mostRows can be told apart in a file.
const mostRows = 200

// rowsView is the map of some rows.
func (v mapView) rowsView(plan mapPlan) page.View {
	f := v.folds
	return page.View{
		Name: "map", Spec: func(width int) *chart.Spec { return v.spec(plan, width) },
		Tables: []page.Table{
			{
				Header: []string{f.Analysis.FoldNoun(), "steps", "weight", "leverage", "influence", "lambda_without", "exact"},
				Rows:   func() [][]string { return foldsRows(f) },
			},
			{
				Name: "differences", Header: []string{f.Analysis.FoldNoun(), "lambda", "loto", "diff", "contribution", "status"},
				Rows: func() [][]string { return differencesRows(f) },
			},
		},
	}
}

func (v mapView) body(area image.Rectangle) []string {
	curves := v.Block(v.curves())
	if !v.roomForBoth() && v.swapped() {
		return curves(area)
	}
	return page.Above(v.heatMap, func(area image.Rectangle) []string {
		if area.Dy() <= 0 {
			return nil
		}
		return curves(area)
	}, v.rows)(area)
}

// roomForBoth reports whether the map and the curves stand together.
func (v mapView) roomForBoth() bool { return v.Snapshot.Body().Dy() >= rowsForBoth }

// rows returns how many rows of an area the map takes. Where there is room, the
// curve without the selected trajectory stands below.
func (v mapView) rows(rows int) int {
	if rows < rowsForBoth {
		return rows
	}
	const leastMap, leastCurve = 10, 9
	needed := len(v.folds.Order) + mapFrame
	return min(rows-max(leastCurve, rows*3/10), max(needed, leastMap))
}

// rowsForBoth is from how many rows on the map and the curves stand together.
const rowsForBoth = 20

// mapFrame is how many rows of the map are no trajectories: title, key, axis and
// the mark of λ̂.
const mapFrame = 4

// mapColumns is the widths of the columns beside the map, 0 for a column without room.
type mapColumns struct{ number, steps, leverage, without int }

// beside is the width of all columns.
func (c mapColumns) beside() int { return c.number + c.steps + c.leverage + c.without }

func (v mapView) mapColumns(width int) mapColumns {
	c := mapColumns{number: 4 + max(3, len(strconv.Itoa(len(v.folds.Order)-1)))}
	if width >= 50 {
		c.steps = 7
	}
	if width >= 60 {
		c.without = ansi.StringWidth(v.Styles.Text("  " + without))
	}
	if width >= 76 {
		c.leverage = 10
		c.without = ansi.StringWidth(v.Styles.Text("  " + withoutIt))
	}
	return c
}

// The headings of the λ selected without a trajectory; the second for narrow windows.
const (
	withoutIt = "λ̂ without it"
	without   = "λ̂ without"
)

// mapPlan is how the map lies in an area.
type mapPlan struct {
	columns mapColumns
	left    int             // how wide the columns to the left are together
	plot    image.Rectangle // the chart between the columns
	marked  bool            // λ̂ is marked below

	first, rows int // of the visible rows, by their place in the order
	selected    int // row
}

// plan lays out a map of the trajectories around the selected one that fit.
func (v mapView) plan(area image.Rectangle) mapPlan {
	n := len(v.folds.Order)
	columns := v.mapColumns(area.Dx())
	p := mapPlan{columns: columns, left: columns.beside(), plot: area, marked: area.Dy() > mapFrame+2}
	p.plot.Min.X += p.left
	p.plot.Min.Y++
	if p.marked {
		p.plot.Max.Y--
	}

	const tallest = 3 // cells, of a row where there are few
	room := p.plot.Dy() - keyAndAxis(p.plot.Dy())
	per := max(1, min(tallest, room/n))
	p.selected, p.rows = v.folds.rank[v.selected()], max(1, min(n, room))
	height := p.plot.Dy()
	for h := height; h >= per*p.rows && keyAndAxis(h) == keyAndAxis(height); h-- {
		p.plot.Max.Y = p.plot.Min.Y + h // with key and axis, if need be higher than the rows
		if h-keyAndAxis(h) == per*p.rows {
			break // each row has as many cells
		}
	}
	p.first = max(0, min(v.scroll.top, n-p.rows, p.selected), p.selected-p.rows+1)
	return p
}

// heatMap draws a row with numbers for each trajectory that fits.
func (v mapView) heatMap(area image.Rectangle) []string {
	plan := v.plan(area)
	columns, left := plan.columns, plan.left
	d := v.ChartOf(v.rowsView(plan), plan.plot)

	labels := make([]string, len(d.Lines))
	last := -1
	for y := range d.Lines {
		row, ok := d.HeatRow(y)
		label := v.Styles.Line(left)
		switch {
		case y == d.Plot.Min.Y-1:
			v.heads(label, columns)
		case ok && row != last:
			v.rowNumbers(label, columns, plan.first+row == plan.selected, v.folds.Order[plan.first+row])
			last = row
		}
		labels[y] = label.String()
	}
	lines := append([]string{v.title(area.Dx(), plan)}, screen.Beside("", labels, d.Lines)...)
	if plan.marked {
		lines = append(lines, v.mark(area.Dx(), left, d))
	}
	v.zones(area, d, plan)
	return v.Styles.Fill(lines, area.Dx(), area.Dy())
}

// keyAndAxis is how many rows key and axis take of a heat map's drawing.
func keyAndAxis(rows int) int {
	const forKey, forAxis = 5, 4
	switch {
	case rows >= forKey:
		return 2
	case rows >= forAxis:
		return 1
	}
	return 0
}

// title explains the map.
func (v mapView) title(width int, plan mapPlan) string {
	n := len(v.folds.Order)
	count := strconv.Itoa(n)
	if plan.rows < n {
		count = strconv.Itoa(plan.first+1) + "–" + strconv.Itoa(plan.first+plan.rows) + " of " + count
	}
	which := count + " " + v.folds.Analysis.FoldsNoun() + ", by influence"
	weighted := ""
	if v.folds.Analysis.Settings.Weighting == estimator.ByStep {
		weighted = ", weighted by steps"
	}
	return v.Styles.Line(width).Add(chart.InkFaint, v.Styles.Fitting(width,
		" error when left out, at λ minus at λ̂"+weighted+" · "+which,
		" error left out, minus λ̂'s"+weighted+" · "+which,
		" error left out, minus λ̂'s · "+which,
		" error left out, minus λ̂'s · "+count+" by influence",
		" "+which)).String()
}

// heads names the columns.
func (v mapView) heads(label *screen.Line, c mapColumns) {
	label.Right(chart.InkFaint, "no.", c.number-1)
	if c.steps > 0 {
		label.Right(chart.InkFaint, "steps", c.number+c.steps-1)
	}
	if c.leverage > 0 {
		label.Right(chart.InkFaint, "leverage", c.number+c.steps+c.leverage-1)
	}
	if c.without > 0 {
		label.Right(chart.InkFaint, v.Styles.Fitting(c.without-2, withoutIt, without), c.beside()-1)
	}
}

// rowNumbers writes the numbers of a row: the trajectory, a sign for a rank-deficient fold, its length
// and leverage, and the λ selected without the trajectory, if another.
func (v mapView) rowNumbers(label *screen.Line, c mapColumns, selected bool, i int) {
	f := v.folds
	ink := chart.InkText
	if selected {
		ink = chart.InkCursor
		label.Add(ink, " ▸")
	}
	label.Right(ink, strconv.Itoa(i), c.number-1)
	if v.deficient(i) {
		label.Add(chart.InkWarn, "!")
	}
	if c.steps > 0 {
		label.Right(ink, strconv.Itoa(f.Steps[i]), c.number+c.steps-1)
	}
	if c.leverage > 0 && f.leverage != nil {
		label.Right(ink, textfmt.Rounded(f.leverage[i], 2), c.number+c.steps+c.leverage-1)
	}
	if sel := f.Analysis.Selection; c.without > 0 && f.Without[i] != sel.Selected {
		label.Right(chart.InkSelected, f.lambdaWithout(i), c.beside()-1)
	}
}

// deficient reports whether the fold of a trajectory is rank-deficient at the λ
// under the cursor.
func (v mapView) deficient(i int) bool {
	return v.folds.Analysis.Selection.Candidates[v.cursor()].Status[i] == estimator.FoldDeficient
}

// mark points at the column of λ̂ from below.
func (v mapView) mark(width, left int, d chart.Drawing) string {
	l := v.Styles.Line(width)
	at, ok := heatColumn(d, left, v.folds.Analysis.Selection.Selected)
	if !ok {
		return l.String()
	}
	if l.To(at); l.Fits("▲ λ̂") {
		return l.Add(chart.InkSelected, "▲ λ̂").String()
	}
	return v.Styles.Line(width).Right(chart.InkSelected, "λ̂ ▲", at+1).String()
}

// heatColumn returns the middle of the cells of the k-th column of a map, with some cells to the left of
// the map.
func heatColumn(d chart.Drawing, left, k int) (at int, ok bool) {
	first, last := -1, -1
	for x := d.Plot.Min.X; x < d.Plot.Max.X; x++ {
		if i, on := d.HeatColumn(x); on && i == k {
			if first < 0 {
				first = x
			}
			last = x
		}
	}
	return left + (first+last)/2, first >= 0
}

// zones lets the mouse choose a row and a λ. A second click on the same cell, or a click on the numbers
// of the selected row, opens the replay. The wheel moves through the rows.
func (v mapView) zones(area image.Rectangle, d chart.Drawing, plan mapPlan) {
	p, of, cursor := v.Page, v.folds, v.cursor()
	press := func(s *page.Snapshot, at image.Point) page.Action {
		v := p.view(s)
		if v.folds != of {
			return page.Action{}
		}
		row, ok := d.HeatRow(at.Y - plan.plot.Min.Y)
		if !ok {
			return page.Action{}
		}
		row += plan.first
		k, onMap := d.HeatColumn(at.X - plan.plot.Min.X)
		if row == plan.selected && (!onMap || k == cursor) {
			return v.start()
		}
		next := s.State
		v.choose(&next, v.folds.Order[row])
		if onMap && v.folds.Analysis == s.Result {
			next.Cursor = state.Some(s.Result.Selection.Candidates[k].Lambda)
		}
		return page.Action{State: &next, Focus: trajectoryControl}
	}
	v.Zone(page.Zone{
		Rectangle: area,
		Press:     press,
		Wheel:     func(s *page.Snapshot, by int) page.Action { return p.view(s).move(-by) },
	})
}

// spec draws the rows of a plan, in a file with their numbers on the axis. All rows share the colours.
func (v mapView) spec(plan mapPlan, width int) *chart.Spec {
	f := v.folds
	all := f.Analysis.Selection.Candidates
	colours := v.Axes.Keep(mapColours, f.colours())
	h := &chart.Heat{Diverging: true, Min: colours.Lo, Max: colours.Hi, Colours: mapColours}
	s := &chart.Spec{
		X:      chart.Axis{Label: "λ"},
		Y:      chart.Axis{Ticks: []float64{math.Inf(-1)}, Names: []string{""}},
		Heat:   h,
		Cursor: &chart.Cursor{X: all[v.cursor()].Lambda, Ink: chart.InkCursor},
	}
	for k := range all {
		h.X = append(h.X, all[k].Lambda)
	}
	for r := range plan.rows {
		h.Y = append(h.Y, float64(-r))
		for k := range all {
			h.Z = append(h.Z, f.Contribution(f.Order[plan.first+r], k))
		}
	}
	const roomForWords = 56
	if f.Influence[f.Order[0]] > h.Max {
		h.Name = "or more"
	}
	if width >= roomForWords {
		h.Name = strings.TrimPrefix(h.Name+": worse than λ̂", ": ")
	}
	if width != page.InFile {
		return s
	}
	h.Name, s.Y = "contribution to the difference from λ̂ (above 0: worse than λ̂)", chart.Axis{Label: f.Analysis.FoldNoun()}
	for r := range plan.rows {
		s.Y.Ticks = append(s.Y.Ticks, float64(-r))
		s.Y.Names = append(s.Y.Names, foldLabel(f.Analysis, f.Order[plan.first+r]))
	}
	return s
}

// colours returns the range of the colours: the contributions of most trajectories, because a few may be
// far beyond.
func (f *found) colours() chart.Range {
	ends := (&chart.Heat{Diverging: true, Z: []float64{-f.usual, f.usual}}).Scale().Ticks()
	return chart.Range{Lo: ends[0].Value, Hi: ends[2].Value}
}

// curves is the difference from λ̂ with and without the selected trajectory.
func (v mapView) curves() page.View {
	return page.View{Name: "curves", Spec: v.curvesSpec, Mouse: page.Cursor}
}

func (v mapView) curvesSpec(int) *chart.Spec {
	f, i := v.folds, v.selected()
	sel := f.Analysis.Selection
	c := figure.NewCurve(f.Analysis)
	all := make([]float64, len(c.Lambda))
	low := make([]float64, len(c.Lambda))
	high := make([]float64, len(c.Lambda))
	for k := range all {
		all[k] = sel.Candidates[k].Diff
		low[k] = c.Low[k] - c.Score[c.Selected]
		high[k] = c.High[k] - c.Score[c.Selected]
	}
	out := &chart.Spec{
		X: c.LambdaAxis(),
		Y: chart.Axis{Label: "LOTO error, difference from λ̂", Scale: curveScale, Over: f.differs.Union(chart.RangeOf(low, high))},
		Series: append([]chart.Series{
			{Name: "LOTO error", X: c.Lambda, Y: all, Ink: chart.InkEstimate, Line: chart.LineSolid, Marker: chart.MarkDot, Marks: c.Marks},
			{Name: "without " + strconv.Itoa(i), X: c.Lambda, Y: f.withoutDiffs(i), Ink: chart.InkThird, Line: chart.LineDashed},
			c.SelectedMark(all),
		}, v.Class.PresenterMark(c.Lambda, all)...),
		Chip: &c.Lambda[v.cursor()],
	}
	c.Intervals(out, 0)
	return out
}

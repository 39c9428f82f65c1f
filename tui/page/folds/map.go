package folds

import (
	"image"
	"math"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/estimator"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

func (v *view) body(area image.Rectangle) []string {
	switch {
	case v.err != nil:
		return v.Styles.Note(chart.InkWarn, v.err.Error(), area)
	case v.folds == nil:
		return v.Styles.Note(chart.InkFaint, "computing …", area)
	case v.acting():
		return v.actBody(area)
	case v.open():
		return v.replayBody(area)
	}
	if !v.roomForBoth() && v.Swapped() {
		return v.curves(area)
	}
	top, bottom := area, area
	top.Max.Y = area.Min.Y + v.mapRows(area.Dy())
	bottom.Min.Y = top.Max.Y
	return append(v.heatMap(top), v.curves(bottom)...)
}

// roomForBoth tells whether the map and the curves stand together.
func (v *view) roomForBoth() bool { return v.Body().Dy() >= rowsForBoth }

// mapRows returns how many rows of an area the map takes. Where there is room, the
// curve without the selected trajectory stands below.
func (v *view) mapRows(rows int) int {
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

// mapColumns says how wide the columns beside the map are, 0 for those left out.
type mapColumns struct{ number, steps, leverage, without int }

func (v *view) mapColumns(width int) mapColumns {
	c := mapColumns{number: 4 + max(3, len(strconv.Itoa(len(v.folds.Order)-1)))}
	if width >= 50 {
		c.steps = 7
	}
	if width >= 60 {
		c.without = ansi.StringWidth(v.Styles.Text(" " + notCounting))
	}
	if width >= 76 {
		c.leverage = 10
		c.without = ansi.StringWidth(v.Styles.Text(" " + notCountingIt))
	}
	return c
}

// What the column of the λ's is called that would be selected if the error of a
// trajectory did not count, and where there is little room.
const (
	notCountingIt = "λ̂ not counting it"
	notCounting   = "λ̂ not counting"
)

// mapLook is what the map is of, besides its size. It is comparable.
type mapLook struct {
	found         *found
	cursor        int         // index of the λ under the cursor
	first, rows   int         // of the rows on show, by their place in the order
	selected, per int         // the selected row, and how many cells each row is high
	colours       chart.Range // what the colours span; none for what the trajectories need
	held          bool
}

// mapPlan is how the map lies in an area.
type mapPlan struct {
	columns mapColumns
	left    int             // how wide the columns to the left are together
	plot    image.Rectangle // the chart between the columns
	marked  bool            // λ̂ is marked below
	look    mapLook
}

// planMap lays out a map of the trajectories that fit, those around the selected one.
func (v *view) planMap(area image.Rectangle) mapPlan {
	n := len(v.folds.Order)
	columns := v.mapColumns(area.Dx())
	p := mapPlan{columns: columns, left: columns.number + columns.steps + columns.leverage, plot: area, marked: area.Dy() > mapFrame+2}
	p.plot.Min.X += p.left
	p.plot.Max.X -= columns.without
	p.plot.Min.Y++
	if p.marked {
		p.plot.Max.Y--
	}

	const tallest = 3 // cells, of a row where there are few
	room := p.plot.Dy() - keyAndAxis(p.plot.Dy())
	p.look = mapLook{found: v.folds, cursor: v.cursor(), selected: v.folds.rank[v.selected()], per: max(1, min(tallest, room/n)), colours: v.Scales.Of(mapColours), held: v.Hold}
	p.look.rows = max(1, min(n, room))
	height := p.plot.Dy()
	for h := height; h >= p.look.per*p.look.rows && keyAndAxis(h) == keyAndAxis(height); h-- {
		p.plot.Max.Y = p.plot.Min.Y + h // with key and axis, if need be higher than the rows
		if h-keyAndAxis(h) == p.look.per*p.look.rows {
			break // each row has as many cells
		}
	}
	p.look.first = max(0, min(v.top, n-p.look.rows, p.look.selected), p.look.selected-p.look.rows+1)
	return p
}

// heatMap draws a row for each trajectory that fits, with its numbers beside it.
func (v *view) heatMap(area image.Rectangle) []string {
	plan := v.planMap(area)
	columns, left, plot, look := plan.columns, plan.left, plan.plot, plan.look
	d := v.Charts.Draw("folds", look, plot.Dx(), plot.Dy(), func() *chart.Spec { return look.spec() })

	labels, afters := make([]string, len(d.Lines)), make([]string, len(d.Lines))
	last := -1
	for y := range d.Lines {
		row, ok := d.HeatRow(y)
		label := v.Styles.Line(left)
		after := v.Styles.Line(columns.without)
		switch {
		case y == d.Plot.Min.Y-1:
			v.mapHeads(label, after, columns)
		case ok && row != last:
			v.rowNumbers(label, after, columns, look.first+row == look.selected, v.folds.Order[look.first+row])
			last = row
		}
		labels[y], afters[y] = label.String(), after.String()
	}
	lines := append([]string{v.mapTitle(area.Dx(), look)}, v.Charts.Beside("map", "", labels, d.Lines, afters)...)
	if plan.marked {
		lines = append(lines, v.marks(area.Dx(), left, d))
	}
	v.mapZones(area, plot, d, look)
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

// mapTitle says what the map shows.
func (v *view) mapTitle(width int, look mapLook) string {
	n := len(v.folds.Order)
	l := v.Styles.Line(width)
	count := strconv.Itoa(n)
	if look.rows < n {
		count = strconv.Itoa(look.first+1) + "–" + strconv.Itoa(look.first+look.rows) + " of " + count
	}
	which := count + " " + v.folds.Analysis.FoldsNoun() + ", by influence"
	weighted := ""
	if v.folds.Analysis.Settings.Weighting == estimator.ByStep {
		weighted = ", weighted by steps"
	}
	for _, what := range []string{"error when left out, at λ less at λ̂" + weighted, "error left out, less at λ̂" + weighted, "error left out, less at λ̂"} {
		if room := " " + what + " · " + which; l.Fits(room) {
			return l.Add(chart.InkFaint, room).String()
		}
	}
	return l.Add(chart.InkFaint, v.Styles.Fitting(width, " error left out, less at λ̂ · "+count+" by influence", " "+which)).String()
}

// mapHeads names the columns.
func (v *view) mapHeads(label, after *screen.Line, c mapColumns) {
	label.Right(chart.InkFaint, "no.", c.number-1)
	if c.steps > 0 {
		label.Right(chart.InkFaint, "steps", c.number+c.steps-1)
	}
	if c.leverage > 0 {
		label.Right(chart.InkFaint, "leverage", c.number+c.steps+c.leverage-1)
	}
	after.Right(chart.InkFaint, v.Styles.Fitting(c.without-1, notCountingIt, notCounting), c.without)
}

// rowNumbers writes what stands beside a row: the trajectory's number, a sign
// where its fold is rank-deficient, its length and leverage, and which λ would be
// selected without it, where that is another.
func (v *view) rowNumbers(label, after *screen.Line, c mapColumns, selected bool, i int) {
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
		label.Right(ink, screen.Approx(f.leverage[i], 2), c.number+c.steps+c.leverage-1)
	}
	if sel := f.Analysis.Selection; f.Without[i] != sel.Selected {
		after.Right(chart.InkSelected, screen.Exact(sel.Candidates[f.Without[i]].Lambda), c.without)
	}
}

// deficient tells whether the fold of a trajectory is rank-deficient at the λ
// under the cursor.
func (v *view) deficient(i int) bool {
	return v.folds.Analysis.Selection.Candidates[v.cursor()].Status[i] == estimator.FoldDeficient
}

// marks point at the column of λ̂ from below, and in a room at that of the presenter's
// cursor.
func (v *view) marks(width, left int, d chart.Drawing) string {
	all := v.folds.Analysis.Selection
	l := v.Styles.Line(width)
	wide := func(text string) int { return ansi.StringWidth(v.Styles.Text(text)) }
	selected, from, to := "▲ λ̂", 0, 0 // from where to where λ̂ takes the line
	if at, ok := heatColumn(d, left, all.Selected); ok {
		from = at
		if at+wide(selected) > width {
			selected = "λ̂ ▲"
			from = at + 1 - wide(selected)
		}
		to = from + wide(selected)
	}
	addSelected := func() {
		if to > 0 {
			l.To(from).Add(chart.InkSelected, selected)
		}
	}
	grid := make([]float64, len(all.Candidates))
	for i := range grid {
		grid[i] = all.Candidates[i].Lambda
	}
	i, leads := v.Class.PresenterIndex(grid)
	at, ok := heatColumn(d, left, i)
	if !leads || !ok {
		addSelected()
		return l.String()
	}
	before, after := "presenter ◆", "◆ presenter"
	n := wide(after)
	switch {
	case at > to && at+n <= width:
		addSelected()
		l.To(at).Add(chart.InkCursor, after)
	case at+n < from:
		l.To(at).Add(chart.InkCursor, after)
		addSelected()
	case at+1-n > to:
		addSelected()
		l.To(at+1-n).Add(chart.InkCursor, before)
	case at < from: // λ̂ leaves room on the left alone
		l.To(max(0, at+1-n)).Add(chart.InkCursor, before)
		addSelected()
	case to+1+n <= width: // they are in one column, or next to each other
		addSelected()
		l.To(to+1).Add(chart.InkCursor, after)
	default:
		l.To(max(0, from-1-n)).Add(chart.InkCursor, before)
		addSelected()
	}
	return l.String()
}

// heatColumn returns the middle of the cells of the k-th column of a map that has some
// cells to its left.
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

// mapZones lets the mouse choose a row and the λ in it; the row and λ that are
// chosen already open the replay, as the row's numbers do. The wheel goes through
// the rows.
func (v *view) mapZones(area, plot image.Rectangle, d chart.Drawing, look mapLook) {
	p := v.Page
	press := func(s *page.Snapshot, at image.Point) page.Action {
		v := p.view(s)
		if v.folds != look.found {
			return page.Action{}
		}
		row, ok := d.HeatRow(at.Y - plot.Min.Y)
		if !ok {
			return page.Action{}
		}
		row += look.first
		k, onMap := d.HeatColumn(at.X - plot.Min.X)
		if row == look.selected && (!onMap || k == look.cursor) {
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

// spec describes the rows on show. The colours mean the same on every row.
func (l mapLook) spec() *chart.Spec {
	f := l.found
	all := f.Analysis.Selection.Candidates
	h := &chart.Heat{Diverging: true}
	for k := range all {
		h.X = append(h.X, all[k].Lambda)
	}
	for r := range l.rows {
		h.Y = append(h.Y, float64(-r))
		for k := range all {
			h.Z = append(h.Z, f.Contribution(f.Order[l.first+r], k))
		}
	}
	colours := l.colours
	if colours.Empty() {
		colours = f.colours()
	}
	h.Min, h.Max = colours.Lo, colours.Hi
	if f.Influence[f.Order[0]] > h.Max {
		h.Name = "or more"
	}
	return &chart.Spec{
		X:      chart.Axis{Label: "λ"},
		Y:      chart.Axis{Ticks: []float64{math.Inf(-1)}, Names: []string{""}},
		Heat:   h,
		Held:   l.held,
		Cursor: &chart.Cursor{X: all[l.cursor].Lambda, Ink: chart.InkCursor},
	}
}

// curveLook is what the chart of the LOTO error without a trajectory is of.
type curveLook struct {
	found      *found
	trajectory int
	cursor     int
	over       chart.Range // what the axis reaches over; none for what the curves need
	held       bool
	class      *page.Class // in a room; nil outside of one
}

// curves draws the difference from λ̂ with and without the selected trajectory.
func (v *view) curves(area image.Rectangle) []string {
	if area.Dy() <= 0 {
		return nil
	}
	look := curveLook{v.folds, v.selected(), v.cursor(), v.Scales.Of(curveAxis), v.Hold, v.Class}
	d := v.Charts.Draw("fold", look, area.Dx(), area.Dy(), look.spec)
	v.CursorZone(area, d)
	return d.Lines
}

func (l curveLook) spec() *chart.Spec {
	f := l.found
	sel := f.Analysis.Selection
	c := figure.NewCurve(f.Analysis)
	all, low, high, without := make([]float64, len(c.Lambda)), make([]float64, len(c.Lambda)), make([]float64, len(c.Lambda)), make([]float64, len(c.Lambda))
	n, w := float64(len(f.Order)), f.Weights[l.trajectory]
	for k := range all {
		s := &sel.Candidates[k]
		all[k], low[k], high[k] = s.Diff, c.Low[k]-c.Score[c.Selected], c.High[k]-c.Score[c.Selected]
		without[k] = (float64(n*s.Diff) - f.Contribution(l.trajectory, k)) / (n - w)
	}
	return &chart.Spec{
		X:     c.LambdaAxis(),
		Y:     chart.Axis{Label: "LOTO error, difference from λ̂", Over: l.over},
		Held:  l.held,
		Bands: []chart.Band{{Name: "± t s.e.", X: c.Lambda, Lo: low, Hi: high, Ink: chart.InkBand}},
		Series: append([]chart.Series{
			{Name: "LOTO error", X: c.Lambda, Y: all, Ink: chart.InkEstimate, Line: chart.LineSolid, Marker: c.RuledOut(), Marks: c.Marks},
			{Name: "not counting " + strconv.Itoa(l.trajectory), X: c.Lambda, Y: without, Ink: chart.InkThird, Line: chart.LineDashed},
			c.SelectedMark(all),
		}, l.class.PresenterMark(c.Lambda, all)...),
		Notes:  c.Notes(f.Analysis),
		Cursor: c.CursorLine(l.cursor, false),
	}
}

package folds

import (
	"fmt"
	"image"
	"strconv"

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

// show returns the map and the curves.
func (v mapView) show() page.Show {
	return page.Show{Views: v.views(), Body: v.body, Readout: v.readout, Sentence: v.sentence, Name: "folds", Says: v.says}
}

// views are the map of the trajectories, in a file of as many as a reader can tell apart, and the
// curves.
func (v mapView) views() []page.View {
	if v.folds == nil {
		return nil
	}
	const most = 200
	return []page.View{v.rowsView(v.folds.Order[:min(len(v.folds.Order), most)]), v.curves()}
}

func (v mapView) body(area image.Rectangle) []string {
	curves := v.Block(v.curves())
	switch {
	case v.roomForBoth():
		return page.Above(v.heatMap, curves, v.mapHeight)(area)
	case v.swapped():
		return curves(area)
	}
	return v.heatMap(area)
}

// roomForBoth reports whether the map and the curves stand together.
func (v mapView) roomForBoth() bool {
	const rows = 20
	return v.Snapshot.Body().Dy() >= rows
}

// mapHeight is the height of the map above the curves.
func (v mapView) mapHeight(rows int) int {
	const leastCurves = 9
	return min(rows-max(leastCurves, rows*3/10), chartHeight(len(v.folds.Order))+1)
}

// mapFrame is the number of rows of the map's chart that are no trajectories: the key, the axis
// and the strip of λ̂.
const mapFrame = 3

// chartHeight is the height of the map's chart with n trajectories.
func chartHeight(n int) int {
	const least = 4 // otherwise the chart would leave out its strip
	return max(least, n) + mapFrame
}

// heatMap draws the page of trajectories with the selected one: a title, and numbers beside a map.
// Pages do not move under the mouse, so that a second click meets the same row.
func (v mapView) heatMap(area image.Rectangle) []string {
	order := v.folds.Order
	room := max(1, area.Dy()-mapFrame-1)
	first := v.folds.rank[v.selected()] / room * room
	rows := order[first:min(len(order), first+room)]
	heading, numbers := v.numbers(rows, area.Dx())
	left := chart.Width(heading) + 2

	at := area
	at.Min.X += left
	at.Min.Y++
	at.Max.Y = min(area.Max.Y, at.Min.Y+chartHeight(len(rows)))
	d := v.ChartOf(v.rowsView(rows), at)
	labels := make([]string, len(d.Lines))
	last := -1
	for y := range labels {
		l := v.Styles.Line(left).To(1)
		row, ok := d.HeatRow(y)
		switch {
		case y == d.Plot.Min.Y-1:
			l.Add(chart.InkFaint, heading)
		case y == d.Plot.Max.Y+1:
			l.Right(chart.InkSelected, "λ̂", left-1)
		case ok && row != last:
			ink := chart.InkText
			if rows[row] == v.selected() {
				ink = chart.InkCursor
			}
			l.Add(ink, numbers[row])
			last = row
		}
		labels[y] = l.String()
	}
	v.zone(rows, d, area, at)
	title := v.Styles.Line(area.Dx()).Add(chart.InkFaint, v.title(area.Dx(), first, len(rows)))
	return v.Styles.Fill(append([]string{title.String()}, screen.Beside("", labels, d.Lines)...), area.Dx(), area.Dy())
}

// title explains the map of some rows.
func (v mapView) title(width, first, rows int) string {
	a := v.folds.Analysis
	count := strconv.Itoa(len(v.folds.Order))
	if rows < len(v.folds.Order) {
		count = fmt.Sprintf("%d–%d of %s", first+1, first+rows, count)
	}
	weighted := ""
	if a.Settings.Weighting == estimator.ByStep {
		weighted = ", weighted by steps"
	}
	return v.Styles.Fitting(width,
		" error when left out, at λ minus at λ̂"+weighted+" · "+count+" "+a.FoldsNoun()+", by influence",
		" error left out, minus λ̂'s · "+count+" "+a.FoldsNoun()+", by influence",
		" error left out, minus λ̂'s · "+count+" by influence")
}

// rowsView is the map of some trajectories. All maps share the colours, so that pages compare.
func (v mapView) rowsView(rows []int) page.View {
	f := v.folds
	return page.View{
		Name: "map", Spec: func(width int) *chart.Spec { return v.spec(rows, width) },
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

// zone lets the mouse choose a row and a λ. A second click on the same cell, or a click on the
// numbers of the selected row, opens the replay. The wheel moves through the rows.
func (v mapView) zone(rows []int, d chart.Drawing, area, at image.Rectangle) {
	p, of, cursor, selected := v.Page, v.folds, v.cursor(), v.selected()
	press := func(s *page.Snapshot, cell image.Point) (a page.Action) {
		v := p.view(s)
		row, ok := d.HeatRow(cell.Y - at.Min.Y)
		if !ok || v.folds != of {
			return a
		}
		k, onMap := d.HeatColumn(cell.X - at.Min.X)
		if rows[row] == selected && (!onMap || k == cursor) {
			return v.start()
		}
		next := s.State
		v.choose(&next, rows[row])
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

// spec draws the contributions of some trajectories, in a file with their names.
func (v mapView) spec(rows []int, width int) *chart.Spec {
	f := v.folds
	all := f.Analysis.Selection.Candidates
	colours := v.Axes.Keep(mapColours, f.colours())
	h := &chart.Heat{Diverging: true, Min: colours.Lo, Max: colours.Hi, Colours: mapColours}
	s := &chart.Spec{
		X:      chart.Axis{Label: "λ"},
		Y:      noTicks(0, 0),
		Heat:   h,
		Cursor: &all[v.cursor()].Lambda,
		Strips: []chart.Strip{{
			Label: "λ̂", X: []float64{f.Analysis.Selection.Best().Lambda}, Ink: chart.InkSelected,
			Marks: []chart.Marker{chart.MarkStar}, Inks: []chart.Ink{chart.InkSelected},
		}},
	}
	if f.Influence[f.Order[0]] > h.Max {
		h.Name = "or more"
	}
	for k := range all {
		h.X = append(h.X, all[k].Lambda)
	}
	for r, i := range rows {
		h.Y = append(h.Y, float64(-r))
		for k := range all {
			h.Z = append(h.Z, f.Contribution(i, k))
		}
	}
	if width != page.InFile {
		return s
	}
	h.Name = "contribution to the difference from λ̂ (above 0: worse than λ̂)"
	s.Y = chart.Axis{Label: f.Analysis.FoldNoun(), Ticks: h.Y}
	for _, i := range rows {
		s.Y.Names = append(s.Y.Names, foldLabel(f.Analysis, i))
	}
	return s
}

// numbers lays out the columns beside the map: the number of a trajectory, with a sign for a
// rank-deficient fold, steps, leverage if there is room, and the λ selected without the
// trajectory, if another.
func (v mapView) numbers(rows []int, width int) (heading string, lines []string) {
	f := v.folds
	number := screen.Column{Top: "no. "}
	steps := screen.Column{Top: "steps"}
	leverage := screen.Column{Top: "leverage"}
	without := screen.Column{Top: "λ̂ without it"}
	for _, i := range rows {
		mark, sign, share, lambda := "", " ", "", ""
		if i == v.selected() {
			mark = "▸ "
		}
		if v.deficient(i) {
			sign = "!"
		}
		if f.leverage != nil {
			share = textfmt.Rounded(f.leverage[i], 2)
		}
		if f.Without[i] != f.Analysis.Selection.Selected {
			lambda = f.lambdaWithout(i)
		}
		number.Cells = append(number.Cells, mark+strconv.Itoa(i)+sign)
		steps.Cells = append(steps.Cells, strconv.Itoa(f.Steps[i]))
		leverage.Cells = append(leverage.Cells, share)
		without.Cells = append(without.Cells, lambda)
	}
	columns := []screen.Column{number, steps, leverage, without}
	const roomForLeverage = 76
	if width < roomForLeverage {
		columns = []screen.Column{number, steps, without}
	}
	headings, lines := screen.Table(columns, screen.CellGap, v.Styles.Text)
	return headings[0], lines
}

// deficient reports whether the fold of a trajectory is rank-deficient at the λ under the cursor.
func (v mapView) deficient(i int) bool {
	return v.folds.Analysis.Selection.Candidates[v.cursor()].Status[i] == estimator.FoldDeficient
}

// colours returns the range of the colours: the contributions of most trajectories, because a few may be
// far beyond.
func (f *found) colours() chart.Range {
	lo, hi := chart.RoundOutwards(-f.usual, f.usual)
	return chart.Range{Lo: lo, Hi: hi}
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
		Y: chart.Axis{Label: "LOTO error, difference from λ̂", Zero: "λ̂", Scale: curveScale, Over: f.differs.Union(chart.RangeOf(low, high))},
		Series: append([]chart.Series{
			{Name: "LOTO error", X: c.Lambda, Y: all, Ink: chart.InkEstimate, Line: chart.LineSolid, Marker: chart.MarkDot, Marks: c.Marks},
			{Name: "without " + strconv.Itoa(i), X: c.Lambda, Y: f.withoutDiffs(i), Ink: chart.InkThird, Line: chart.LineDashed},
			c.SelectedMark(all),
		}, v.Class.PresenterMark(c.Lambda, all)...),
		Cursor: &c.Lambda[v.cursor()],
	}
	c.Intervals(out)
	return out
}

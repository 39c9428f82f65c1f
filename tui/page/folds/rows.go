package folds

import (
	"image"
	"slices"
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

// curveScale is the scale of the curves.
const curveScale = "folds difference"

// rowsView is the table of the trajectories, and the curves below it.
type rowsView struct{ *view }

// show returns the table and the curves.
func (v rowsView) show() page.Show {
	return page.Show{Views: v.views(), Body: v.body, Readout: v.readout, Sentence: v.sentence, Name: "folds", Says: v.says}
}

// views are the numbers of the trajectories and the curves.
func (v rowsView) views() []page.View {
	f := v.folds
	if f == nil {
		return nil
	}
	rows := page.View{Name: "rows", Tables: []page.Table{
		{
			Header: []string{f.Analysis.FoldNoun(), "steps", "weight", "leverage", "influence", "lambda_without", "exact"},
			Rows:   func() [][]string { return foldsRows(f) },
		},
		{
			Name: "differences", Header: []string{f.Analysis.FoldNoun(), "lambda", "loto", "diff", "contribution", "verdict", "status"},
			Rows: func() [][]string { return differencesRows(f) },
		},
	}}
	return []page.View{rows, v.curves()}
}

func (v rowsView) body(area image.Rectangle) []string {
	curves := v.Block(v.curves())
	const roomForReading = 150
	switch {
	case v.roomForBoth() && area.Dx() >= roomForReading:
		beside := page.Beside(50, v.Block(v.pathView()), v.Reading(signs()))
		return page.Above(v.table, page.Beside(45, curves, beside), v.tableHeight)(area)
	case v.roomForBoth():
		return page.Above(v.table, page.Beside(62, curves, v.Block(v.pathView())), v.tableHeight)(area)
	case v.swapped():
		return curves(area)
	}
	return v.table(area)
}

// signs are the signs of the table and of the curves.
func signs() []page.Sign {
	return []page.Sign{
		{Ink: chart.InkEstimate, Mark: "+", Text: "its own error is lower than at λ̂: it speaks for this λ"},
		{Ink: chart.InkAgainst, Mark: "−", Text: "it is higher: against; the stronger the colour, the more"},
		{Ink: chart.InkRule, Mark: "│", Text: "λ̂, the choice of all trajectories"},
		{Ink: chart.InkSelected, Mark: "λ̂", Text: "without it: the choice when it is left out, if another; ≈ is an estimate"},
		{Ink: chart.InkEstimateDim, Mark: "▃▅", Text: "its states in order; ■+1: it ended with reward 1"},
		{Ink: chart.InkEstimate, Mark: "●", Text: "LOTO error of all; the dashed curve is without the selected one"},
	}
}

// roomForBoth reports whether the table and the curves stand together.
func (v rowsView) roomForBoth() bool {
	const rows = 22
	return v.Boxed() && v.Snapshot.Body.Dy() >= rows
}

// tableHeight is the height of the table above the curves: all rows, or what the curves leave.
func (v rowsView) tableHeight(rows int) int {
	const (
		leastCurves = 15
		frame       = 3 // border and headings
	)
	return min(rows-max(leastCurves, rows*2/5), len(v.folds.Order)+frame)
}

// grid is the layout of a page of the table. A λ takes stride cells, the last of them a gap.
type grid struct {
	inner   image.Rectangle // inside the border
	first   int             // rank of the first row
	rows    []int           // trajectories
	columns []int           // indices of λ's
	stride  int
	number  int // end of the column of numbers
	steps   int // end of the column of steps
	lambdas int // start of the columns of λ's
}

// layTable lays out the page of trajectories with the selected one. Pages do not move under the mouse,
// so that a second click meets the same row; the last page is full, too. If not all λ's fit, every
// second, third … from λ̂ has a column.
func (v rowsView) layTable(area image.Rectangle) grid {
	const (
		leastWalk = 10
		steps     = 6
		without   = 11 // and a margin
		gap       = 2
	)
	g := grid{inner: area}
	if v.Boxed() {
		g.inner = image.Rect(area.Min.X+1, area.Min.Y, area.Max.X-1, area.Max.Y-1)
	}
	order := v.folds.Order
	room := max(1, g.inner.Dy()-2)
	g.first = max(0, min(v.folds.rank[v.selected()]/room*room, len(order)-room))
	g.rows = order[g.first:min(len(order), g.first+room)]
	g.number = 2 + max(2, len(strconv.Itoa(len(order)-1)))
	free := g.inner.Dx() - g.number - gap - steps - gap - without
	sel := v.folds.Analysis.Selection
	for every := 1; g.columns == nil || 2*len(g.columns) > free-leastWalk && len(g.columns) > 1; every++ {
		g.columns = nil
		for k := range sel.Candidates {
			if (k-sel.Selected)%every == 0 {
				g.columns = append(g.columns, k)
			}
		}
	}
	const widest = 6
	for g.stride = widest; g.stride > 2 && g.stride*len(g.columns) > free-leastWalk; {
		g.stride -= 2
	}
	g.lambdas = g.inner.Dx() - without - g.stride*len(g.columns)
	g.steps = g.lambdas - gap
	return g
}

// walk returns the cells of the column of paths.
func (g grid) walk() int { return g.steps - 6 - g.number - 2 }

// column returns the first cell of the j-th λ.
func (g grid) column(j int) int { return g.lambdas + j*g.stride }

// at returns the trajectory and the column of λ at a cell of the screen; below 0 for none.
func (g grid) at(cell image.Point) (row, column int) {
	row = cell.Y - g.inner.Min.Y - 2
	if row >= len(g.rows) {
		row = -1
	}
	column = -1
	if x := cell.X - g.inner.Min.X - g.lambdas; x >= 0 && x < g.stride*len(g.columns) {
		column = x / g.stride
	}
	return row, column
}

// table draws a row for each trajectory: number, path, steps, a verdict on each λ, and λ̂ without
// the trajectory if it differs.
func (v rowsView) table(area image.Rectangle) []string {
	g := v.layTable(area)
	v.zone(g, area)
	lines := []string{v.headings(g)}
	for _, i := range g.rows {
		lines = append(lines, v.row(g, i))
	}
	noun := v.folds.Analysis.FoldNoun()
	return v.panel(area, []string{"What each " + noun + " says of each λ", "What each says of each λ"}, lines,
		screen.Key{Ink: chart.InkEstimate, Sign: "+", Name: "for"}, screen.Key{Ink: chart.InkAgainst, Sign: "−", Name: "against"}, screen.Key{Name: "next to λ̂"})
}

// headings names the columns and, if not all fit, the visible rows.
func (v rowsView) headings(g grid) string {
	f := v.folds
	all := f.Analysis.Selection.Candidates
	name := v.heightName()
	its := "its " + name
	if f.Analysis.Groups != nil {
		its = name + " of its first"
	}
	names := []string{its, name, ""}
	if len(g.rows) < len(f.Order) {
		shown := strconv.Itoa(g.first+1) + "–" + strconv.Itoa(g.first+len(g.rows))
		page := shown + " of " + strconv.Itoa(len(f.Order))
		names = []string{its + ", " + page, name + ", " + page, name + " " + shown, page, ""}
	}
	l := v.Styles.Line(g.inner.Dx())
	if name := v.Styles.Fitting(g.walk(), names...); name != "" {
		l.Right(chart.InkFaint, "no.", g.number).To(g.number+2).Add(chart.InkFaint, name)
	} else {
		l.Add(chart.InkFaint, " "+names[max(0, len(names)-2)])
	}
	l.Right(chart.InkFaint, "steps", g.steps)
	labels := make([]string, len(g.columns))
	for j, k := range g.columns {
		labels[j] = textfmt.Trimmed(all[k].Lambda, 3)
	}
	every := screen.Widest(labels)/g.stride + 1 // columns from a label to the next one
	selected := slices.Index(g.columns, f.Analysis.Selection.Selected)
	cursor := slices.Index(g.columns, v.cursor())
	if cursor < 0 {
		cursor = -every
	}
	for j, text := range labels {
		ink := chart.InkText
		switch {
		case j == cursor:
			ink = chart.InkChip
		case j < cursor+every && j > cursor-every || (j-selected)%every != 0:
			continue
		case j == selected:
			ink = chart.InkSelected
		}
		l.To(g.column(j)+(g.stride-2)/2-(len(text)-1)/2).Add(ink, text)
	}
	return l.Right(chart.InkFaint, v.Styles.Fitting(l.Room()-2, "λ̂ without", "without"), g.inner.Dx()-1).String()
}

// row draws a trajectory. Its number has a sign for a rank-deficient fold.
func (v rowsView) row(g grid, i int) string {
	f := v.folds
	l := v.Styles.Line(g.inner.Dx())
	add := func(ink chart.Ink, text string) { l.Add(ink, text) }
	mark := "  "
	number := chart.InkText
	walk := chart.InkEstimateDim
	selected := i == v.selected()
	if selected {
		add = func(ink chart.Ink, text string) { l.Filled(ink, text) }
		mark = "▸ "
		number = chart.InkCursor
		walk = chart.InkEstimate
	}
	to := func(column int) { add(chart.InkText, strings.Repeat(" ", max(0, column-l.At()))) }
	right := func(ink chart.Ink, text string, column int) {
		to(column - ansi.StringWidth(text))
		add(ink, text)
	}
	add(number, mark)
	right(number, strconv.Itoa(i), g.number)
	if v.deficient(i) {
		add(chart.InkWarn, "!")
	}
	to(g.number + 2)
	v.sparkline(l, selected, v.paths.Now.of[i], g.walk(), walk)
	right(number, strconv.Itoa(f.Steps[i]), g.steps)
	for j, k := range g.columns {
		l.To(g.column(j))
		if k == f.Analysis.Selection.Selected {
			l.To(g.column(j)+(g.stride-2)/2).Add(chart.InkRule, "│")
			continue
		}
		l.Verdict(f.verdict(i, k), g.stride-1)
	}
	if f.Without[i] != f.Analysis.Selection.Selected {
		l.Right(chart.InkSelected, f.lambdaWithout(i), g.inner.Dx()-1)
	}
	return l.String()
}

// verdict returns the verdict of a trajectory on the k-th λ, from −1, against, to 1, for: how much lower
// its error is there than at λ̂, as a share of the largest difference of most trajectories.
func (f *found) verdict(i, k int) float64 {
	if !(f.usual > 0) {
		return 0
	}
	return max(-1, min(1, -f.Contribution(i, k)/f.usual))
}

// deficient reports whether the fold of a trajectory is rank-deficient at the λ under the cursor.
func (v rowsView) deficient(i int) bool {
	return v.folds.Analysis.Selection.Candidates[v.cursor()].Status[i] == estimator.FoldDeficient
}

// zone lets the mouse choose a row and a λ. A second click on the same cell, or a click on the number or
// the path of the selected row, opens the replay. The wheel moves through the rows.
func (v rowsView) zone(g grid, area image.Rectangle) {
	p := v.Page
	of := v.folds
	cursor := v.cursor()
	selected := v.selected()
	press := func(s *page.Snapshot, cell image.Point) (a page.Action) {
		v := p.view(s)
		row, column := g.at(cell)
		if row < 0 || v.folds != of {
			return a
		}
		if g.rows[row] == selected && (column < 0 || g.columns[column] == cursor) {
			return v.start()
		}
		next := s.State
		v.choose(&next, g.rows[row])
		if column >= 0 && v.folds.Analysis == s.Result {
			next.Cursor = state.Some(s.Result.Selection.Candidates[g.columns[column]].Lambda)
		}
		return page.Action{State: &next, Focus: trajectoryControl}
	}
	v.Zone(page.Zone{
		Rectangle: area,
		Press:     press,
		Wheel:     func(s *page.Snapshot, by int) page.Action { return p.view(s).move(-by) },
	})
	axis := image.Rect(g.lambdas, 1, g.column(len(g.columns)), 2).Add(g.inner.Min)
	put := func(s *page.Snapshot, cell image.Point) page.Action {
		j := max(0, min(len(g.columns)-1, (cell.X-axis.Min.X)/g.stride))
		return s.CursorTo(of.Analysis.Selection.Candidates[g.columns[j]].Lambda)
	}
	v.Zone(page.Zone{Rectangle: axis, Press: put, Drag: put})
}

// curves is Explore's chart with and without the selected trajectory.
func (v rowsView) curves() page.View {
	return page.View{
		Name: "curves", Titles: []string{"LOTO error by λ", "LOTO error"},
		Spec: v.curvesSpec, Mouse: page.Cursor,
	}
}

func (v rowsView) curvesSpec(width int) *chart.Spec {
	f := v.folds
	i := v.selected()
	c := figure.NewCurve(f.Analysis)
	s := c.Spec(c.ScoreSeries("all"), chart.Series{
		Name: "without " + foldLabel(f.Analysis, i), X: c.Lambda, Y: f.withoutDiffs(i), Ink: chart.InkText, Line: chart.LineDashed,
	})
	s.Y.Scale = curveScale
	s.Y.Zero = textfmt.Rounded(f.Analysis.Selection.Best().LOTO, 3)
	if width != page.InFile {
		s.Cursor = &c.Lambda[v.cursor()]
	} else {
		s.Y.Label = "LOTO error, difference from λ̂"
	}
	for j := range s.Strips {
		s.Strips[j].Label = "n " + strconv.Itoa(len(f.Order))
		s.Strips[j].Ink = chart.InkSelected
	}
	if !s.Y.Over.Empty() { // all trajectories, so that choosing another leaves the axis in place
		s.Y.Over = s.Y.Over.Union(f.differs)
	}
	s.Series = append(s.Series, v.Class.PresenterMark(c.Lambda, c.Score)...)
	return s
}

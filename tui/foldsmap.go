package tui

import (
	"image"
	"math"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/estimator"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
)

func (p *folds) body(area image.Rectangle) []string {
	m := p.model
	p.rows = area.Dy()
	switch {
	case p.err != nil:
		return m.styles.Note(chart.InkWarn, p.err.Error(), area)
	case p.found == nil:
		return m.styles.Note(chart.InkFaint, "computing …", area)
	case p.replay.open():
		return p.replay.body(area)
	case m.Hidden:
		return m.styles.Note(chart.InkFaint, "What each trajectory says of each λ would give λ̂ away. z reveals it; ⏎ replays a trajectory meanwhile.", area)
	}
	// Where there is room, the curve without the selected trajectory stands below.
	const leastMap, leastCurve = 10, 9
	rows := area.Dy()
	switch {
	case rows < roomForBoth && m.swapped():
		return p.curves(area)
	case rows >= roomForBoth:
		needed := len(p.found.Order) + mapFrame
		rows = min(area.Dy()-max(leastCurve, area.Dy()*3/10), max(needed, leastMap))
	}
	top, bottom := area, area
	top.Max.Y = area.Min.Y + rows
	bottom.Min.Y = top.Max.Y
	return append(p.heatMap(top), p.curves(bottom)...)
}

// roomForBoth is from how many rows on the map and the curves stand together.
const roomForBoth = 20

// mapFrame is how many rows of the map are no trajectories: title, key, axis and
// the mark of λ̂.
const mapFrame = 4

// mapColumns says how wide the columns beside the map are, 0 for those left out.
type mapColumns struct{ number, steps, leverage, without int }

func (p *folds) mapColumns(width int) mapColumns {
	c := mapColumns{number: 4 + max(3, len(strconv.Itoa(len(p.found.Order)-1)))}
	if width >= 50 {
		c.steps = 7
	}
	if width >= 60 {
		c.without = ansi.StringWidth(p.model.styles.Text(" λ̂ without"))
	}
	if width >= 76 {
		c.leverage = 10
	}
	return c
}

// foldsLook is what the map is of, besides its size. It is comparable.
type foldsLook struct {
	found         *foldsFound
	cursor        int // index of the λ under the cursor
	first, rows   int // of the rows on show, by their place in the order
	selected, per int // the selected row, and how many cells each row is high
}

// heatMap draws a row for each trajectory that fits, those around the selected
// one, with its numbers beside it.
func (p *folds) heatMap(area image.Rectangle) []string {
	m, n := p.model, len(p.found.Order)
	columns := p.mapColumns(area.Dx())
	left := columns.number + columns.steps + columns.leverage
	plot := area
	plot.Min.X += left
	plot.Max.X -= columns.without
	plot.Min.Y++
	marked := area.Dy() > mapFrame+2
	if marked {
		plot.Max.Y--
	}

	const tallest = 3 // cells, of a row where there are few
	room := plot.Dy() - keyAndAxis(plot.Dy())
	look := foldsLook{found: p.found, cursor: p.cursor(), selected: p.found.rank[p.selected()], per: max(1, min(tallest, room/n))}
	look.rows = max(1, min(n, room))
	height := plot.Dy()
	for h := look.per * look.rows; h <= height; h++ { // the highest that leaves each row as many cells
		if h-keyAndAxis(h) == look.per*look.rows {
			plot.Max.Y = plot.Min.Y + h
		}
	}
	p.top = max(0, min(p.top, n-look.rows, look.selected), look.selected-look.rows+1)
	look.first = p.top
	d := m.charts.Draw("folds", look, plot.Dx(), plot.Dy(), func() *chart.Spec { return look.spec() })

	lines := []string{p.mapTitle(area.Dx(), look)}
	last := -1
	for y, text := range d.Lines {
		row, ok := d.HeatRow(y)
		label := m.styles.Line(left)
		after := m.styles.Line(columns.without)
		switch {
		case y == d.Plot.Min.Y-1:
			p.mapHeads(label, after, columns)
		case ok && row != last:
			p.rowNumbers(label, after, columns, look.first+row == look.selected, p.found.Order[look.first+row])
			last = row
		}
		lines = append(lines, label.String()+text+after.String())
	}
	if marked {
		lines = append(lines, p.selectedMark(area.Dx(), left, d))
	}
	p.mapZones(area, plot, d, look)
	return m.styles.Fill(lines, area.Dx(), area.Dy())
}

// keyAndAxis is how many rows key and axis take of a heat map's drawing.
func keyAndAxis(rows int) int {
	const forKey, forAxis = 6, 4
	switch {
	case rows >= forKey:
		return 2
	case rows >= forAxis:
		return 1
	}
	return 0
}

// mapTitle says what the map shows.
func (p *folds) mapTitle(width int, look foldsLook) string {
	n := len(p.found.Order)
	l := p.model.styles.Line(width)
	which := strconv.Itoa(n) + " trajectories, by influence"
	if look.rows < n {
		which = strconv.Itoa(look.first+1) + "–" + strconv.Itoa(look.first+look.rows) + " of " + which
	}
	what := "ℓ_i(λ) − ℓ_i(λ̂)"
	if p.found.Analysis.Settings.Weighting == estimator.ByStep {
		what += ", weighted by steps"
	}
	if room := " " + what + " · " + which; l.Fits(room) {
		return l.Add(chart.InkFaint, room).String()
	}
	return l.Add(chart.InkFaint, " "+which).String()
}

// mapHeads names the columns.
func (p *folds) mapHeads(label, after *screen.Line, c mapColumns) {
	label.Right(chart.InkFaint, "no.", c.number-1)
	if c.steps > 0 {
		label.Right(chart.InkFaint, "steps", c.number+c.steps-1)
	}
	if c.leverage > 0 {
		label.Right(chart.InkFaint, "leverage", c.number+c.steps+c.leverage-1)
	}
	after.Right(chart.InkFaint, "λ̂ without", c.without)
}

// rowNumbers writes what stands beside a row: the trajectory's number, a sign
// where its fold is rank-deficient, its length and leverage, and which λ would be
// selected without it, where that is another.
func (p *folds) rowNumbers(label, after *screen.Line, c mapColumns, selected bool, i int) {
	f := p.found
	ink := chart.InkText
	if selected {
		ink = chart.InkCursor
		label.Add(ink, " ▸")
	}
	label.Right(ink, strconv.Itoa(i), c.number-1)
	if p.deficient(i) {
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
func (p *folds) deficient(i int) bool {
	return p.found.Analysis.Selection.Candidates[p.cursor()].Status[i] == estimator.FoldDeficient
}

// selectedMark points at the column of λ̂ from below.
func (p *folds) selectedMark(width, left int, d chart.Drawing) string {
	first, last := -1, -1
	for x := d.Plot.Min.X; x < d.Plot.Max.X; x++ {
		if k, ok := d.HeatColumn(x); ok && k == p.found.Analysis.Selection.Selected {
			if first < 0 {
				first = x
			}
			last = x
		}
	}
	l := p.model.styles.Line(width)
	if first < 0 {
		return l.String()
	}
	return l.To(left+(first+last)/2).Add(chart.InkSelected, "▲ λ̂").String()
}

// mapZones lets the mouse choose a row and the λ in it; the row and λ that are
// chosen already open the replay, as the row's numbers do. The wheel goes through
// the rows.
func (p *folds) mapZones(area, plot image.Rectangle, d chart.Drawing, look foldsLook) {
	m := p.model
	press := func(at image.Point) tea.Cmd {
		if p.found != look.found {
			return nil
		}
		row, ok := d.HeatRow(at.Y - plot.Min.Y)
		if !ok {
			return nil
		}
		row += look.first
		if m.focus != trajectoryControl {
			m.focusOn(trajectoryControl)
		}
		k, onMap := d.HeatColumn(at.X - plot.Min.X)
		if row == look.selected && (!onMap || k == look.cursor) {
			return p.replay.start()
		}
		p.choose(p.found.Order[row])
		if onMap && p.found.Analysis == m.analysis {
			return m.putCursor(k)
		}
		return p.show()
	}
	m.zones = append(m.zones, zone{
		Rectangle: area,
		press:     press,
		wheel:     func(by int) tea.Cmd { return p.move(-by) },
	})
}

// spec describes the rows on show. The colours mean the same on every row, and
// span what all trajectories but a few contribute, which may be far beyond.
func (l foldsLook) spec() *chart.Spec {
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
	ends := (&chart.Heat{Diverging: true, Z: []float64{-f.usual, f.usual}}).Scale().Ticks()
	h.Min, h.Max = ends[0].Value, ends[2].Value
	if f.Influence[f.Order[0]] > h.Max {
		h.Name = "or beyond"
	}
	return &chart.Spec{
		X:      chart.Axis{Label: "λ"},
		Y:      chart.Axis{Ticks: []float64{math.Inf(-1)}, Names: []string{""}},
		Heat:   h,
		Cursor: &chart.Cursor{X: all[l.cursor].Lambda, Ink: chart.InkCursor},
	}
}

// curveLook is what the chart of the LOTO error without a trajectory is of.
type curveLook struct {
	found      *foldsFound
	trajectory int
	cursor     int
}

// curves draws the difference from λ̂ with and without the selected trajectory.
func (p *folds) curves(area image.Rectangle) []string {
	if area.Dy() <= 0 {
		return nil
	}
	look := curveLook{p.found, p.selected(), p.cursor()}
	d := p.model.charts.Draw("fold", look, area.Dx(), area.Dy(), look.spec)
	p.model.cursorZone(area, d)
	return d.Lines
}

func (l curveLook) spec() *chart.Spec {
	f := l.found
	sel := f.Analysis.Selection
	c := figure.NewCurve(f.Analysis, false)
	all, low, high, without := make([]float64, len(c.Lambda)), make([]float64, len(c.Lambda)), make([]float64, len(c.Lambda)), make([]float64, len(c.Lambda))
	n, w := float64(len(f.Order)), f.Weights[l.trajectory]
	for k := range all {
		s := &sel.Candidates[k]
		all[k], low[k], high[k] = s.Diff, s.Diff-s.DiffSE, s.Diff+s.DiffSE
		without[k] = (n*s.Diff - f.Contribution(l.trajectory, k)) / (n - w)
	}
	return &chart.Spec{
		X:     c.LambdaAxis(),
		Y:     chart.Axis{Label: "LOTO error, difference from λ̂"},
		Bands: []chart.Band{{Name: "± paired s.e.", X: c.Lambda, Lo: low, Hi: high, Ink: chart.InkBand}},
		Series: []chart.Series{
			{Name: "LOTO error", X: c.Lambda, Y: all, Ink: chart.InkEstimate, Line: chart.LineSolid, Marks: c.Marks},
			{Name: "not counting " + strconv.Itoa(l.trajectory), X: c.Lambda, Y: without, Ink: chart.InkThird, Line: chart.LineDashed},
			c.SelectedMark(all),
		},
		Notes:  []chart.Note{{Marker: chart.MarkDown, Ink: chart.InkSelected, Text: "λ̂"}},
		Cursor: c.CursorLine(l.cursor, false),
	}
}

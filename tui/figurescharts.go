package tui

import (
	"fmt"
	"image"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// From which size on the page has room for what.
const (
	rowsForClaims = 22  // a list of claims under the chart
	rowsForFull   = 38  // the claims in full
	widthForThree = 150 // the three figures side by side
)

func (p *figures) body(area image.Rectangle) []string {
	m := p.model
	switch {
	case m.Hidden:
		return p.note(chart.InkFaint, "The figures are averages over the truth, and the sweep shows λ̂: they would give the answer away. z reveals it.", area)
	case p.figure() == state.FigureSweep:
		return p.sweepChart(area)
	case p.study.run == nil:
		return nil
	case p.study.now.err != nil:
		return p.note(chart.InkWarn, p.study.now.err.Error(), area)
	}
	if area.Dy() < rowsForClaims {
		return p.chart(p.figure(), area)
	}
	claims := p.claimLines(area.Dx(), area.Dy())
	top, bottom := area, area
	top.Max.Y -= len(claims)
	bottom.Min.Y = top.Max.Y
	lines := m.styles.Fill(p.threeOrOne(top), area.Dx(), top.Dy())
	for i, l := range claims {
		at := bottom
		at.Min.Y += i
		at.Max.Y = at.Min.Y + 1
		m.zones = append(m.zones, zone{Rectangle: at, press: func(image.Point) tea.Cmd {
			if l.claim >= 0 {
				p.claim = l.claim
			}
			return nil
		}})
		lines = append(lines, l.text)
	}
	return lines
}

// note is a text in place of a chart.
func (p *figures) note(ink chart.Ink, text string, area image.Rectangle) []string {
	styles := p.model.styles
	var lines []string
	for _, l := range styles.Wrap(ink, text, area.Dx()-2, area.Dy()) {
		lines = append(lines, styles.Line(area.Dx()).To(1).Styled(l).String())
	}
	return lines
}

// threeOrOne draws the figure on show, or all three where there is room.
func (p *figures) threeOrOne(area image.Rectangle) []string {
	if area.Dx() < widthForThree {
		return p.chart(p.figure(), area)
	}
	var lines []string
	width := (area.Dx() - 2) / 3
	for f := state.FigureLambda; f <= state.FigureTimes; f++ {
		at := area
		at.Min.X += int(f) * (width + 1)
		at.Max.X = at.Min.X + width
		if f == state.FigureTimes {
			at.Max.X = area.Max.X
		}
		part := p.model.styles.Fill(p.chart(f, at), at.Dx(), at.Dy())
		if lines == nil {
			lines = part
		} else {
			lines = screen.Beside(lines, part, " ")
		}
	}
	return lines
}

// chart draws a figure under its title.
func (p *figures) chart(f state.Figure, area image.Rectangle) []string {
	m, now := p.model, p.study.now
	ink := chart.InkFaint
	if f == p.figure() {
		ink = chart.InkText
	}
	name := state.FigureNames()[f]
	head := m.styles.Line(area.Dx()).Add(ink, fmt.Sprintf(" (%s) %s", name, figure.Title(name))).String()
	p.figureZone(f, image.Rectangle{area.Min, image.Pt(area.Max.X, area.Min.Y+1)})
	area.Min.Y++
	var d chart.Drawing
	size := p.sizeAt()
	type key struct {
		of     any // what the rows are in
		rows   int
		cursor float64
		size   int
	}
	switch {
	case f == state.FigureTimes && len(now.times) > 0:
		k := key{p.study.run, len(now.times), p.trajectories(), size}
		d = m.charts.Draw("figure c", k, area.Dx(), area.Dy(), func() *chart.Spec { return timesFigure(now.times, p.trajectories()) })
		p.sizeZone(area, d)
	case f == state.FigureLambda && now.summary != nil:
		k := key{now.summary, 0, p.cursorLambda(), size}
		d = m.charts.Draw("figure a", k, area.Dx(), area.Dy(), func() *chart.Spec {
			s := lambdaFigure(now.lambdas, p.cursorLambda(), m.Settings.Trajectories)
			return shortNames(s, area.Dx())
		})
		m.cursorZone(area, d)
	case f == state.FigureMethods && now.summary != nil:
		k := key{now.summary, 0, p.trajectories(), size}
		d = m.charts.Draw("figure b", k, area.Dx(), area.Dy(), func() *chart.Spec {
			return shortNames(methodsFigure(now.methods, p.trajectories()), area.Dx())
		})
		p.sizeZone(area, d)
	default:
		return append([]string{head}, p.note(chart.InkFaint, p.waiting(f), area)...)
	}
	return append([]string{head}, d.Lines...)
}

// waiting says why there is no figure yet.
func (p *figures) waiting(f state.Figure) string {
	running := p.study.job.Running()
	switch {
	case p.paused:
		return "Paused: space goes on."
	case f == state.FigureTimes && f == p.figure():
		return "Measuring …"
	case f == state.FigureTimes:
		return "Times are measured when this figure is chosen (f). Trials wait meanwhile, as they would disturb them."
	case running && p.study.task == timeTask:
		return "Trials go on when the times are measured."
	}
	return "The first trials are running …"
}

// figureZone lets the mouse choose a figure.
func (p *figures) figureZone(f state.Figure, r image.Rectangle) {
	m := p.model
	m.zones = append(m.zones, zone{Rectangle: r, press: func(image.Point) tea.Cmd {
		s := m.State
		s.Figure = f
		return m.change(s, "figure")
	}})
}

// sizeZone lets the mouse choose n on a chart over numbers of trajectories.
func (p *figures) sizeZone(area image.Rectangle, d chart.Drawing) {
	put := func(at image.Point) tea.Cmd {
		column := max(d.Plot.Min.X, min(d.Plot.Max.X-1, at.X-area.Min.X))
		n, ok := d.X(column)
		if !ok {
			return nil
		}
		return p.putTrajectories(nearestSize(n))
	}
	p.model.zones = append(p.model.zones, zone{Rectangle: d.Plot.Add(area.Min), press: put, drag: put})
}

// cursorLambda is the λ under the cursor.
func (p *figures) cursorLambda() float64 {
	m := p.model
	return m.analysis.Selection.Candidates[m.cursorIndex()].Lambda
}

// trajectories is the present n.
func (p *figures) trajectories() float64 { return float64(p.model.Settings.Trajectories) }

// lambdaFigure is figure a, with the λ under the cursor and the curve of n, if it
// has one, brought out.
func lambdaFigure(rows []study.LambdaRow, cursor float64, n int) *chart.Spec {
	s := figure.Lambda(rows)
	s.Cursor = &chart.Cursor{X: cursor, Ink: chart.InkCursor}
	for i := range s.Series {
		if q := &s.Series[i]; q.Name == fmt.Sprintf("n = %d", n) {
			q.Ink, q.Line = chart.InkCursor, chart.LineSolid
		}
	}
	return s
}

// shortNames shortens the names of curves where the legend of a chart has few
// columns.
func shortNames(s *chart.Spec, width int) *chart.Spec {
	if width >= figure.FullLegend {
		return s
	}
	short := map[string]string{
		study.NameNaive: "NaiveCV", study.NameLSTDBest: "LSTD best", study.NameLSTDWorst: "worst",
		study.NameRLSTDBest: "RLSTD best", study.NameRLSTDWorst: "worst",
	}
	for i := range s.Series {
		q := &s.Series[i]
		if name, ok := short[q.Name]; ok {
			q.Name = name
		} else if i > 0 {
			q.Name = strings.TrimPrefix(q.Name, "n = ")
		}
	}
	for i := range s.Bands {
		s.Bands[i].Name = ""
	}
	return s
}

// methodsFigure and timesFigure are figures b and c, with the present n.
func methodsFigure(rows []study.MethodRow, n float64) *chart.Spec {
	return withSize(figure.Methods(rows), n)
}
func timesFigure(rows []study.TimeRow, n float64) *chart.Spec { return withSize(figure.Times(rows), n) }

// withSize marks n on a chart over numbers of trajectories, if it is there.
func withSize(s *chart.Spec, n float64) *chart.Spec {
	ticks := s.X.Ticks
	if len(ticks) > 0 && n >= ticks[0] && n <= ticks[len(ticks)-1] {
		s.Cursor = &chart.Cursor{X: n, Ink: chart.InkCursor}
	}
	return s
}

// nearestSize returns the figures' number of trajectories that is nearest to n, by
// their ratio.
func nearestSize(n float64) int {
	best := figureSizes()[0]
	for _, size := range figureSizes() {
		if math.Abs(math.Log(float64(size)/n)) < math.Abs(math.Log(float64(best)/n)) {
			best = size
		}
	}
	return best
}

package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/study"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
)

// sidebar shows the controls in a column, and what the focused one is about.
func (m *model) sidebar(rows int) []string {
	_, focus := m.focused()
	var lines []string
	group := ""
	for i, c := range m.controls() {
		if c.group != group {
			group = c.group
			lines = append(lines, m.pen.line(sidebarWidth).add(chart.InkFaint, " "+group).String())
		}
		lines = append(lines, m.controlLine(c, i == focus))
	}
	lines = append(lines, strings.Repeat(" ", sidebarWidth))
	ink, text := m.explanation()
	for _, l := range m.pen.wrap(ink, text, sidebarWidth-2, max(0, rows-len(lines))) {
		lines = append(lines, m.pen.line(sidebarWidth).add(chart.InkText, " ").styled(l).String())
	}
	return m.pen.fill(lines, sidebarWidth, rows)
}

// controlLine is a control of the sidebar: label at the left, value at the right.
func (m *model) controlLine(c control, focused bool) string {
	l := m.pen.line(sidebarWidth)
	value := c.Get(m.settings)
	if !focused {
		l.add(chart.InkText, "   "+c.label+" ")
		const margin = 3
		room := sidebarWidth - l.used
		value = shortened(value, room, m.pen.text("…"))
		return l.right(chart.InkText, value+strings.Repeat(" ", min(margin, room-ansi.StringWidth(value))), sidebarWidth).String()
	}
	l.add(chart.InkCursor, " ▸ "+c.label+" ")
	if m.entry != nil {
		return l.add(chart.InkText, " ").styled(m.typed(sidebarWidth - l.used - 1)).String()
	}
	before, after := " ‹ ", " › "
	if room := sidebarWidth - l.used; ansi.StringWidth(m.pen.text(before+value+after)) > room {
		before, after = "‹", "›"
		value = shortened(value, room-ansi.StringWidth(m.pen.text(before+after)), m.pen.text("…"))
	}
	return l.right(chart.InkCursor, before+value+after, sidebarWidth).String()
}

// shortened cuts a text to a width in its middle, as its end may tell as much as
// its start.
func shortened(text string, width int, ellipsis string) string {
	if over := ansi.StringWidth(text) - width; over > 0 {
		keep := max(0, width-ansi.StringWidth(ellipsis))
		tail := keep / 2
		return ansi.Truncate(text, keep-tail, "") + ellipsis + ansi.TruncateLeft(text, ansi.StringWidth(text)-tail, "")
	}
	return text
}

// typed draws the value being typed, in at most a width.
func (m *model) typed(width int) string {
	m.entry.input.SetWidth(max(1, width-1))
	return m.entry.input.View()
}

// explanation returns what to say of the focused control: what was wrong with
// its value, or what it is about.
func (m *model) explanation() (chart.Ink, string) {
	if m.fault != "" {
		return chart.InkWarn, m.fault
	}
	c, _ := m.focused()
	if m.entry != nil {
		return chart.InkFaint, c.Help
	}
	return chart.InkFaint, c.label + ": " + c.about
}

// foldedControls shows the controls in lines, for narrow screens, and under them
// what the focused one is about or the value being typed.
func (m *model) foldedControls() []string {
	_, focus := m.focused()
	var lines []string
	l := m.pen.line(m.width)
	for i, c := range m.controls() {
		value := c.Get(m.settings)
		text := fmt.Sprintf(" %s %s ", c.label, value)
		if i == focus {
			text = fmt.Sprintf(" %s ‹%s› ", c.label, value)
		}
		if l.used > 0 && !l.fits(text) {
			lines = append(lines, l.String())
			l = m.pen.line(m.width)
		}
		if i == focus {
			l.add(chart.InkCursor, text)
		} else {
			l.add(chart.InkFaint, " "+c.label+" ").add(chart.InkText, value+" ")
		}
	}
	lines = append(lines, l.String())

	ink, text := m.explanation()
	rows := 1
	if m.fault != "" {
		rows = 3 // what is accepted must be read in full
	}
	if m.entry == nil {
		return append(lines, m.indented(ink, text, rows)...)
	}
	last := m.pen.line(m.width).add(chart.InkCursor, " "+m.entry.control.label+" = ")
	if m.fault == "" {
		return append(lines, last.styled(m.typed(m.width-last.used-1)).String())
	}
	room := min((m.width-last.used)/3, len([]rune(m.entry.input.Value()))+2)
	last.styled(m.typed(room)).add(chart.InkText, " ")
	if last.fits(text) {
		return append(lines, last.add(ink, text).String())
	}
	return append(append(lines, last.String()), m.indented(ink, text, rows)...)
}

// indented wraps text over the screen, one cell in, to at most rows lines.
func (m *model) indented(ink chart.Ink, text string, rows int) []string {
	var lines []string
	for _, l := range m.pen.wrap(ink, text, m.width-2, rows) {
		lines = append(lines, m.pen.line(m.width).add(chart.InkText, " ").styled(l).String())
	}
	return lines
}

// charts draws the charts in the space they have.
func (m *model) charts(s shape) []string {
	if m.analysis == nil {
		return m.pen.fill(m.pen.wrap(chart.InkFaint, m.waiting(), s.chartWidth, s.bodyRows), s.chartWidth, s.bodyRows)
	}
	switch {
	case s.single && m.swapped:
		return m.valueChart(s.width, s.bodyRows)
	case s.single:
		return m.lambdaChart(s.width, s.bodyRows)
	case s.sideBySide:
		left := s.width * 11 / 20
		return beside(m.lambdaChart(left, s.bodyRows), m.valueChart(s.width-left-1, s.bodyRows), " ")
	}
	top := s.bodyRows * 3 / 5
	return append(m.lambdaChart(s.chartWidth, top), m.valueChart(s.chartWidth, s.bodyRows-top)...)
}

func (m *model) waiting() string {
	if m.failure != nil {
		return ""
	}
	return " computing …"
}

// fullLegend is the width from which the legend of the λ chart fits in full.
const fullLegend = 84

// lambdaChart draws LOTO error and true MSVE against λ.
func (m *model) lambdaChart(width, rows int) []string {
	k := m.cursorIndex()
	if !m.panels {
		if width < fullLegend {
			return m.draw("picture", width, rows, k, narrowPicture)
		}
		return m.draw("picture", width, rows, k, onePicture)
	}
	if m.analysis.Truth == nil {
		return m.draw("score", width, rows, k, scorePanel)
	}
	top := (rows + 1) / 2
	return append(
		m.panel("score", "LOTO error", chart.InkEstimate, width, top, k, scorePanel),
		m.panel("truth", "true MSVE", chart.InkTruth, width, rows-top, k, truthPanel)...)
}

// panel draws a chart that is too low for a legend under a title.
func (m *model) panel(name, title string, ink chart.Ink, width, rows, k int, spec func(*study.Analysis, int) *chart.Spec) []string {
	const withLegend = 8
	if rows >= withLegend || rows < 4 {
		return m.draw(name, width, rows, k, spec)
	}
	head := m.pen.line(width).add(ink, " "+title).String()
	return append([]string{head}, m.draw(name, width, rows-1, k, spec)...)
}

// valueChart draws true and estimated values at the λ under the cursor.
func (m *model) valueChart(width, rows int) []string {
	k := m.cursorIndex()
	lambda := formatNumber(m.analysis.Selection.Candidates[k].Lambda)
	title, spec := "value by state, λ = "+lambda, statesSpec
	switch known := m.analysis.Truth; {
	case known == nil:
		title, spec = "observed return against estimated value, λ = "+lambda, returnsSpec
	case known.Kind == truth.KindMonteCarlo:
		title, spec = "true against estimated value, λ = "+lambda, valuesSpec
	}
	head := m.pen.line(width).add(chart.InkFaint, " "+title).String()
	return append([]string{head}, m.draw("value", width, rows-1, k, spec)...)
}

// chartKey is all that a drawing depends on besides the pen.
type chartKey struct {
	analysis            *study.Analysis
	width, rows, cursor int
}

// draw draws a chart, or returns the drawing at hand while nothing it shows has
// changed.
func (m *model) draw(name string, width, rows, cursor int, spec func(*study.Analysis, int) *chart.Spec) []string {
	key := chartKey{m.analysis, width, rows, cursor}
	if held, ok := m.heldChart[name]; ok && held.key == key {
		return held.drawing.Lines
	}
	d := spec(m.analysis, cursor).Draw(width, rows, m.pen.chartOptions())
	m.heldChart[name] = cachedChart{key, d}
	return d.Lines
}

// readout gives the numbers at the λ under the cursor.
func (m *model) readout() string {
	l := m.pen.line(m.width)
	a := m.analysis
	if a == nil {
		return l.String()
	}
	k := m.cursorIndex()
	c := &a.Selection.Candidates[k]
	l.add(chart.InkCursor, fmt.Sprintf(" λ = %s", formatNumber(c.Lambda)))
	type part struct {
		ink   chart.Ink
		text  string
		short string // where there is no room for text
	}
	var parts []part
	if k != a.Selection.Selected {
		parts = append(parts, part{ink: chart.InkEstimate, text: fmt.Sprintf("%s ± %s from λ̂", signed(c.Diff, 2), approximate(c.DiffSE, 2))})
	}
	if a.Truth != nil {
		text := "root MSVE " + approximate(a.RootMSVE(k), 3)
		if a.MSVE[k] < 0 {
			text = "root MSVE below the truth's own error"
		}
		short := text
		lambda, lowest := formatNumber(a.Selection.Candidates[a.Best].Lambda), approximate(a.RootMSVE(a.Best), 3)
		switch {
		case k == a.Best:
			text += ", the lowest here"
		case lowest == approximate(a.RootMSVE(k), 3):
			text += ", next to the lowest, at λ = " + lambda
		default:
			text += ", lowest " + lowest + " at λ = " + lambda
		}
		parts = append(parts, part{chart.InkTruth, text, short})
	} else {
		text := "no truth for recorded data"
		if !a.Settings.Recorded() {
			text = "no truth under so low a step cap"
		}
		parts = append(parts, part{chart.InkFaint, text, "no truth"})
	}
	parts = append(parts,
		part{ink: chart.InkEstimate, text: fmt.Sprintf("LOTO error %s ± %s", approximate(c.Score, 4), approximate(c.SE, 2))},
		part{ink: chart.InkFaint, text: fmt.Sprintf("wins %.0f %% of resamples", 100*float64(a.Wins[k])/study.Resamples)})
	for _, p := range parts {
		if !l.fits(" · " + p.text) {
			p.text = p.short
		}
		if p.text != "" && l.fits(" · "+p.text) {
			l.add(chart.InkFaint, " · ").add(p.ink, p.text)
		}
	}
	return l.String()
}

// findings says in words what was selected and what to beware of.
func (m *model) findings(s shape) []string {
	var lines []string
	switch {
	case m.failure != nil:
		lines = m.indented(chart.InkWarn, m.failure.Error(), s.textRows)
		if m.analysis != nil {
			lines = append(lines, m.indented(chart.InkFaint, "Charts and numbers are those of the last settings that worked.", s.textRows-len(lines))...)
		}
	case m.busy && m.analysis != nil:
		lines = m.indented(chart.InkCursor, "Computing. Until that is done, charts and numbers are those of the settings before.", s.textRows)
	case m.analysis != nil:
		if m.news != "" {
			lines = m.indented(chart.InkCursor, m.news, s.textRows)
		}
		lines = append(lines, m.indented(chart.InkText, m.analysis.Verdict(), s.textRows-len(lines))...)
		warnings := m.analysis.Selection.Warnings()
		if room := s.textRows - len(lines); room > 0 && len(warnings) > 0 {
			lines = append(lines, m.indented(chart.InkFaint, "! "+strings.Join(warnings, " · "), room)...)
		}
	}
	return m.pen.fill(lines, s.width, s.textRows)
}

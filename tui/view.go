package tui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// View draws the screen.
func (m *model) View() tea.View {
	v := tea.NewView(m.screen())
	v.AltScreen = true
	v.WindowTitle = "lambdascope"
	return v
}

// screen returns the screen as m.height lines of m.width cells.
func (m *model) screen() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	if m.width < minWidth || m.height < minHeight {
		return m.tooSmall()
	}
	if m.help {
		return strings.Join(m.helpScreen(), "\n")
	}
	folded := m.foldedControls()
	s := shapeOf(m.width, m.height, len(folded))
	lines := []string{m.header()}
	if s.sidebar {
		separator := m.pen.style(chart.InkFaint).Render(m.pen.text("│")) + " "
		lines = append(lines, beside(m.sidebar(s.bodyRows), m.charts(s), separator)...)
	} else {
		lines = append(lines, folded...)
		lines = append(lines, m.charts(s)...)
	}
	lines = append(lines, m.readout())
	lines = append(lines, m.findings(s)...)
	lines = append(lines, m.footer(exploring))
	return strings.Join(m.pen.fill(lines, m.width, m.height), "\n")
}

// tooSmall says what size would do.
func (m *model) tooSmall() string {
	text := fmt.Sprintf("Too small: need %d×%d, have %d×%d", minWidth, minHeight, m.width, m.height)
	return strings.Join(m.pen.fill(m.pen.wrap(chart.InkText, text, m.width, m.height), m.width, m.height), "\n")
}

// header names the app, the page, the problem and what it took.
func (m *model) header() string {
	l := m.pen.line(m.width).add(chart.InkSelected, " λscope").add(chart.InkText, "  Explore ")
	status := ""
	switch {
	case m.busy:
		status = "computing … "
	case m.analysis != nil:
		status = approximate(float64(m.took)/float64(time.Millisecond), 2) + " ms "
	}
	source := m.settings.Problem.Domain
	if m.settings.Recorded() {
		source = filepath.Base(m.settings.File)
	}
	what := source + " "
	if a := m.analysis; a != nil && m.width >= 100 {
		what = fmt.Sprintf("%s · %d trajectories · %d steps ", source, a.Selection.Trajectories, a.Selection.Steps)
	}
	ink := chart.InkFaint
	if m.busy {
		ink = chart.InkCursor
	}
	end := m.width - ansi.StringWidth(m.pen.text(status)) - 2
	what = ansi.Truncate(m.pen.text(what), max(0, end-l.used), m.pen.text("… "))
	l.right(chart.InkFaint, what, end)
	return l.add(chart.InkFaint, "· ").add(ink, status).String()
}

// footer shows the keys for what is at hand, as many as fit; the last two, which
// lead to all others and out, always.
func (m *model) footer(s situation) string {
	if m.entry != nil {
		s = typing
	} else if s == exploring && shapeOf(m.width, m.height, 1).single {
		s = exploringOneChart
	}
	hints := m.keys.footer(s)
	if m.settings.Recorded() {
		hints = slices.DeleteFunc(hints, func(h hint) bool { return h.key == m.keys.NewSeed.Keys()[0] })
	}
	last := max(0, len(hints)-2)
	width := func(hints []hint) int {
		total := 0
		for _, h := range hints {
			total += ansi.StringWidth(m.pen.text(" " + h.key + " " + h.does + " "))
		}
		return total
	}
	for last > 0 && width(hints) > m.width {
		hints = slices.Delete(hints, last-1, last)
		last--
	}
	l := m.pen.line(m.width)
	for _, h := range hints {
		l.add(chart.InkSelected, " "+h.key).add(chart.InkFaint, " "+h.does+" ")
	}
	return l.String()
}

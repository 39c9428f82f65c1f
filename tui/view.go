package tui

import (
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// View draws the screen.
func (m *model) View() tea.View {
	v := tea.NewView(m.screen())
	v.AltScreen = true
	v.WindowTitle = "lambdascope"
	if !m.mouseOff {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// screen returns the screen as m.height lines of m.width cells, and notes its
// zones.
func (m *model) screen() string {
	m.zones = m.zones[:0]
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	if m.width < minWidth || m.height < minHeight {
		return m.tooSmall()
	}
	if m.overlay != nil {
		return strings.Join(m.overlayScreen(), "\n")
	}
	lines := []string{m.header()}
	var folded []string
	s := shapeOf(m.width, m.height, 0)
	if !s.sidebar {
		folded = m.foldedControls()
		s = shapeOf(m.width, m.height, len(folded))
	}
	if s.sidebar {
		separator := m.styles.Style(chart.InkFaint).Render(m.styles.Text("│")) + " "
		lines = append(lines, screen.Beside(m.sidebar(s.bodyRows), m.body(s), separator)...)
	} else {
		lines = append(lines, folded...)
		lines = append(lines, m.body(s)...)
	}
	p := m.pages[m.Page]
	if m.analysis == nil {
		lines = append(lines, m.styles.Line(m.width).String())
	} else {
		lines = append(lines, p.readout())
	}
	lines = append(lines, m.findings(s)...)
	lines = append(lines, m.footer(m.hints(s)))
	return strings.Join(m.styles.Fill(lines, m.width, m.height), "\n")
}

// swapped tells whether the second chart shows where one of two fits.
func (m *model) swapped() bool { return m.Chart > 1 }

// body draws what the page has in the middle of the screen.
func (m *model) body(s shape) []string {
	if m.analysis == nil {
		text := " computing …"
		if m.failure != nil {
			text = ""
		}
		return m.styles.Fill(m.styles.Wrap(chart.InkFaint, text, s.chartWidth, s.bodyRows), s.chartWidth, s.bodyRows)
	}
	return m.styles.Fill(m.pages[m.Page].body(s.body), s.chartWidth, s.bodyRows)
}

// findings says in words what has happened and what there is to see.
func (m *model) findings(s shape) []string {
	var lines []string
	switch {
	case m.failure != nil:
		lines = m.styles.Indented(chart.InkWarn, m.failure.Error(), m.width, s.textRows)
		if m.analysis != nil {
			lines = append(lines, m.styles.Indented(chart.InkFaint, "Charts and numbers are those of the last settings that worked.", m.width, s.textRows-len(lines))...)
		}
	case m.busy && m.analysis != nil:
		lines = m.styles.Indented(chart.InkCursor, "Computing. Until that is done, charts and numbers are those of the settings before.", m.width, s.textRows)
	case m.analysis != nil:
		if m.news != "" {
			lines = m.styles.Indented(chart.InkCursor, m.news, m.width, s.textRows)
		}
		lines = append(lines, m.pages[m.Page].findings(s.textRows-len(lines))...)
	}
	return m.styles.Fill(lines, s.width, s.textRows)
}

// tooSmall says what size would do.
func (m *model) tooSmall() string {
	text := fmt.Sprintf("Too small: need %d×%d, have %d×%d", minWidth, minHeight, m.width, m.height)
	return strings.Join(m.styles.Fill(m.styles.Wrap(chart.InkText, text, m.width, m.height), m.width, m.height), "\n")
}

// header has the pages, the problem and what it took.
func (m *model) header() string {
	l := m.styles.Line(m.width).Add(chart.InkSelected, " λscope ")
	status := m.pages[m.Page].status()
	switch {
	case m.busy:
		status = "computing …"
	case status == "" && m.analysis != nil:
		status = screen.Approx(float64(m.took)/float64(time.Millisecond), 2) + " ms"
	}
	m.tabs(l)
	source := m.Settings.Problem.Domain
	if m.Settings.Recorded() {
		source = filepath.Base(m.Settings.File)
	}
	what := source
	ink := chart.InkFaint
	if m.busy {
		ink = chart.InkCursor
	}
	if status != "" {
		status = " · " + status
	}
	end := m.width - ansi.StringWidth(m.styles.Text(status)) - 1
	if a := m.analysis; a != nil {
		count := fmt.Sprintf("%s · %d trajectories", source, a.Selection.Trajectories)
		for _, full := range []string{fmt.Sprintf("%s · %d steps", count, a.Selection.Steps), count} {
			if ansi.StringWidth(m.styles.Text(full)) <= end-l.At()-2 {
				what = full
				break
			}
		}
	}
	what = ansi.Truncate(m.styles.Text(what), max(0, end-l.At()), m.styles.Text("…"))
	l.Right(chart.InkFaint, what, end)
	return l.Add(ink, status).String()
}

// tabs shows the pages: all their names, or, where there is little room, the name
// of the one on show and the numbers of the others.
func (m *model) tabs(l *screen.Line) {
	const room = 80
	for i, p := range m.pages {
		from := l.At()
		switch {
		case state.Page(i) == m.Page:
			l.Add(chart.InkCursor, fmt.Sprintf(" %d·%s ", i+1, p.title()))
		case m.width < room:
			l.Add(chart.InkFaint, fmt.Sprintf(" %d ", i+1))
		default:
			l.Add(chart.InkFaint, fmt.Sprintf(" %d %s ", i+1, p.title()))
		}
		m.zones = append(m.zones, zone{
			Rectangle: image.Rect(from, 0, l.At(), 1),
			press: func(image.Point) tea.Cmd {
				m.overlay = nil
				return m.open(state.Page(i))
			},
		})
	}
}

// hints are the keys for the footer, in words of what they do now.
func (m *model) hints(s shape) []hint {
	all := m.common.hints(m.pages[m.Page].hints(), s.single)
	focused, _ := m.focused()
	for i, h := range all {
		switch {
		case h.press == m.common.Hide.Keys()[0] && m.Hidden:
			all[i].does = "reveal"
		case h.press == m.common.Type.Keys()[0] && focused.Enters != "":
			all[i].does = focused.Enters
		}
	}
	return all
}

// footer shows the keys for what is at hand, as many as fit; the last two, which
// lead to all others and out, always.
func (m *model) footer(hints []hint) string {
	if m.entry != nil {
		hints = typingHints()
	}
	if m.Settings.Recorded() {
		hints = slices.DeleteFunc(hints, func(h hint) bool { return h.press == m.common.NewSeed.Keys()[0] })
	}
	last := max(0, len(hints)-2)
	width := func(hints []hint) int {
		total := 0
		for _, h := range hints {
			total += ansi.StringWidth(m.styles.Text(" " + h.key + " " + h.does + " "))
		}
		return total
	}
	for last > 0 && width(hints) > m.width {
		hints = slices.Delete(hints, last-1, last)
		last--
	}
	l := m.styles.Line(m.width)
	for _, h := range hints {
		from := l.At()
		l.Add(chart.InkSelected, " "+h.key).Add(chart.InkFaint, " "+h.does+" ")
		m.zones = append(m.zones, zone{
			Rectangle: image.Rect(from, m.height-1, l.At(), m.height),
			press:     func(image.Point) tea.Cmd { return m.press(pressOf(h.press)) },
		})
	}
	return l.String()
}

// pressOf returns the message of pressing a key, named as bindings name it.
func pressOf(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace,
	}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

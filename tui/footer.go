package tui

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/panel"
)

// footer shows the keys for what is at hand, as many as fit; the last, which lead to
// lessons, to all other keys and out, always.
func (d *drawing) footer(hints []page.Hint) string {
	m := d.model
	switch {
	case m.prompt != nil:
		return m.prompt.Line(m.styles, m.width)
	case m.jump != nil:
		return m.jump.Line(m.styles, m.width)
	case m.entry != nil:
		hints = page.Hints(m.typingBindings(), d.snapshot)
	}
	width := func(h page.Hint) int {
		return len("   ") + chart.Width(m.styles.Text(h.Key)) + chart.Width(m.styles.Text(h.Does))
	}
	total := 0
	for _, h := range hints {
		total += width(h)
	}
	stay := 0
	for _, h := range hints {
		if h.Stays {
			stay++
		}
	}
	for last := len(hints) - max(stay, leastHints); last > 0 && total > m.width; last-- {
		total -= width(hints[last-1])
		hints = slices.Delete(hints, last-1, last)
	}
	l := m.styles.Line(m.width)
	for _, h := range hints {
		from := l.At()
		l.Add(chart.InkSelected, " "+h.Key).Add(chart.InkFaint, " "+h.Does+" ")
		d.zones = append(d.zones, panel.Zone{
			Rectangle: image.Rect(from, m.height-1, l.At(), m.height),
			Press:     func(image.Point) tea.Cmd { return m.press(pressOf(h.Press)) },
		})
	}
	return l.String()
}

// leastHints is how many hints of an overlay stay: those that lead out.
const leastHints = 2

// pressOf returns the message of pressing a key, as bindings name it.
func pressOf(key string) tea.KeyPressMsg {
	special := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace, "tab": tea.KeyTab,
	}
	if code, ok := special[key]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
}

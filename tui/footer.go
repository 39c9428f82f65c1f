package tui

import (
	"image"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// footer draws as many keys as fit, before others the main ones. It always keeps the last keys, for
// lessons, help and quitting, so that users find the way out.
func (d *drawing) footer(hints []page.Hint) string {
	m := d.model
	switch {
	case m.controls.Typing():
		hints = m.controls.Hints()
	case m.controls.Searching():
		return m.controls.SearchLine(m.styles, m.width)
	}
	d.hints = slices.Clone(hints)
	width := func(h page.Hint) int {
		return len("   ") + ansi.StringWidth(m.styles.Text(h.Key)) + ansi.StringWidth(m.styles.Text(h.Does))
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
	for own := len(hints) - max(stay, leastHints); own > 0 && total > m.width; own-- {
		last := own - 1
		for i, h := range hints[:own] {
			if !h.Main {
				last = i
			}
		}
		total -= width(hints[last])
		hints = slices.Delete(hints, last, last+1)
	}
	l := m.styles.Line(m.width)
	for _, h := range hints {
		from := l.At()
		l.Add(chart.InkSelected, " "+h.Key).Add(chart.InkFaint, " "+h.Does+" ")
		d.zones = append(d.zones, page.Zone{
			Rectangle: image.Rect(from, m.height-1, l.At(), m.height),
			Press:     func(*page.Snapshot, image.Point) page.Action { return page.Press(h.Press) },
		})
	}
	return l.String()
}

// leastHints is the number of hints of an overlay that stay: the ways out.
const leastHints = 2

package tui

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
	"lambdascope/tui/keys"
	"lambdascope/tui/page"
	"lambdascope/tui/panel"
)

// hints are the keys for the footer, in words of what they do now.
func (m *model) hints(s shape, snapshot *page.Snapshot, focused control.Control) []page.Hint {
	own := m.onShow().Hints(snapshot)
	all := m.common.Hints(own, s.room == page.RoomForOne)
	all = append(m.roomHints(), all...)
	if m.lesson != nil {
		lesson := keys.NewLesson().Hints(m.window().Small(), m.lesson.Folded)
		if takesBack(own) {
			lesson = slices.DeleteFunc(lesson, func(h page.Hint) bool { return h.Press == "esc" })
		}
		all = append(lesson, all...)
		if m.voting() && !m.room.Look.Leads { // which comes before the lesson
			all = append(m.roomHints(), all...)
		}
	}
	all = once(all)
	for i, h := range all {
		switch {
		case h.Press == m.common.Hide.Keys()[0] && m.Hidden:
			all[i].Does = "reveal"
		case h.Press == m.common.Type.Keys()[0] && focused.Enters != "":
			all[i].Does = focused.Enters
		}
	}
	return all
}

// once leaves out keys that are there twice.
func once(all []page.Hint) []page.Hint {
	kept := all[:0]
	for _, h := range all {
		if !slices.ContainsFunc(kept, func(k page.Hint) bool { return k.Key == h.Key }) {
			kept = append(kept, h)
		}
	}
	return kept
}

// takesBack tells whether a page with these hints has a use for esc itself, such as the
// way out of a replay. It comes before that out of a lesson.
func takesBack(hints []page.Hint) bool {
	return slices.ContainsFunc(hints, func(h page.Hint) bool { return h.Press == "esc" })
}

// footer shows the keys for what is at hand, as many as fit; the last two, which
// lead to all others and out, always.
func (d *drawing) footer(hints []page.Hint) string {
	m := d.model
	switch {
	case m.prompt != nil:
		return m.prompt.Line(m.styles, m.width)
	case m.jump != nil:
		return m.jump.Line(m.styles, m.width)
	case m.entry != nil:
		hints = keys.Typing()
	}
	hints = slices.DeleteFunc(hints, func(h page.Hint) bool {
		return m.Settings.Recorded() && h.Press == m.common.NewSeed.Keys()[0] ||
			m.config.Files == nil && h.Press == m.common.Export.Keys()[0]
	})
	width := func(h page.Hint) int {
		return len("   ") + chart.Width(m.styles.Text(h.Key)) + chart.Width(m.styles.Text(h.Does))
	}
	total := 0
	for _, h := range hints {
		total += width(h)
	}
	for last := len(hints) - 2; last > 0 && total > m.width; last-- {
		total -= width(hints[last-1])
		hints = slices.Delete(hints, last-1, last)
	}
	l := m.styles.Line(m.width)
	for _, h := range hints {
		from := l.At()
		l.Add(chart.InkSelected, " "+h.Key).Add(chart.InkFaint, " "+h.Does+" ")
		if d.mouse {
			d.zones = append(d.zones, panel.Zone{
				Rectangle: image.Rect(from, m.height-1, l.At(), m.height),
				Press:     func(image.Point) tea.Cmd { return m.press(keys.Press(h.Press)) },
			})
		}
	}
	return l.String()
}

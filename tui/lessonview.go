package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/panel"
	"lambdascope/tui/strip"
)

// window is what the strip of the lesson is drawn in.
func (m *model) window() strip.Window {
	return strip.Window{
		Styles: m.styles, Theme: m.config.Theme, Width: m.width, Height: m.height, Kept: headerRows + 1,
		State: m.State, Computing: m.computing() || m.analysis == nil,
		Class: m.classHas(), ClassWaits: m.classWaits(),
		Follows: m.inRoom() && !m.room.Own && !m.room.Look.Leads && m.room.Look.Live,
	}
}

// pageHeight is how many rows of the screen the page on show has, with header and
// footer: the rest is the strip of a lesson.
func (m *model) pageHeight() int {
	if m.lesson == nil {
		return m.height
	}
	return m.height - m.lesson.Rows(m.window())
}

// strip draws the strip of the lesson above the footer: its rows of the page, and where
// the window is small what lies over that. What goes on in a room stays in sight.
func (d *drawing) strip(rows []row, inRoom []string) []row {
	m, w := d.model, d.window()
	own := m.lesson.Draw(w)
	if w.Small() && !m.lesson.Folded {
		over := append(inRoom[:len(inRoom):len(inRoom)], own...)
		rows = rows[:max(0, m.height-1-len(over))]
		rows = addLines(rows, over[:len(over)-len(own)]...)
	}
	rows = addLines(rows, own...)
	if !m.lesson.Folded && d.mouse {
		d.zones = append(d.zones, panel.Zone{
			Rectangle: image.Rect(0, len(rows)-len(own), m.width, len(rows)),
			Press:     func(image.Point) tea.Cmd { return nil }, // nothing below it is meant
			Wheel: func(by int) tea.Cmd {
				m.lesson.ScrollBy(-by, m.window())
				return nil
			},
		})
	}
	return rows
}

package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/panel"
)

// zoneAt returns the zone at a cell that can do something, the newest first.
func (m *model) zoneAt(at image.Point, can func(panel.Zone) bool) (panel.Zone, bool) {
	zones := m.draw().zones
	for i := len(zones) - 1; i >= 0; i-- {
		if z := zones[i]; at.In(z.Rectangle) && can(z) {
			return z, true
		}
	}
	return panel.Zone{}, false
}

// mouse takes a mouse message.
func (m *model) mouse(msg tea.MouseMsg) tea.Cmd {
	event := msg.Mouse()
	at := image.Pt(event.X, event.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		m.dragging = nil
		typing := m.typing() // when nothing but its keys means anything
		if event.Button != tea.MouseLeft || typing && at.Y != m.height-1 {
			return nil
		}
		m.news, m.fault = "", ""
		z, ok := m.zoneAt(at, func(z panel.Zone) bool { return z.Press != nil })
		if !ok {
			return nil
		}
		m.dragging = z.Drag
		return z.Press(at)
	case tea.MouseMotionMsg:
		if m.dragging != nil {
			m.fault = ""
			return m.dragging(at)
		}
	case tea.MouseReleaseMsg: // where a motion may have been lost on a slow line
		drag := m.dragging
		if m.dragging = nil; drag != nil {
			return drag(at)
		}
	case tea.MouseWheelMsg:
		by := 1
		switch event.Button {
		case tea.MouseWheelUp:
		case tea.MouseWheelDown:
			by = -1
		default:
			return nil
		}
		if !m.overlays.Empty() {
			m.overlays.Scroll(-by, m.styles, m.overlaySize())
			return nil
		}
		if z, ok := m.zoneAt(at, func(z panel.Zone) bool { return z.Wheel != nil }); ok && !m.typing() {
			m.news, m.fault = "", ""
			return z.Wheel(by)
		}
	}
	return nil
}

package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
)

// pointer is the mouse.
type pointer struct {
	drag func(s *page.Snapshot, at image.Point) page.Action // nil while no button is held
}

// zoneAt returns the uppermost zone at a cell with some ability.
func zoneAt(zones []page.Zone, at image.Point, can func(page.Zone) bool) (page.Zone, bool) {
	for i := len(zones) - 1; i >= 0; i-- {
		if z := zones[i]; at.In(z.Rectangle) && can(z) {
			return z, true
		}
	}
	return page.Zone{}, false
}

// mouse takes a mouse message.
func (m *model) mouse(msg tea.MouseMsg) tea.Cmd {
	event := msg.Mouse()
	at := image.Pt(event.X, event.Y)
	typing := m.controls.Typing() || m.prompt != nil // only the keys of the footer mean anything
	switch msg.(type) {
	case tea.MouseClickMsg:
		m.pointer.drag = nil
		if event.Button != tea.MouseLeft || typing && at.Y != m.height-1 {
			return nil
		}
		m.news, m.fault = "", ""
		z, ok := zoneAt(m.draw().zones, at, func(z page.Zone) bool { return z.Press != nil })
		if !ok {
			return nil
		}
		m.pointer.drag = z.Drag
		return m.apply(z.Press(m.Snapshot(), at))
	case tea.MouseMotionMsg:
		if m.pointer.drag != nil {
			m.fault = ""
			return m.apply(m.pointer.drag(m.Snapshot(), at))
		}
	case tea.MouseReleaseMsg: // where a motion may have been lost on a slow line
		drag := m.pointer.drag
		if m.pointer.drag = nil; drag != nil {
			return m.apply(drag(m.Snapshot(), at))
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
		if z, ok := zoneAt(m.draw().zones, at, func(z page.Zone) bool { return z.Wheel != nil }); ok && !typing {
			m.news, m.fault = "", ""
			return m.apply(z.Wheel(m.Snapshot(), by))
		}
	}
	return nil
}

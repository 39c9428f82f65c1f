package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
)

// zoneAt returns the uppermost zone at a cell that can do something.
func zoneAt(zones []page.Zone, at image.Point, can func(page.Zone) bool) (page.Zone, bool) {
	for i := len(zones) - 1; i >= 0; i-- {
		if z := zones[i]; at.In(z.Rectangle) && can(z) {
			return z, true
		}
	}
	return page.Zone{}, false
}

// mouse handles a mouse message.
func (m *model) mouse(msg tea.MouseMsg) tea.Cmd {
	event := msg.Mouse()
	at := image.Pt(event.X, event.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		m.drag = nil
		if event.Button != tea.MouseLeft {
			return nil
		}
		m.news, m.fault = "", ""
		var ended tea.Cmd
		if m.controls.Typing() && at.Y != m.height-1 && !(m.controls.Listing() && at.In(m.shape().list(m.height))) {
			ended = m.apply(m.controls.EndTyping(m.Snapshot()))
		}
		z, ok := zoneAt(m.draw().zones, at, func(z page.Zone) bool { return z.Press != nil })
		if !ok {
			return ended
		}
		m.drag = z.Drag
		return tea.Batch(ended, m.apply(z.Press(m.Snapshot(), at)))
	case tea.MouseMotionMsg:
		if m.drag != nil {
			m.fault = ""
			return m.apply(m.drag(m.Snapshot(), at))
		}
	case tea.MouseReleaseMsg: // moves here, because a slow line may lose the last motion
		drag := m.drag
		if m.drag = nil; drag != nil {
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
		if m.controls.Listing() { // the wheel turns the list from everywhere
			m.news, m.fault = "", ""
			return m.apply(m.controls.ScrollList(-by))
		}
		if z, ok := zoneAt(m.draw().zones, at, func(z page.Zone) bool { return z.Wheel != nil }); ok && !m.controls.Typing() {
			m.news, m.fault = "", ""
			return m.apply(z.Wheel(m.Snapshot(), by))
		}
	}
	return nil
}

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

// leaveEntry accepts the value being typed, or keeps the old value after an error. It closes the
// palette.
func (m *model) leaveEntry() tea.Cmd {
	if m.palette != nil {
		return m.closePalette()
	}
	a, _ := m.controls.Press(m.Snapshot(), tea.KeyPressMsg{Code: tea.KeyEnter})
	cmd := m.apply(a)
	m.controls.EndTyping()
	m.fault = ""
	return cmd
}

// mouse handles a mouse message.
func (m *model) mouse(msg tea.MouseMsg) tea.Cmd {
	event := msg.Mouse()
	at := image.Pt(event.X, event.Y)
	typing := m.controls.Typing() || m.palette != nil
	switch msg.(type) {
	case tea.MouseClickMsg:
		m.drag = nil
		if event.Button != tea.MouseLeft {
			return nil
		}
		m.news, m.fault = "", ""
		var ended tea.Cmd
		if typing && at.Y != m.height-1 && (m.palette == nil || !at.In(m.paletteArea())) {
			ended = m.leaveEntry()
		}
		z, ok := zoneAt(m.draw().zones, at, func(z page.Zone) bool { return z.Press != nil })
		if !ok {
			return ended
		}
		m.drag = z.Drag
		return tea.Batch(ended, m.apply(z.Press(m.Snapshot(), at)), m.showPreview())
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
		if z, ok := zoneAt(m.draw().zones, at, func(z page.Zone) bool { return z.Wheel != nil }); ok && !m.controls.Typing() {
			m.news, m.fault = "", ""
			return tea.Batch(m.apply(z.Wheel(m.Snapshot(), by)), m.showPreview())
		}
	}
	return nil
}

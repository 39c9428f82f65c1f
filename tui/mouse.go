package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
)

// zone is a part of the screen that the mouse acts on.
type zone struct {
	image.Rectangle
	press func(at image.Point) tea.Cmd // a click, at a cell of the screen; nil for nothing
	drag  func(at image.Point) tea.Cmd // moving with the button held after a click here
	wheel func(by int) tea.Cmd         // turning the wheel, up is +1
}

// zoneOf returns a zone of a page.
func (m *model) zoneOf(z page.Zone) zone {
	at := func(does func(*page.Snapshot, image.Point) page.Action) func(image.Point) tea.Cmd {
		if does == nil {
			return nil
		}
		return func(at image.Point) tea.Cmd { return m.apply(does(m.Snapshot(), at)) }
	}
	out := zone{Rectangle: z.Rectangle, press: at(z.Press), drag: at(z.Drag)}
	if z.Wheel != nil {
		out.wheel = func(by int) tea.Cmd { return m.apply(z.Wheel(m.Snapshot(), by)) }
	}
	return out
}

// zoneAt returns the zone at a cell that can do something, the newest first.
func (m *model) zoneAt(at image.Point, can func(zone) bool) (zone, bool) {
	zones := m.draw().zones
	for i := len(zones) - 1; i >= 0; i-- {
		if z := zones[i]; at.In(z.Rectangle) && can(z) {
			return z, true
		}
	}
	return zone{}, false
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
		m.news = ""
		z, ok := m.zoneAt(at, func(z zone) bool { return z.press != nil })
		if !ok {
			return nil
		}
		m.dragging = z.drag
		return z.press(at)
	case tea.MouseMotionMsg:
		if m.dragging != nil {
			return m.dragging(at)
		}
	case tea.MouseReleaseMsg:
		m.dragging = nil
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
		if z, ok := m.zoneAt(at, func(z zone) bool { return z.wheel != nil }); ok && !m.typing() {
			m.news = ""
			return z.wheel(by)
		}
	}
	return nil
}

package tui

import (
	"lambdascope/tui/control"
)

// focused returns the control that keys turn.
func (m *model) focused() (control.Control, int) {
	all := m.controls()
	i := focusIn(all, m.focus)
	return all[i], i
}

// focusOn makes a control the one that keys turn.
func (m *model) focusOn(name string) {
	m.history.Settle()
	m.fault = ""
	m.focus = name
}

func (m *model) moveFocus(by int) {
	all := m.controls()
	_, i := m.focused()
	m.focusOn(all[(i+by+len(all))%len(all)].Name)
}

// firstFocus puts the focus where the page on show has it at first: on a control
// of its own, or on that of a setting that had it last.
func (m *model) firstFocus() {
	m.focus = m.shared
	for _, c := range m.onShow().Controls(m.Snapshot()) {
		if c.First {
			m.focus = c.Name
		}
	}
}

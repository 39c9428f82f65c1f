package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/state"
)

// focused returns the control that keys turn.
func (m *model) focused() (state.Knob, int) {
	all := m.controls()
	i := focusIn(all, m.focus)
	return all[i], i
}

// focusOn makes a control the one that keys turn.
func (m *model) focusOn(name string) {
	m.history.Settle()
	m.focus = name
}

func (m *model) moveFocus(by int) {
	all := m.controls()
	_, i := m.focused()
	m.focusOn(all[(i+by+len(all))%len(all)].Name)
}

// firstFocus puts the focus on the first control of the page on show: one of the page's
// own, or the setting that had the focus last.
func (m *model) firstFocus() {
	m.focus = m.shared
	for _, c := range m.onShow().Controls(m.Snapshot()) {
		if c.First {
			m.focus = c.Name
		}
	}
}

// pressJump handles a key while a control is looked for. It tells whether the key was
// of the search; any other ends it and keeps its meaning.
func (m *model) pressJump(msg tea.KeyPressMsg) (taken bool) {
	if k := msg.String(); k == "enter" || k == "esc" {
		m.jump = nil
		return true
	}
	found, taken, err := m.jump.Press(msg, m.allControls(m.Snapshot()))
	switch {
	case !taken:
		m.jump = nil
	case err != nil:
		m.fault = err.Error()
	case found != "":
		m.focusOn(found)
	}
	return taken
}

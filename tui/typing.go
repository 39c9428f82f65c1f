package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
	"lambdascope/tui/panel"
)

// startTyping opens a control for a typed value.
func (m *model) startTyping(c control.Control) {
	m.history.Settle()
	m.fault = ""
	m.entry = panel.NewEntry(c, c.Get(m.State), m.styles.Style(chart.InkCursor))
}

// pressTyping handles a key while a value is typed: no key means anything else.
func (m *model) pressTyping(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.common.Cancel):
		m.entry, m.fault = nil, ""
	case key.Matches(msg, m.common.Accept):
		e := m.entry
		cmd := m.set(e.Control, e.Value(), "")
		if m.fault == "" {
			m.entry = nil
		}
		return cmd
	case m.entry.Press(msg):
		m.fault = ""
	}
	return nil
}

// paste puts text into the value being typed, if one is.
func (m *model) paste(msg tea.PasteMsg) {
	if m.entry != nil {
		m.fault = ""
		m.entry.Paste(msg.Content)
	}
}

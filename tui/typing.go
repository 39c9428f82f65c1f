package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/control"
	"lambdascope/tui/panel"
	"lambdascope/tui/state"
)

// startTyping opens a control for a typed value.
func (m *model) startTyping(c control.Control) {
	m.history.Settle()
	m.fault = ""
	m.entry = panel.NewEntry(c, c.Get(m.State), m.styles)
}

// typing tells whether a line takes all keys.
func (m *model) typing() bool { return m.entry != nil || m.prompt != nil }

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

// paste puts text into the line being typed. Where there is none, a command such as y
// copies opens one.
func (m *model) paste(msg tea.PasteMsg) {
	text := panel.Visible(msg.Content)
	switch {
	case m.entry != nil:
		m.fault = ""
		m.entry.Paste(text)
	case m.prompt != nil:
		m.fault = ""
		m.prompt.Paste(text)
	case m.overlays.Empty() && len(text) < panel.MaxTyped && strings.Contains(text+" ", state.Program+" "):
		m.jump = nil
		m.openPrompt(strings.TrimSpace(text))
	}
}

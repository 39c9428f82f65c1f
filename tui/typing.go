package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/control"
	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/state"
)

// startTyping opens a control for a typed value.
func (m *model) startTyping(c control.Control) {
	m.history.Settle()
	m.entry = panel.NewEntry(c, c.Get(m.State), m.styles)
}

// typing tells whether a line takes all keys.
func (m *model) typing() bool { return m.entry != nil || m.prompt != nil }

// typingBindings are what keys do while a value is typed.
func (m *model) typingBindings() []page.Binding {
	return []page.Binding{
		{Keys: "enter", Label: "⏎", Do: runs(m.acceptTyped), Hint: page.Says(page.RankOwn, "accept")},
		{Keys: "esc", Do: does(m.cancelTyping), Hint: page.Says(page.RankOwn, "keep the old value")},
	}
}

// pressTyping handles a key while a value is typed: no key means anything else.
func (m *model) pressTyping(msg tea.KeyPressMsg) tea.Cmd {
	s := m.Snapshot()
	if b, ok := page.Find(m.typingBindings(), s, msg.String()); ok {
		return m.do(b, s)
	}
	m.entry.Press(msg)
	return nil
}

// acceptTyped gives the control its typed value, or says what is wrong with it.
func (m *model) acceptTyped() tea.Cmd {
	e := m.entry
	cmd := m.set(e.Control, e.Value(), "")
	if m.fault == "" {
		m.entry = nil
	}
	return cmd
}

// cancelTyping keeps the old value.
func (m *model) cancelTyping() { m.entry = nil }

// paste puts text into the line being typed. Where there is none, a command such as y
// copies opens one.
func (m *model) paste(msg tea.PasteMsg) {
	m.fault = ""
	text := panel.Visible(msg.Content)
	switch {
	case m.entry != nil:
		m.entry.Paste(text)
	case m.prompt != nil:
		m.prompt.Paste(text)
	case m.overlays.Empty() && len(text) < panel.MaxTyped && strings.Contains(text+" ", state.Program+" "):
		m.jump = nil
		m.openPrompt(strings.TrimSpace(text))
	}
}

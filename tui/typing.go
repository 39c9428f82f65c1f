package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// startTyping opens a control for a typed value.
func (m *model) startTyping(c state.Knob) {
	m.history.Settle()
	m.entry = panel.NewEntry(c, c.Get(m.State), m.styles)
}

// typing tells whether a line takes all keys.
func (m *model) typing() bool { return m.entry != nil || m.prompt != nil }

// typingBindings are what keys do while a value is typed.
func (m *model) typingBindings() []page.Binding {
	return []page.Binding{
		{Keys: "enter", Label: "⏎", Do: runs(m.acceptTyped), Hint: page.Says("accept")},
		{Keys: "esc", Do: does(m.cancelTyping), Hint: page.Says("keep the old value")},
	}
}

// pressTyping handles a key while a value is typed: no key means anything else.
func (m *model) pressTyping(msg tea.KeyPressMsg) tea.Cmd {
	s := m.Snapshot()
	if b, ok := page.Find(m.typingBindings(), s, msg.String()); ok {
		return m.apply(b.Do(s))
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

// openPrompt opens the line for a command, with a text in it.
func (m *model) openPrompt(text string) {
	m.history.Settle()
	m.prompt = panel.NewPrompt(m.styles, append(m.State.Completions(), state.PreferenceLines()...), text)
}

// pressPrompt handles a key while a command is typed: no key means anything else.
func (m *model) pressPrompt(msg tea.KeyPressMsg) tea.Cmd {
	switch k := msg.String(); {
	case k == "esc", k == "backspace" && m.prompt.Value() == "":
		m.prompt = nil
		return nil
	case k == "enter":
		return m.command(m.prompt.Value())
	default:
		m.prompt.Press(msg)
	}
	return nil
}

// command does what a line says, or says what is wrong with it.
func (m *model) command(line string) tea.Cmd {
	switch strings.TrimSpace(line) {
	case "q", "quit":
		return tea.Quit
	case "help", "?":
		m.prompt = nil
		m.openHelp()
		return nil
	}
	if next, ok, err := m.config.Preferences.With(line); ok {
		if err != nil {
			m.fault = err.Error()
			return nil
		}
		m.prompt = nil
		return m.prefer(next)
	}
	if text, is := strings.CutPrefix(strings.TrimSpace(line), "ask "); is {
		if err := m.room.Ask(text); err != nil {
			m.fault = err.Error()
			return nil
		}
		m.prompt = nil
		return nil
	}
	next, err := m.State.Command(line, m.config.Problems...)
	if err != nil {
		m.fault = err.Error()
		return nil
	}
	cmd := m.propose(next, "")
	if m.fault == "" {
		m.prompt = nil
	}
	return cmd
}

// prefer takes up preferences while the app runs: a projector may need another theme than
// the window beside it.
func (m *model) prefer(next state.Preferences) tea.Cmd {
	m.config.Preferences = next
	m.lessons.Theme = next.Theme
	m.repaint(m.dark)
	if next.Theme == screen.ThemeAuto {
		return tea.RequestBackgroundColor
	}
	return nil
}

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

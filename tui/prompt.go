package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/panel"
)

// openPrompt opens the line for a command, with a text in it.
func (m *model) openPrompt(text string) {
	m.history.Settle()
	m.prompt = panel.NewPrompt(m.styles, m.State.Completions(), text)
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
	next, err := m.State.Command(line, m.worker.File, m.config.Problems...)
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

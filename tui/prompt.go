package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/controls"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// command carries out a typed line.
func (m *model) command(line string) tea.Cmd {
	switch strings.TrimSpace(line) {
	case "q", "quit":
		return tea.Quit
	case "help", "?":
		m.prompt = nil
		return page.Press("?").Cmd
	}
	if next, ok, err := m.config.Preferences.With(line); ok {
		if err != nil {
			m.fault = err.Error()
			return nil
		}
		m.prompt = nil
		m.config.Preferences = next // takes effect at once, because a projector may need another theme
		m.repaint(next)
		if next.Theme == screen.ThemeAuto {
			return tea.RequestBackgroundColor
		}
		return nil
	}
	if text, is := strings.CutPrefix(strings.TrimSpace(line), "ask "); is {
		if err := m.class.AskTyped(text); err != nil {
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
	cmd := m.Go(next, "")
	if m.fault == "" {
		m.prompt = nil
	}
	return cmd
}

// paste puts text into the line being typed. A command in the form of y opens a line.
func (m *model) paste(msg tea.PasteMsg) {
	m.fault = ""
	text := controls.Visible(msg.Content)
	switch {
	case m.controls.Typing():
		m.controls.Paste(text)
	case m.prompt != nil:
		m.prompt.Paste(text)
	case m.overlays.Empty() && len(text) < controls.MaxTyped && strings.Contains(text+" ", state.Program+" "):
		m.controls.EndSearch()
		m.prompt = controls.NewPrompt(m.styles, m.State, strings.TrimSpace(text))
	}
}

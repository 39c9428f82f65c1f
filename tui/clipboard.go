package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/overlay"
	"lambdascope/tui/screen"
)

// copyCommand puts the command that opens this view on the clipboard, through the
// terminal, which may refuse without saying so: it is shown too.
func (m *model) copyCommand() tea.Cmd {
	command := m.commandLine()
	if !m.config.HasClipboard() {
		m.tell("This terminal has no clipboard. The command: ", command)
		return nil
	}
	m.tell("Copied, if your terminal allows it: ", command)
	return tea.SetClipboard(command)
}

// copyText puts the page in words and numbers on the clipboard.
func (m *model) copyText(text string) tea.Cmd {
	if !m.config.HasClipboard() {
		m.overlays.Open(overlay.Message{"This terminal has no clipboard. On the page, m gives the mouse back to it, to select text with."})
		return nil
	}
	m.overlays.Close()
	m.tell("Copied, if your terminal allows it: this page in words and numbers.", "")
	return tea.SetClipboard(text)
}

// tell says what has happened, where it is read in full: under the charts if it
// fits there, else over the page. What follows may be long and is broken anywhere.
func (m *model) tell(what, follows string) {
	s := m.shape(nil)
	under := m.failure == nil && !m.computing() && m.analysis != nil
	if lines := m.styles.Break(what+follows, m.width-2); under && len(lines) <= s.textRows && screen.Widest(lines) <= m.width-2 {
		m.news = what + follows
		return
	}
	m.overlays.Open(overlay.Message{strings.TrimSpace(what), follows})
}

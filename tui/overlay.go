package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
)

// openHelp explains the page on show.
func (m *model) openHelp() {
	s := m.Snapshot()
	reading := m.onShow().Reading(s)
	if m.config.Lessons != nil {
		reading = append([]string{"New to this? L opens lessons, a few minutes each, on this screen and with these keys."}, reading...)
	}
	m.overlays.Open(&overlay.Help{Title: m.Page.Title(), Reading: reading, Bindings: page.Listed(m.bindings[m.Page])})
}

// openSummary shows the page as it is now in words and numbers.
func (m *model) openSummary() {
	m.overlays.Open(&overlay.Summary{
		Summary: m.summary(), NoFiles: m.config.Folder == "", Copy: m.copyText,
		ToFiles: func() tea.Cmd {
			m.overlays.Clear()
			return m.export()
		},
	})
}

// overlaySize is the room of the text over the page.
func (m *model) overlaySize() overlay.Size {
	return overlay.Size{Width: m.width - 4, Rows: max(1, m.height-2)}
}

// pressOverlay handles a key while something lies over the page.
func (m *model) pressOverlay(msg tea.KeyPressMsg) tea.Cmd {
	a, taken := m.overlays.Press(msg, m.styles, m.overlaySize())
	cmd := m.apply(a)
	if !taken {
		return tea.Batch(cmd, m.press(msg))
	}
	return cmd
}

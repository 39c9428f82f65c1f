package tui

import (
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
	"lambdascope/tui/shell"
)

// entry is a value being typed.
type entry struct {
	control control.Control
	input   textinput.Model
	fresh   bool // what is typed first replaces the old value
}

// replace clears the old value if nothing has been done to it yet.
func (e *entry) replace() {
	if e.fresh {
		e.input.SetValue("")
	}
	e.fresh = false
}

// startTyping opens a control for a typed value.
func (m *model) startTyping(c control.Control) {
	m.history.Settle()
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = 4096
	styles := input.Styles()
	styles.Cursor.Blink = false
	styles.Focused.Text = m.styles.Style(chart.InkCursor)
	input.SetStyles(styles)
	input.SetValue(c.Get(m.State))
	input.CursorEnd()
	input.Focus() // its command would make the cursor blink
	m.fault = ""
	m.entry = &entry{control: c, input: input, fresh: true}
}

// pressTyping handles a key while a value is typed: no key means anything else.
func (m *model) pressTyping(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.common.Cancel):
		m.entry, m.fault = nil, ""
		return nil
	case key.Matches(msg, m.common.Accept):
		e := m.entry
		cmd := m.set(e.control, e.input.Value(), "")
		if m.fault == "" {
			m.entry = nil
		}
		return cmd
	}
	if !shell.Plain(msg.Text) {
		return nil
	}
	m.fault = ""
	if msg.Text != "" {
		m.entry.replace()
	}
	m.entry.fresh = false
	m.entry.input, _ = m.entry.input.Update(msg)
	return nil
}

// paste puts text into the value being typed, if one is.
func (m *model) paste(msg tea.PasteMsg) {
	if m.entry != nil {
		m.fault = ""
		m.entry.replace()
		m.entry.input, _ = m.entry.input.Update(tea.PasteMsg{Content: visible(msg.Content)})
	}
}

// visible returns the text of a paste on one line, without what would not be seen in
// it: what is shown is what is typed.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case shell.Printable(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return -1
	}, s)
}

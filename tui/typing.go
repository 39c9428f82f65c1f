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
	"lambdascope/tui/state"
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
	input := m.newInput()
	input.SetValue(c.Get(m.State))
	input.CursorEnd()
	m.fault = ""
	m.entry = &entry{control: c, input: input, fresh: true}
}

// maxTyped is how many characters a line may have.
const maxTyped = 4096

// newInput returns a line to type into, in the app's colours.
func (m *model) newInput() textinput.Model {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = maxTyped
	styles := input.Styles()
	styles.Cursor.Blink = false
	styles.Focused.Text = m.styles.Style(chart.InkCursor)
	styles.Focused.Suggestion = m.styles.Style(chart.InkFaint)
	input.SetStyles(styles)
	input.Focus() // its command would make the cursor blink
	return input
}

// typing tells whether a line takes all keys.
func (m *model) typing() bool { return m.entry != nil || m.prompt != nil }

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

// paste puts text into the line being typed. Where there is none, a command such as y
// copies opens one.
func (m *model) paste(msg tea.PasteMsg) {
	text := tea.PasteMsg{Content: visible(msg.Content)}
	switch {
	case m.entry != nil:
		m.fault = ""
		m.entry.replace()
		m.entry.input, _ = m.entry.input.Update(text)
	case m.prompt != nil:
		m.fault = ""
		m.prompt.input, _ = m.prompt.input.Update(text)
	case m.overlays.Empty() && len(text.Content) < maxTyped && strings.Contains(text.Content+" ", state.Program+" "):
		m.jump = nil
		m.openPrompt(strings.TrimSpace(text.Content))
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

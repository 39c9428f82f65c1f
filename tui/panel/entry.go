package panel

import (
	"strings"
	"unicode"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"lambdascope/tui/control"
	"lambdascope/tui/shell"
)

// Entry is a value being typed.
type Entry struct {
	Control control.Control
	input   textinput.Model
	fresh   bool // what is typed first replaces the old value
}

// maxEntry bounds a typed value, in characters.
const maxEntry = 4096

// NewEntry opens a control, which has a value, for another one.
func NewEntry(c control.Control, value string, style lipgloss.Style) *Entry {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = maxEntry
	styles := input.Styles()
	styles.Cursor.Blink = false
	styles.Focused.Text = style
	input.SetStyles(styles)
	input.SetValue(value)
	input.CursorEnd()
	input.Focus() // its command would make the cursor blink
	return &Entry{Control: c, input: input, fresh: true}
}

// Value returns what has been typed.
func (e *Entry) Value() string { return e.input.Value() }

// Press takes a key that edits, and tells whether it means anything.
func (e *Entry) Press(msg tea.KeyPressMsg) (taken bool) {
	if !shell.Plain(msg.Text) {
		return false
	}
	if msg.Text != "" {
		e.replace()
	}
	e.fresh = false
	e.input, _ = e.input.Update(msg)
	return true
}

// Paste takes text from the clipboard.
func (e *Entry) Paste(text string) {
	e.replace()
	e.input, _ = e.input.Update(tea.PasteMsg{Content: visible(text)})
}

// replace clears the old value if nothing has been done to it yet.
func (e *Entry) replace() {
	if e.fresh {
		e.input.SetValue("")
	}
	e.fresh = false
}

// view draws the value in at most a width.
func (e *Entry) view(width int) string {
	e.input.SetWidth(max(1, width-1))
	return e.input.View()
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

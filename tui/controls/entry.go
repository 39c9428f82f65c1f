package controls

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// Entry is a value being typed.
type Entry struct {
	Control state.Knob
	input   field
	fresh   bool // what is typed first replaces the old value
}

// NewEntry opens a control, which has a value, for another one.
func NewEntry(c state.Knob, value string, s *screen.Styles) *Entry {
	return &Entry{Control: c, input: newField(s, value), fresh: true}
}

// Value returns what has been typed.
func (e *Entry) Value() string { return e.input.Value() }

// Press takes a key that edits.
func (e *Entry) Press(msg tea.KeyPressMsg) {
	if !shell.Plain(msg.Text) {
		return
	}
	if msg.Text != "" {
		e.replace()
	}
	e.fresh = false
	e.input.press(msg)
}

// Paste takes text from the clipboard; see Visible.
func (e *Entry) Paste(text string) {
	e.replace()
	e.input.paste(text)
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

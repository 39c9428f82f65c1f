package controls

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// entry is a value being typed.
type entry struct {
	control state.Knob
	input   field
	fresh   bool // the first edit replaces the old value
}

func newEntry(c state.Knob, value string, s *screen.Styles) *entry {
	return &entry{control: c, input: newField(s, value), fresh: true}
}

// Type opens the control with the focus, so that a value can be typed.
func (x *Model) Type(s *page.Snapshot) {
	x.Settle()
	c := x.Focused(s)
	x.entry = newEntry(c, c.Get(s.State), s.Styles)
}

// Typing reports whether a value is being typed.
func (x *Model) Typing() bool { return x.entry != nil }

// Press handles a key while a value is typed. It reports whether typing ends, unless the action
// has a fault.
func (x *Model) Press(s *page.Snapshot, msg tea.KeyPressMsg) (a page.Action, ends bool) {
	switch msg.String() {
	case "enter":
		return set(s, x.entry.control, x.entry.input.Value(), ""), true
	case "esc":
		return a, true
	}
	x.entry.press(msg)
	return a, false
}

// EndTyping closes the control after typing.
func (x *Model) EndTyping() { x.entry = nil }

// Paste inserts text into the value being typed.
func (x *Model) Paste(text string) { x.entry.paste(text) }

// Hints returns the keys while a value is typed.
func Hints() []page.Hint {
	return []page.Hint{{Key: "⏎", Does: "accept", Press: "enter"}, {Key: "esc", Does: "keep the old value", Press: "esc"}}
}

func (e *entry) press(msg tea.KeyPressMsg) {
	if !shell.Plain(msg.Text) {
		return
	}
	if msg.Text != "" {
		e.replace()
	}
	e.fresh = false
	e.input.press(msg)
}

func (e *entry) paste(text string) {
	e.replace()
	e.input.paste(text)
}

// replace clears the old value before the first edit.
func (e *entry) replace() {
	if e.fresh {
		e.input.SetValue("")
	}
	e.fresh = false
}

// view draws the value in at most width cells.
func (e *entry) view(width int) string {
	e.input.SetWidth(max(1, width-1))
	return e.input.View()
}

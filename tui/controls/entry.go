package controls

import (
	"strings"

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

// Pick lets the user choose the value of the control with the focus from a list, or type one.
func (x *Model) Pick(s *page.Snapshot) page.Action {
	c := x.Focused(s)
	if picked(c) {
		return x.open(s, c.Name+" ")
	}
	x.Settle()
	x.entry = newEntry(c, c.Get(s.State), s.Styles)
	return page.Action{}
}

// HintPick is the hint of the key for Pick.
func (x *Model) HintPick(s *page.Snapshot) page.Hint {
	if picked(x.Focused(s)) {
		return page.Hint{Does: "pick"}
	}
	return page.Hint{Does: "type"}
}

// picked reports whether a list describes the values of a control.
func picked(c state.Knob) bool { return c.Says != nil }

// Typing reports whether a value or a command is being typed.
func (x *Model) Typing() bool { return x.entry != nil || x.palette != nil }

// Press handles a key while a value or a command is typed. Typing does not end with a fault.
func (x *Model) Press(s *page.Snapshot, msg tea.KeyPressMsg) (a page.Action) {
	if x.palette != nil {
		a, ends := x.palette.press(msg)
		if ends {
			x.palette = nil
		}
		return a
	}
	switch msg.String() {
	case "enter":
		a = set(s, x.entry.control, x.entry.input.Value(), "")
		if a.State != nil {
			if _, err := x.Check(s.State, *a.State); err != nil {
				a = page.Action{Fault: err.Error()}
			}
		}
		if a.Fault == "" {
			x.entry = nil
		}
	case "esc":
		x.entry = nil
	default:
		x.entry.press(msg)
	}
	return a
}

// EndTyping accepts the value being typed, or keeps the old value after an error. It closes the
// palette.
func (x *Model) EndTyping(s *page.Snapshot) page.Action {
	key := tea.KeyPressMsg{Code: tea.KeyEnter}
	if x.palette != nil {
		key.Code = tea.KeyEscape
	}
	a := x.Press(s, key)
	x.entry = nil
	a.Fault = ""
	return a
}

// Paste inserts text into the line being typed. Otherwise a command in the form of y opens the palette.
func (x *Model) Paste(s *page.Snapshot, text string) page.Action {
	text = visible(text)
	switch {
	case x.palette != nil:
		return x.palette.paste(text)
	case x.entry != nil:
		x.entry.paste(text)
	case len(text) < maxTyped && strings.Contains(text+" ", state.Program+" "):
		x.searching = false
		return x.open(s, strings.TrimSpace(text))
	}
	return page.Action{}
}

// Hints returns the keys while a value or a command is typed.
func (x *Model) Hints() []page.Hint {
	if x.palette != nil {
		hints := []page.Hint{{Key: "↑↓", Does: "choose", Press: "down"}}
		if r := x.palette.row(); r.does() {
			hints = append(hints, page.Hint{Key: "⏎", Does: "do it", Press: "enter"}, page.Hint{Key: "tab", Does: "complete", Press: "tab"})
			if r.turns {
				hints = append(hints, page.Hint{Key: "←→", Does: "other value", Press: "right"})
			}
		}
		return append(hints, page.Hint{Key: "esc", Does: "close", Press: "esc"})
	}
	return []page.Hint{{Key: "⏎", Does: "accept", Press: "enter"}, {Key: "esc", Does: "keep the old value", Press: "esc"}}
}

// Says describes the control with the focus, for a screen reader.
func (x *Model) Says(s *page.Snapshot) string {
	c := x.Focused(s)
	text := c.Label + " " + c.Get(s.State)
	if x.entry != nil {
		text += ". " + c.Help
	}
	return text
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

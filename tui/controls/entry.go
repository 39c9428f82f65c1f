package controls

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
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

// maxTyped is the largest number of characters in a line.
const maxTyped = 4096

// field is a one-line text field in the app's colours.
type field struct{ textinput.Model }

// newField returns a field with text and the cursor at the end.
func newField(s *screen.Styles, text string) field {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = maxTyped
	styles := input.Styles()
	styles.Cursor.Blink = false
	styles.Focused.Text = s.Style(chart.InkCursor)
	input.SetStyles(styles)
	input.Focus() // its command would make the cursor blink
	input.SetValue(text)
	input.CursorEnd()
	return field{input}
}

// EditsWithAlt reports whether a key edits a line only together with alt.
func EditsWithAlt(msg tea.KeyPressMsg) bool {
	k := textinput.DefaultKeyMap()
	return key.Matches(msg, k.WordForward, k.WordBackward, k.DeleteWordBackward, k.DeleteWordForward)
}

// press edits the text. It does not leave the deletion of the next word to textinput, because
// textinput panics with the cursor before the last character.
func (f *field) press(msg tea.KeyPressMsg) {
	if !key.Matches(msg, f.KeyMap.DeleteWordForward) {
		f.update(msg)
		return
	}
	start := f.Position()
	f.update(tea.KeyPressMsg{Code: tea.KeyRight, Mod: tea.ModCtrl}) // to the end of the word
	text := []rune(f.Value())
	f.SetValue(string(text[:start]) + string(text[f.Position():]))
	f.SetCursor(start)
}

// paste inserts text at the cursor.
func (f *field) paste(text string) { f.update(tea.PasteMsg{Content: text}) }

func (f *field) update(msg tea.Msg) { f.Model, _ = f.Model.Update(msg) }

// visible returns pasted text on one line without invisible characters, so that the screen shows all
// of the typed text.
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

// Search begins a search for a control by the letters of a name.
func (x *Model) Search(*page.Snapshot) page.Action {
	x.searching = true
	x.letters = ""
	return page.Action{}
}

// Searching reports whether a search runs.
func (x *Model) Searching() bool { return x.searching }

// PressSearch handles a key of a search. It ends the search at a key that is no letter and reports
// false, so that the key keeps its meaning.
func (x *Model) PressSearch(s *page.Snapshot, msg tea.KeyPressMsg) (a page.Action, taken bool) {
	typed := []rune(msg.Text)
	switch k := msg.String(); {
	case k == "enter", k == "esc":
		x.searching = false
	case k == "backspace" && x.letters != "":
		letters := []rune(x.letters)
		x.letters = string(letters[:len(letters)-1])
	case len(typed) != 1 || !unicode.IsLetter(typed[0]):
		x.searching = false
		return a, false
	default:
		letters := x.letters + strings.ToLower(msg.Text)
		c, ok := find(slices.Concat(x.settings(s), x.Own(s)), letters)
		if !ok {
			a.Fault = fmt.Sprintf("no control begins with %q", letters)
			return a, true
		}
		x.letters = letters
		x.FocusOn(c.Name)
	}
	return a, true
}

// find returns the first control with a label that begins with letters, or otherwise with such a
// name.
func find(all []state.Knob, letters string) (state.Knob, bool) {
	begins := func(text string) bool { return strings.HasPrefix(strings.ToLower(text), letters) }
	i := slices.IndexFunc(all, func(c state.Knob) bool { return begins(c.Label) })
	if i < 0 {
		i = slices.IndexFunc(all, func(c state.Knob) bool { return begins(c.Name) })
	}
	if i < 0 {
		return state.Knob{}, false
	}
	return all[i], true
}

// SearchLine draws the letters of the search for the row of the footer.
func (x *Model) SearchLine(s *screen.Styles, width int) string {
	l := s.Line(width).Add(chart.InkCursor, " /"+x.letters)
	return l.Right(chart.InkFaint, s.Clauses("letters jump to a control; then ←→ turn it, ⏎ or esc leave", width-l.At()-2, 1)+" ", width).String()
}

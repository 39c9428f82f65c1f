package controls

import (
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
)

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

package controls

import (
	"image"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// walk returns the state in which the app opens.
func walk(t interface{ Fatal(...any) }) state.State {
	s, err := settings.Defaults("")
	if err != nil {
		t.Fatal(err)
	}
	return state.New(s)
}

// editingKeys are all keys that a text field acts on, and some that it does not.
func editingKeys() []tea.KeyPressMsg {
	keys := []tea.KeyPressMsg{{Code: tea.KeyTab}, {Code: tea.KeyUp}, {Code: tea.KeyDown}}
	for _, code := range []rune{tea.KeyLeft, tea.KeyRight, tea.KeyHome, tea.KeyEnd, tea.KeyBackspace, tea.KeyDelete} {
		for _, mod := range []tea.KeyMod{0, tea.ModAlt, tea.ModCtrl, tea.ModShift} {
			keys = append(keys, tea.KeyPressMsg{Code: code, Mod: mod})
		}
	}
	for code := 'a'; code <= 'z'; code++ {
		keys = append(keys, tea.KeyPressMsg{Code: code, Mod: tea.ModAlt}, tea.KeyPressMsg{Code: code, Mod: tea.ModCtrl})
	}
	return keys
}

// TestStormOfEditingKeys presses editing keys, types and pastes at random in both kinds of
// fields. The fields never panic, and show the text that they hold.
func TestStormOfEditingKeys(t *testing.T) {
	styles := screen.New(screen.ThemeDark, true, chart.Braille, colorprofile.TrueColor)
	keys := editingKeys()
	rapid.Check(t, func(t *rapid.T) {
		now := walk(t)
		palette := newPalette(&Config{
			Chosen: func() (state.State, state.Preferences) { return now, state.Preferences{} },
			Check:  func(_, next state.State) (state.State, error) { return next, nil },
		}, nil, styles, "")
		entry := newEntry(state.Knob{}, rapid.SampledFrom([]string{"", "20", "a b"}).Draw(t, "value"), styles)
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				text := rapid.SampledFrom([]string{"n", "g", " ", "λ", "0"}).Draw(t, "typed")
				msg := tea.KeyPressMsg{Code: []rune(text)[0], Text: text}
				palette.press(msg)
				entry.press(msg)
			case 1:
				text := rapid.SampledFrom([]string{"", "n", "n 2", " gamma  λ", strings.Repeat("n ", maxTyped)}).Draw(t, "pasted")
				palette.paste(text)
				entry.paste(text)
			default:
				msg := rapid.SampledFrom(keys).Draw(t, "key")
				palette.press(msg)
				entry.press(msg)
			}
			if n := len([]rune(palette.input.Value())); n > maxTyped {
				t.Fatalf("%d characters, want at most %d", n, maxTyped)
			}
			entry.view(20)
		}
		palette.draw(styles, image.Rect(0, 0, 80, 12), true)
	})
}

// TestDeleteWord compares the deletion of the word after the cursor with its definition:
// blanks, then all that is not blank.
func TestDeleteWord(t *testing.T) {
	styles := screen.New(screen.ThemeDark, true, chart.Braille, colorprofile.TrueColor)
	rapid.Check(t, func(t *rapid.T) {
		text := []rune(rapid.StringOfN(rapid.SampledFrom([]rune("ab λ.")), 0, 12, -1).Draw(t, "text"))
		start := rapid.IntRange(0, len(text)).Draw(t, "cursor")
		f := newField(styles, string(text))
		f.SetCursor(start)
		f.press(rapid.SampledFrom([]tea.KeyPressMsg{
			{Code: 'd', Mod: tea.ModAlt}, {Code: tea.KeyDelete, Mod: tea.ModAlt}, {Code: tea.KeyDelete, Mod: tea.ModCtrl},
		}).Draw(t, "key"))
		rest := strings.TrimLeftFunc(string(text[start:]), unicode.IsSpace)
		if i := strings.IndexFunc(rest, unicode.IsSpace); i >= 0 {
			rest = rest[i:]
		} else {
			rest = ""
		}
		if want := string(slices.Concat(text[:start], []rune(rest))); f.Value() != want || f.Position() != start {
			t.Fatalf("%q at %d: got %q at %d, want %q", string(text), start, f.Value(), f.Position(), want)
		}
	})
}

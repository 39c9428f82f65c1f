package controls

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

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

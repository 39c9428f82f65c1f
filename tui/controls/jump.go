package controls

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Jump is a control being looked for by the letters of its name.
type Jump struct{ letters string }

// Press takes a letter, or takes one back, and tells whether the key was that. found is
// the control that the letters lead to, if the key has led to one.
func (j *Jump) Press(msg tea.KeyPressMsg, all []state.Knob) (found string, taken bool, err error) {
	typed := []rune(msg.Text)
	switch {
	case msg.String() == "backspace" && j.letters != "":
		letters := []rune(j.letters)
		j.letters = string(letters[:len(letters)-1])
		return "", true, nil
	case len(typed) != 1 || !unicode.IsLetter(typed[0]):
		return "", false, nil
	}
	letters := j.letters + strings.ToLower(msg.Text)
	c, ok := named(all, letters)
	if !ok {
		return "", true, fmt.Errorf("no control begins with %q", letters)
	}
	j.letters = letters
	return c.Name, true, nil
}

// named returns the first control whose label, or name, begins with some letters.
func named(all []state.Knob, letters string) (state.Knob, bool) {
	for _, of := range []func(state.Knob) string{
		func(c state.Knob) string { return c.Label },
		func(c state.Knob) string { return c.Name },
	} {
		i := slices.IndexFunc(all, func(c state.Knob) bool { return strings.HasPrefix(strings.ToLower(of(c)), letters) })
		if i >= 0 {
			return all[i], true
		}
	}
	return state.Knob{}, false
}

// Line draws the letters in place of the footer.
func (j *Jump) Line(s *screen.Styles, width int) string {
	l := s.Line(width).Add(chart.InkCursor, " /"+j.letters)
	return l.Right(chart.InkFaint, s.Clauses("letters jump to a control; then ←→ turn it, ⏎ or esc leave", width-l.At()-2, 1)+" ", width).String()
}

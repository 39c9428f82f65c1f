package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
)

// focused returns the control that keys turn.
func (m *model) focused() (control.Control, int) {
	all := m.controls()
	i := focusIn(all, m.focus)
	return all[i], i
}

// focusOn makes a control the one that keys turn.
func (m *model) focusOn(name string) {
	m.history.Settle()
	m.fault = ""
	m.focus = name
}

func (m *model) moveFocus(by int) {
	all := m.controls()
	_, i := m.focused()
	m.focusOn(all[(i+by+len(all))%len(all)].Name)
}

// firstFocus puts the focus where the page on show has it at first: on a control
// of its own, or on that of a setting that had it last.
func (m *model) firstFocus() {
	m.focus = m.shared
	for _, c := range m.onShow().Controls(m.Snapshot()) {
		if c.First {
			m.focus = c.Name
		}
	}
}

// jump is a control being looked for by the letters of its name.
type jump struct{ letters string }

// pressJump handles a key while a control is looked for. It tells whether the key was
// a letter, or one that ends the search; any other ends it and keeps its meaning.
func (m *model) pressJump(msg tea.KeyPressMsg) (taken bool) {
	letters := m.jump.letters
	switch {
	case key.Matches(msg, m.common.Accept), key.Matches(msg, m.common.Cancel):
		m.jump = nil
		return true
	case msg.String() == "backspace" && letters != "":
		m.jump.letters = string([]rune(letters)[:len([]rune(letters))-1])
		return true
	case len([]rune(msg.Text)) != 1 || !unicode.IsLetter([]rune(msg.Text)[0]):
		m.jump = nil
		return false
	}
	letters += strings.ToLower(msg.Text)
	c, found := named(m.controls(), letters)
	if !found {
		m.fault = fmt.Sprintf("no control begins with %q", letters)
		return true
	}
	m.jump.letters = letters
	m.focusOn(c.Name)
	return true
}

// named returns the first control whose label, or name, begins with some letters.
func named(all []control.Control, letters string) (control.Control, bool) {
	for _, of := range []func(control.Control) string{
		func(c control.Control) string { return c.Label },
		func(c control.Control) string { return c.Name },
	} {
		i := slices.IndexFunc(all, func(c control.Control) bool { return strings.HasPrefix(strings.ToLower(of(c)), letters) })
		if i >= 0 {
			return all[i], true
		}
	}
	return control.Control{}, false
}

// jumpLine draws the letters in place of the footer.
func (m *model) jumpLine() string {
	l := m.styles.Line(m.width).Add(chart.InkCursor, " /"+m.jump.letters)
	return l.Right(chart.InkFaint, m.styles.Clauses("letters jump to a control; then ←→ turn it, ⏎ or esc leave", m.width-l.At()-2, 1)+" ", m.width).String()
}

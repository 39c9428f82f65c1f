package tui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/controls"
	"lambdascope/tui/page"
)

// press handles a key. Unless alt edits a line, a key with alt counts as Esc and the key, because
// terminals send the same bytes for both.
func (m *model) press(msg tea.KeyPressMsg) tea.Cmd {
	if !msg.Mod.Contains(tea.ModAlt) || m.controls.Typing() && controls.EditsWithAlt(msg) {
		return m.pressOne(msg)
	}
	return tea.Batch(m.pressOne(tea.KeyPressMsg{Code: tea.KeyEscape}), m.pressOne(withoutAlt(msg)))
}

// withoutAlt returns a key without alt. It restores the text of the key, because keys with alt have
// no text.
func withoutAlt(msg tea.KeyPressMsg) tea.KeyPressMsg {
	msg.Mod &^= tea.ModAlt
	if msg.Mod&^tea.ModShift != 0 || !unicode.IsPrint(msg.Code) {
		return msg
	}
	text := msg.Code
	if msg.Mod.Contains(tea.ModShift) {
		text = unicode.ToUpper(text)
	}
	msg.Text = string(text)
	return msg
}

// pressOne hands a key to the line being typed, to the overlay, to the search for a control or
// to the bindings of the current page.
func (m *model) pressOne(msg tea.KeyPressMsg) tea.Cmd {
	m.fault = ""
	if m.overlays.Empty() { // an overlay hides the news
		m.news = ""
	}
	s := m.Snapshot()
	if !m.controls.Typing() && (msg.Text == "" || !m.controls.Searching()) {
		msg = latin(msg)
	}
	if b, ok := find(m.class.Leaving(), s, msg.String()); ok {
		return m.apply(b.Do(s))
	}
	switch {
	case m.controls.Typing():
		return m.apply(m.controls.Press(s, msg))
	case !m.overlays.Empty():
		a, taken := m.overlays.Press(msg, m.styles, m.overlaySize())
		cmd := m.apply(a)
		if !taken {
			return tea.Batch(cmd, m.press(msg))
		}
		return cmd
	case m.controls.Searching():
		a, taken := m.controls.PressSearch(s, msg)
		if cmd := m.apply(a); taken {
			return cmd
		}
	}
	if b, ok := find(m.bindings[m.Page], s, msg.String()); ok {
		return m.apply(b.Do(s))
	}
	if !m.unknown {
		m.unknown = true
		m.news = "? lists the keys."
	}
	return nil
}

// find returns the binding of a key; false for none.
func find(all []page.Binding, s *page.Snapshot, key string) (page.Binding, bool) {
	for i := range all {
		if b := &all[i]; slices.Contains(strings.Fields(b.Keys), key) && (b.When == nil || b.When(s)) {
			return *b, true
		}
	}
	return page.Binding{}, false
}

// latin returns the key of a Latin keyboard at the position of a key with a letter of another
// alphabet, because such letters are no keys of the app. A browser tells the position. A terminal
// tells the letter alone, so that Cyrillic and Greek letters have the positions that are usual.
func latin(msg tea.KeyPressMsg) tea.KeyPressMsg {
	const (
		letters = "йцукенгшщзфывапролджячсмитьбюіςερτυθιοπασδφγηξκλζχψωβνμ"
		keys    = "qwertyuiopasdfghjkl;zxcvbnm,.swertyuiopasdfghjklzxcvbnm/0123456789"
		shifted = "QWERTYUIOPASDFGHJKL:ZXCVBNM<>SWERTYUIOPASDFGHJKLZXCVBNM?0123456789"
	)
	letter, size := utf8.DecodeRuneInString(msg.Text)
	i := strings.IndexRune(keys, msg.BaseCode)
	if msg.BaseCode == 0 && size == len(msg.Text) {
		i = slices.Index([]rune(letters), unicode.ToLower(letter))
	}
	if i < 0 {
		return msg
	}
	to := keys
	if msg.Mod.Contains(tea.ModShift) || unicode.IsUpper(letter) {
		to = shifted
	}
	return tea.KeyPressMsg{Code: rune(to[i]), Text: to[i : i+1]}
}

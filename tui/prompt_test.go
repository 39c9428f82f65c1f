package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// typed types a text, a key for each character.
func (a *app) typed(text string) {
	a.Helper()
	for _, r := range text {
		a.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// TestPromptLeaves by esc, and by deleting beyond the start; no key means anything
// else.
func TestPromptLeaves(t *testing.T) {
	a := startApp(t, 80, 24, nil)
	for _, leave := range []string{"esc", "backspace"} {
		a.press(":")
		a.typed("q")
		if a.prompt == nil {
			t.Fatal("the line is closed")
		}
		a.press("backspace")
		a.press(leave)
		if a.prompt != nil || a.State != a.initial {
			t.Errorf("%s leaves the line open, or another state", leave)
		}
	}
	a.press(":")
	a.typed("q")
	_, cmd := a.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if cmd == nil {
		t.Fatal(":q does nothing")
	}
	if _, quits := cmd().(tea.QuitMsg); !quits {
		t.Error(":q does not quit")
	}
}

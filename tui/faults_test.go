package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// TestFaultsPass: what was wrong with a key is said until the next one, or a click.
func TestFaultsPass(t *testing.T) {
	for key, fault := range map[string]string{
		"u": "nothing to undo", "U": "nothing to redo", "P": "nothing is pinned", "R": "rooms are for sessions", "L": "there are no lessons",
	} {
		a := startApp(t, 120, 36, nil)
		a.press(key)
		a.wants(fault)
		a.press(".")
		a.lacks(fault)
		a.press(key)
		a.wants(fault)
		x, y := a.find("γ")
		a.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		a.lacks(fault)
	}
	a := startApp(t, 120, 36, nil)
	a.press("enter", "x", "enter")
	a.wants("trajectories x:")
	a.press("left")
	a.lacks("trajectories x:")
}

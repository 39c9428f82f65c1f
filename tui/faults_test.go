package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/state"
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

// TestCopyingTextWithoutClipboard says so, over the text.
func TestCopyingTextWithoutClipboard(t *testing.T) {
	a := startApp(t, 80, 24, func(c *Config) { c.Environ = []string{"TERM=linux"} })
	a.press("t", "y")
	a.wants("This terminal has no clipboard")
	a.press("esc")
	a.wants("↑↓ scroll") // the text is there still
}

// TestViewKeysChangeWhatIsOnShow: v changes no view that another page has.
func TestViewKeysChangeWhatIsOnShow(t *testing.T) {
	for _, c := range []struct {
		page   state.Page
		figure state.Figure
	}{{state.PageFolds, 0}, {state.PageTrials, 0}, {state.PageFigures, state.FigureSweep}, {state.PageFigures, state.FigureConsistency}} {
		a := startApp(t, 80, 24, func(config *Config) { config.Page, config.Figure, config.Hidden = c.page, c.figure, true })
		before := a.State
		a.press("v")
		if a.State != before {
			t.Errorf("%s, figure %d: v makes it %v", c.page.Title(), c.figure, a.args())
		}
	}
}

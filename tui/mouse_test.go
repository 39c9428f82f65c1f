package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/panel"
)

// clickOn clicks on the first place of a text on the screen.
func (a *app) clickOn(text string) {
	a.Helper()
	for y, l := range strings.Split(a.check(), "\n") {
		if before, _, ok := strings.Cut(l, text); ok {
			a.send(tea.MouseClickMsg{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft})
			a.send(tea.MouseReleaseMsg{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft})
			return
		}
	}
	a.Fatalf("no %q to click on:\n%s", text, a.check())
}

func TestClickPagesKeysAndControls(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.clickOn("2 Folds")
	a.wants("2·Folds")
	a.clickOn("1 Explore")
	a.clickOn("γ  ")
	a.wants("▸ γ")
	a.clickOn("› ")
	a.wants("‹ 0.98 ›")
	a.clickOn("u undo")
	a.wants("‹ 0.95 ›")
	a.clickOn("? help")
	a.wants("How to read Explore")
	a.clickOn("esc close")
	a.lacks("How to read Explore")
}

// TestClickWhileTyping reaches the keys in the footer and nothing else.
func TestClickWhileTyping(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.press("enter", "7")
	a.clickOn("2 Folds")
	a.wants("1·Explore", "⏎ accept")
	a.clickOn("⏎ accept")
	a.wants("‹ 7 ›")
	a.press("enter", "9")
	a.clickOn("esc keep")
	a.wants("‹ 7 ›")
}

func TestDragTheCursor(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.check()
	var plot panel.Zone
	for _, z := range a.draw().zones {
		if z.Drag != nil && z.Dy() > 5 {
			plot = z
			break
		}
	}
	left, right, y := plot.Min.X, plot.Max.X-1, plot.Min.Y+1
	a.send(tea.MouseClickMsg{X: left, Y: y, Button: tea.MouseLeft})
	a.wants(" λ = 0 ·")
	a.send(tea.MouseMotionMsg{X: (left + right) / 2, Y: y, Button: tea.MouseLeft})
	a.check()
	a.wants(" λ = 0.5 ·")
	a.send(tea.MouseMotionMsg{X: right + 9, Y: 0, Button: tea.MouseLeft}) // beyond the chart
	a.wants(" λ = 1 ·")
	a.send(tea.MouseReleaseMsg{X: right, Y: y, Button: tea.MouseLeft})
	a.send(tea.MouseMotionMsg{X: left, Y: y})
	a.wants(" λ = 1 ·")
	a.send(tea.MouseWheelMsg{X: left, Y: y, Button: tea.MouseWheelDown})
	a.wants(" λ = 0.9 ·")
}

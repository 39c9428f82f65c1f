package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/panel"
)

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
	a.send(tea.MouseClickMsg{X: right, Y: y, Button: tea.MouseLeft})
	a.send(tea.MouseReleaseMsg{X: left, Y: y, Button: tea.MouseLeft}) // and no motion between
	a.wants(" λ = 0 ·")
}

// TestClickMore: a click on the line of more settings shows them, at the side and above the
// charts, and another hides them.
func TestClickMore(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		a := startApp(t, size[0], size[1], nil)
		click := func(text string) {
			t.Helper()
			for y, l := range strings.Split(a.check(), "\n") {
				if before, _, ok := strings.Cut(l, text); ok {
					a.send(tea.MouseClickMsg{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft})
					a.send(tea.MouseReleaseMsg{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft})
					return
				}
			}
			t.Fatalf("no %q", text)
		}
		click("more (6)")
		a.wants("weighting")
		click("fewer")
		a.wants("more (6)")
	}
}

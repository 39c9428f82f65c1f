package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

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

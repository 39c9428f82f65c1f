package tui

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
	"lambdascope/tui/screen"
)

// sliderWidth is how many cells a slider takes.
const sliderWidth = 20

// slider draws the slider of a control at the end of a line.
func (p *panel) slider(c control.Control, l *screen.Line) *screen.Line {
	const track = sliderWidth - 2
	at := c.Slide.Cell(p.state, track)
	l.Add(chart.InkFaint, "├"+strings.Repeat("─", at))
	l.Add(chart.InkCursor, "●")
	return l.Add(chart.InkFaint, strings.Repeat("─", track-1-at)+"┤")
}

// slideZone lets the mouse move a slider.
func (p *panel) slideZone(c control.Control, r image.Rectangle) zone {
	put := func(at image.Point) tea.Cmd {
		return p.hand.set(c, c.Slide.Stop(at.X-r.Min.X-1, r.Dx()-2), c.Name)
	}
	return zone{Rectangle: r, press: put, drag: put, wheel: p.hand.turn}
}

package panel

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// controlZone lets the mouse choose a control, turn it by the wheel or by a click
// on the arrows of its value, and type a value by a click on that.
func (p *Panel) controlZone(c state.Knob, focused bool, r image.Rectangle) Zone {
	turn := func(by int) tea.Cmd {
		p.Actions.Focus(c.Name)
		return p.Actions.Turn(by)
	}
	return Zone{
		Rectangle: r,
		Wheel: func(by int) tea.Cmd {
			if p.Controls[p.Focus].Name != c.Name {
				p.Actions.Focus(c.Name)
			}
			return p.Actions.Turn(by)
		},
		Press: func(at image.Point) tea.Cmd {
			if !focused {
				p.Actions.Focus(c.Name)
				return nil
			}
			value := chart.Width(p.Styles.Text(" ‹ " + c.Get(p.State) + " › "))
			switch left := r.Max.X - min(value, r.Dx()); {
			case at.X >= r.Max.X-arrowWidth:
				return turn(+1)
			case at.X >= left && at.X < left+arrowWidth:
				return turn(-1)
			case at.X >= left:
				return p.Actions.Enter()
			}
			return nil
		},
	}
}

// moreZone lets a click show the hidden settings, or hide them.
func (p *Panel) moreZone(r image.Rectangle) Zone {
	return Zone{Rectangle: r, Press: func(image.Point) tea.Cmd { return p.Actions.More() }}
}

// arrowWidth is how many cells an arrow beside a value takes.
const arrowWidth = 3

// sliderWidth is how many cells a slider takes.
const sliderWidth = 20

// slider draws the slider of a control at the end of a line.
func (p *Panel) slider(c state.Knob, l *screen.Line) *screen.Line {
	const track = sliderWidth - 2
	at := c.Cell(p.State, track)
	l.Add(chart.InkFaint, "├"+strings.Repeat("─", at))
	l.Add(chart.InkCursor, "●")
	return l.Add(chart.InkFaint, strings.Repeat("─", track-1-at)+"┤")
}

// slideZone lets the mouse move a slider.
func (p *Panel) slideZone(c state.Knob, r image.Rectangle) Zone {
	put := func(at image.Point) tea.Cmd {
		return p.Actions.Set(c, c.Stop(p.State, at.X-r.Min.X-1, r.Dx()-2), c.Name)
	}
	return Zone{Rectangle: r, Press: put, Drag: put, Wheel: p.Actions.Turn}
}

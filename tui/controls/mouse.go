package controls

import (
	"image"
	"strings"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// controlZone lets the mouse choose and turn a control. A click on an arrow beside the value turns,
// and a click on the value types.
func (p *Panel) controlZone(c state.Knob, focused bool, r image.Rectangle) page.Zone {
	x := p.model
	return page.Zone{
		Rectangle: r,
		Wheel: func(s *page.Snapshot, by int) page.Action {
			if x.Name != c.Name {
				x.FocusOn(c.Name)
			}
			return x.Turn(s, by)
		},
		Press: func(s *page.Snapshot, at image.Point) page.Action {
			if !focused {
				x.FocusOn(c.Name)
				return page.Action{}
			}
			value := chart.Width(s.Styles.Text(" ‹ " + c.Get(s.State) + " › "))
			switch left := r.Max.X - min(value, r.Dx()); {
			case at.X >= r.Max.X-arrowWidth:
				x.FocusOn(c.Name)
				return x.Turn(s, +1)
			case at.X >= left && at.X < left+arrowWidth:
				x.FocusOn(c.Name)
				return x.Turn(s, -1)
			case at.X >= left:
				return page.Press("enter")
			}
			return page.Action{}
		},
	}
}

// moreZone lets a click show or hide the rarely needed settings.
func (p *Panel) moreZone(r image.Rectangle) page.Zone {
	return page.Zone{Rectangle: r, Press: func(s *page.Snapshot, _ image.Point) page.Action {
		p.model.ToggleMore(s)
		return page.Action{}
	}}
}

// The widths of an arrow beside a value and of a slider, in cells.
const (
	arrowWidth  = 3
	sliderWidth = 20
)

// slider draws the slider of a control in a line.
func (p *Panel) slider(c state.Knob, l *screen.Line, width int) *screen.Line {
	track := width - 2
	at := c.Cell(p.State, track)
	l.Add(chart.InkFaint, "├"+strings.Repeat("─", at))
	l.Add(chart.InkCursor, "●")
	return l.Add(chart.InkFaint, strings.Repeat("─", track-1-at)+"┤")
}

// slideZone lets the mouse move a slider.
func (p *Panel) slideZone(c state.Knob, r image.Rectangle) page.Zone {
	put := func(s *page.Snapshot, at image.Point) page.Action {
		return set(s, c, c.Stop(s.State, at.X-r.Min.X-1, r.Dx()-2), c.Name)
	}
	return page.Zone{Rectangle: r, Press: put, Drag: put, Wheel: p.model.Turn}
}

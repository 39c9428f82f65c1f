package controls

import (
	"image"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/page"
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
			value := ansi.StringWidth(s.Styles.Text(" ‹ " + c.Get(s.State) + " › "))
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
		return p.model.ToggleMore(s)
	}}
}

// arrowWidth is the width of an arrow beside a value, in cells.
const arrowWidth = 3

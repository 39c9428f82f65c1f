package controls

import (
	"fmt"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Panel is a drawing of the controls. Column and Folded draw it.
type Panel struct {
	model       *Model
	controls    []state.Knob
	more        More
	focus       int // index of the control with the focus
	state       state.State
	entry       *Entry // a value being typed; nil for none
	fault       string // what was wrong with the last value
	styles      *screen.Styles
	screenWidth int

	zones []page.Zone
}

// Panel returns the controls to be drawn, with what was wrong with the last value.
func (x *Model) Panel(s *page.Snapshot, fault string) *Panel {
	all, more := x.Shown(s)
	return &Panel{
		model: x, controls: all, more: more, focus: indexOf(all, x.Name), state: s.State, entry: x.entry, fault: fault,
		styles: s.Styles, screenWidth: s.Width,
	}
}

// More is the line that stands for settings that are not on the screen.
type More struct {
	Any    bool // there are settings that can be hidden
	Hidden int  // how many are
	After  int  // how many controls stand before it
}

// MoreKey shows the hidden settings, or hides them again.
const MoreKey = "M"

// text is what the line says.
func (m More) text() string {
	if m.Hidden > 0 {
		return fmt.Sprintf("more (%d)", m.Hidden)
	}
	return "fewer"
}

// Width is that of the column.
const Width = 26

// Zones returns the zones of the last drawing.
func (p *Panel) Zones() []page.Zone { return p.zones }

// explanation returns what to say of the focused control: what was wrong with
// its value, or what it is about.
func (p *Panel) explanation() (chart.Ink, string) {
	if p.fault != "" {
		return chart.InkWarn, p.fault
	}
	c := p.controls[p.focus]
	if p.entry != nil {
		return chart.InkFaint, c.Help
	}
	return chart.InkFaint, c.Label + ": " + c.About(p.state)
}

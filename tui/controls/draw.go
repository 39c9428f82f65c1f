package controls

import (
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Panel draws the controls, by Column or by Strip.
type Panel struct {
	*page.Snapshot
	model    *Model
	controls []state.Knob
	settings int  // number of controls that are settings; the line for hidden settings follows
	hidden   bool // some settings are hidden
	focus    int  // index of the control with the focus
	zones    []page.Zone
}

// Panel returns a drawing of the controls.
func (x *Model) Panel(s *page.Snapshot) *Panel {
	p := &Panel{Snapshot: s, model: x}
	p.controls, p.settings, p.hidden = x.Shown(s)
	p.focus = indexOf(p.controls, x.Name)
	return p
}

// MoreKey shows or hides the rarely needed settings.
const MoreKey = "M"

// more returns the text beside MoreKey.
func (p *Panel) more() string {
	if p.hidden {
		return "more"
	}
	return "fewer"
}

// Zones returns the zones of the last drawing.
func (p *Panel) Zones() []page.Zone { return p.zones }

// focused returns the control with the focus.
func (p *Panel) focused() state.Knob { return p.controls[p.focus] }

// explanation returns a text on the control with the focus, or on the accepted values.
func (p *Panel) explanation() string {
	c := p.focused()
	if p.model.entry != nil {
		return c.Help
	}
	return c.Label + ": " + c.About(p.State)
}

package controls

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Panel draws the controls, by Column or by Folded.
type Panel struct {
	*page.Snapshot
	model    *Model
	controls []state.Knob
	settings int    // number of controls that are settings; the line for hidden settings follows
	hidden   bool   // some settings are hidden
	focus    int    // index of the control with the focus
	fault    string // of the last value
	zones    []page.Zone
}

// Panel returns a drawing of the controls, with the fault of the last value.
func (x *Model) Panel(s *page.Snapshot, fault string) *Panel {
	p := &Panel{Snapshot: s, model: x, fault: fault}
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

// explanation returns the fault of the last value, or an explanation of the control with the focus.
func (p *Panel) explanation() (chart.Ink, string) {
	c := p.focused()
	switch {
	case p.fault != "":
		return chart.InkWarn, p.fault
	case p.model.Typing():
		return chart.InkFaint, c.Help
	}
	return chart.InkFaint, c.Label + ": " + c.About(p.State)
}

// Package panel draws the app's controls and lets the mouse turn them: in a column
// beside the charts, or folded into lines above them, with the value that is being
// typed in the control that has the focus. It may import tui/screen,
// tui/state and the packages below them; it knows no page, and the app by Actions
// alone.
package panel

import (
	"fmt"
	"image"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Panel is the controls as they are to be drawn. Column and Folded draw them.
type Panel struct {
	Controls    []state.Knob
	More        More
	Focus       int // the one that keys turn
	State       state.State
	Entry       *Entry // a value being typed; nil for none
	Fault       string // what was wrong with the last value
	Styles      *screen.Styles
	ScreenWidth int
	Actions     Actions

	zones []Zone
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

// Actions are what the mouse does to controls.
type Actions struct {
	Focus func(control string)
	Turn  func(steps int) tea.Cmd // of the one that has the focus
	Set   func(c state.Knob, text, run string) tea.Cmd
	Enter func() tea.Cmd // as the key does
	More  func() tea.Cmd // likewise
}

// Zone is a part of the screen that the mouse acts on.
type Zone struct {
	image.Rectangle
	Press func(at image.Point) tea.Cmd // a click, at a cell of the screen; nil for nothing
	Drag  func(at image.Point) tea.Cmd // moving with the button held after a click here
	Wheel func(by int) tea.Cmd         // turning the wheel, up is +1
}

// Width is that of the column.
const Width = 26

// Focused returns the control that keys turn.
func (p *Panel) Focused() state.Knob { return p.Controls[p.Focus] }

// Zones returns the zones of the last drawing.
func (p *Panel) Zones() []Zone { return p.zones }

// explanation returns what to say of the focused control: what was wrong with
// its value, or what it is about.
func (p *Panel) explanation() (chart.Ink, string) {
	if p.Fault != "" {
		return chart.InkWarn, p.Fault
	}
	c := p.Focused()
	if p.Entry != nil {
		return chart.InkFaint, c.Help
	}
	return chart.InkFaint, c.Label + ": " + c.About(p.State)
}

// Package controls is a model of the app's controls: the visible controls, the focus, the value
// being typed, the search for a name and the palette. It draws a panel beside the charts, or lines above
// the charts. The app carries out the actions of keys and of the mouse.
//
// The package may import tui/page and the imports of tui/page.
package controls

import (
	"slices"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Config is the part of the app that the controls need.
type Config struct {
	Problems []*problem.Problem // besides the shipped problems
	// Own returns the controls of the current page.
	Own func(s *page.Snapshot) []state.Knob
	// Settle ends a step of undo, because the focus moves.
	Settle func()
	// Chosen returns the state and the preferences without a preview.
	Chosen func() (state.State, state.Preferences)
	// Check returns the next state in its usual form, or the error of a state beyond the limits.
	Check func(now, next state.State) (state.State, error)
	// Commands returns the keys of a page.
	Commands func(state.Page) []page.Binding
	// Ask asks the class a typed question.
	Ask func(question string) error
}

// Model holds the controls of the settings and of the current page.
type Model struct {
	Config
	Focus
	entry     *entry   // a value being typed; usually nil
	palette   *palette // nil unless it is open
	searching bool
	letters   string // of the search
	all       bool   // rarely needed settings are visible

	kept page.Memo[settings.Settings, []state.Knob]
}

// Focus is the control that keys turn.
type Focus struct {
	Name    string
	setting string // last setting with the focus, while a control of the page has the focus
}

// New returns controls with the focus on the number of trajectories, because more data is the first
// change that most users make.
func New(c Config) *Model { return &Model{Config: c, Focus: Focus{setting: "trajectories"}} }

// settings returns the controls of all settings.
func (x *Model) settings(s *page.Snapshot) []state.Knob {
	return x.kept.Of(s.Settings, func() []state.Knob { return state.SettingKnobs(s.Settings, x.Problems) })
}

// Shown returns the visible controls: some of the settings, then the controls of the page.
func (x *Model) Shown(s *page.Snapshot) (shown []state.Knob, settings int, hidden bool) {
	if s.Page == state.PageDial {
		return x.onDial(s), 0, false
	}
	for _, c := range x.settings(s) {
		if c.Rest && !x.all && !x.needs(s, c) {
			hidden = true
			continue
		}
		shown = append(shown, c)
	}
	return append(shown, x.Own(s)...), len(shown), hidden
}

// onDial returns the controls of the Dial: its own first, then the settings of a first minute.
func (x *Model) onDial(s *page.Snapshot) []state.Knob {
	shown := slices.Clone(x.Own(s))
	all := x.settings(s)
	for _, name := range []string{"trajectories", "seed", "domain", "features", "gamma"} {
		if i := slices.IndexFunc(all, func(c state.Knob) bool { return c.Name == name }); i >= 0 {
			shown = append(shown, all[i])
		}
	}
	return shown
}

// needs reports whether a rarely needed control must be visible. It must with the focus, with a
// changed value, because the result depends on the value, and for the tail of truncated
// trajectories.
func (x *Model) needs(s *page.Snapshot, c state.Knob) bool {
	switch {
	case c.Name == x.Name:
		return true
	case c.Name == settings.Tail && s.Result != nil && s.Result.Selection.Truncated > 0:
		return true
	}
	start, err := s.Settings.Start()
	return err != nil || c.Get(s.State) != c.Get(state.State{Settings: start})
}

// indexOf returns the index of the control with a name, or 0.
func indexOf(all []state.Knob, name string) int {
	return max(0, slices.IndexFunc(all, func(c state.Knob) bool { return c.Name == name }))
}

// Focused returns the control that keys turn.
func (x *Model) Focused(s *page.Snapshot) state.Knob {
	all, _, _ := x.Shown(s)
	return all[indexOf(all, x.Name)]
}

// FocusOn moves the focus to a control.
func (x *Model) FocusOn(name string) {
	x.Settle()
	x.Name = name
}

// MoveFocus moves the focus by controls.
func (x *Model) MoveFocus(s *page.Snapshot, by int) {
	all, _, _ := x.Shown(s)
	x.FocusOn(all[(indexOf(all, x.Name)+by+len(all))%len(all)].Name)
}

// FocusFirst moves the focus to the page's first control, or otherwise back to the last setting with
// the focus.
func (x *Model) FocusFirst(s *page.Snapshot) {
	x.Name = x.setting
	for _, c := range x.Own(s) {
		if c.First {
			x.Name = c.Name
		}
	}
}

// Leave notes the focus before the page changes.
func (x *Model) Leave(s *page.Snapshot) {
	if !slices.ContainsFunc(x.Own(s), func(c state.Knob) bool { return c.Name == x.Name }) {
		x.setting = x.Name
	}
}

// ToggleMore shows or hides the rarely needed settings.
func (x *Model) ToggleMore(s *page.Snapshot) page.Action {
	c := x.Focused(s)
	if x.all = !x.all; !x.all && c.Rest {
		x.FocusFirst(s)
	}
	return page.Action{}
}

// Turn is the action of turning the control with the focus by steps.
func (x *Model) Turn(s *page.Snapshot, steps int) page.Action {
	c := x.Focused(s)
	return set(s, c, c.Turn(s.State, steps), c.Name)
}

// set is the action of giving a control a value. After an error the old value stays, and the fault
// names the accepted values.
func set(s *page.Snapshot, c state.Knob, text, run string) page.Action {
	next := s.State
	if err := c.Set(&next, text); err != nil {
		return page.Action{Fault: err.Error()}
	}
	return page.Action{State: &next, Run: run}
}

// bigStep is the number of steps of a big turn.
const bigStep = 4

// Bindings returns the keys that choose and turn controls.
func (x *Model) Bindings() []page.Binding {
	focus := func(by int) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action {
			x.MoveFocus(s, by)
			return page.Action{}
		}
	}
	turn := func(steps int) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action { return x.Turn(s, steps) }
	}
	return []page.Binding{
		{Keys: "up k shift+tab", Label: "↑ ↓", Does: "choose a control; also tab", Group: page.GroupControls, Do: focus(-1)},
		{Keys: "down j tab", Does: "control below", Told: true, Do: focus(+1), Hint: func(*page.Snapshot) page.Hint { return page.Hint{Key: "↑↓", Does: "choose"} }},
		{Keys: "left h", Label: "← →", Does: "turn it; with shift, a lot", Group: page.GroupControls, Do: turn(-1)},
		{Keys: "right l", Does: "turn it up", Told: true, Do: turn(+1), Hint: func(s *page.Snapshot) page.Hint {
			return page.Hint{Key: "←→", Does: "turn", Main: s.Page != state.PageFolds} // where clicks choose rows
		}},
		{Keys: "shift+left", Does: "turn it down a lot", Told: true, Do: turn(-bigStep)},
		{Keys: "shift+right", Does: "turn it up a lot", Told: true, Do: turn(+bigStep)},
	}
}

// Package controls is a model of the app's controls: the visible ones, the focus, the value
// being typed and the search for a name. It draws a column beside the charts, or lines above
// the charts. The app carries out the actions of keys and of the mouse.
//
// The package may import tui/page and what that imports.
package controls

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Config is the part of the app that the controls need.
type Config struct {
	Problems []*problem.Problem // further problems that can be named
	// Own returns the controls of the page on show.
	Own func(s *page.Snapshot) []state.Knob
	// Settle ends a step of undo, because the focus moves.
	Settle func()
}

// Model is the controls of the settings and of the page on show.
type Model struct {
	Config
	Focus
	entry *Entry // a value being typed; usually nil
	jump  *Jump  // a search; usually nil
	all   bool   // rarely needed settings are visible

	kept page.Memo[settings.Settings, []state.Knob]
}

// Focus is the control that keys turn.
type Focus struct {
	Name    string
	setting string // last setting with the focus, while a control of the page has the focus
}

// New returns controls with the focus on the number of trajectories.
func New(c Config) *Model { return &Model{Config: c, Focus: Focus{setting: "trajectories"}} }

// settings returns the controls of all settings.
func (x *Model) settings(s *page.Snapshot) []state.Knob {
	return x.kept.Of(s.Settings, func() []state.Knob { return state.SettingKnobs(s.Settings, x.Problems) })
}

// Shown returns the controls on the screen, and the line for the others.
func (x *Model) Shown(s *page.Snapshot) (shown []state.Knob, more More) {
	for _, c := range x.settings(s) {
		if c.Rest {
			more.Any = true
			if !x.all && !x.needs(s, c) {
				more.Hidden++
				continue
			}
		}
		shown = append(shown, c)
	}
	more.After = len(shown)
	return append(shown, x.Own(s)...), more
}

// needs reports whether a rarely needed control is visible all the same: with the focus, with
// a changed value, because the result depends on it, or the tail for truncated trajectories.
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

// indexOf returns the index of the control of a name, the first if there is none.
func indexOf(all []state.Knob, name string) int {
	return max(0, slices.IndexFunc(all, func(c state.Knob) bool { return c.Name == name }))
}

// Focused returns the control that keys turn.
func (x *Model) Focused(s *page.Snapshot) state.Knob {
	all, _ := x.Shown(s)
	return all[indexOf(all, x.Name)]
}

// FocusOn moves the focus to a control.
func (x *Model) FocusOn(name string) {
	x.Settle()
	x.Name = name
}

// MoveFocus moves the focus by controls.
func (x *Model) MoveFocus(s *page.Snapshot, by int) {
	all, _ := x.Shown(s)
	i := indexOf(all, x.Name)
	x.FocusOn(all[(i+by+len(all))%len(all)].Name)
}

// FocusFirst moves the focus to the first control of the page, or to the last setting with the
// focus.
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
func (x *Model) ToggleMore(s *page.Snapshot) {
	c := x.Focused(s)
	if x.all = !x.all; !x.all && c.Rest {
		x.FocusFirst(s)
	}
}

// Turn is the action of turning the control with the focus by steps.
func (x *Model) Turn(s *page.Snapshot, steps int) page.Action {
	c := x.Focused(s)
	return set(s, c, c.Turn(s.State, steps), c.Name)
}

// set is the action of giving a control a value. After an error the old value stays and the
// fault names the accepted values.
func set(s *page.Snapshot, c state.Knob, text, run string) page.Action {
	next := s.State
	if err := c.Set(&next, text); err != nil {
		return page.Action{Fault: err.Error()}
	}
	return page.Action{State: &next, Run: run}
}

// Type opens the control with the focus for a typed value.
func (x *Model) Type(s *page.Snapshot) {
	x.Settle()
	c := x.Focused(s)
	x.entry = NewEntry(c, c.Get(s.State), s.Styles)
}

// Typing returns the value being typed; nil for none.
func (x *Model) Typing() *Entry { return x.entry }

// EndTyping closes the control for which a value has been typed.
func (x *Model) EndTyping() { x.entry = nil }

// Press handles a key while a value is typed. It reports whether typing ends, unless the
// action has a fault.
func (x *Model) Press(s *page.Snapshot, msg tea.KeyPressMsg) (a page.Action, ends bool) {
	switch msg.String() {
	case "enter":
		return set(s, x.entry.Control, x.entry.Value(), ""), true
	case "esc":
		return a, true
	}
	x.entry.Press(msg)
	return a, false
}

// Hints returns the keys while a value is typed.
func Hints() []page.Hint {
	return []page.Hint{{Key: "⏎", Does: "accept", Press: "enter"}, {Key: "esc", Does: "keep the old value", Press: "esc"}}
}

// Search begins a search for a control.
func (x *Model) Search() { x.jump = &Jump{} }

// Searching returns the search; nil for none.
func (x *Model) Searching() *Jump { return x.jump }

// EndSearch ends the search, if any.
func (x *Model) EndSearch() { x.jump = nil }

// PressSearch handles a key of a search. Any other key ends the search and keeps its meaning:
// PressSearch then reports false.
func (x *Model) PressSearch(s *page.Snapshot, msg tea.KeyPressMsg) (a page.Action, taken bool) {
	if k := msg.String(); k == "enter" || k == "esc" {
		x.jump = nil
		return a, true
	}
	found, taken, err := x.jump.Press(msg, slices.Concat(x.settings(s), x.Own(s)))
	switch {
	case !taken:
		x.jump = nil
	case err != nil:
		a.Fault = err.Error()
	case found != "":
		x.FocusOn(found)
	}
	return a, taken
}

package controls

import (
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

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

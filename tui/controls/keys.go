package controls

import "lambdascope/tui/page"

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
	hint := func(key, does string) func(*page.Snapshot) page.Hint {
		return func(*page.Snapshot) page.Hint { return page.Hint{Key: key, Does: does} }
	}
	return []page.Binding{
		{Keys: "up k shift+tab", Label: "↑/k", Does: "control above", Group: page.GroupControls, Do: focus(-1)},
		{Keys: "down j tab", Label: "↓/j/tab", Does: "control below", Group: page.GroupControls, Do: focus(+1), Hint: hint("↑↓", "choose")},
		{Keys: "left h", Label: "←/h", Does: "turn it down", Group: page.GroupControls, Do: turn(-1)},
		{Keys: "right l", Label: "→/l", Does: "turn it up", Group: page.GroupControls, Do: turn(+1), Hint: hint("←→", "turn")},
		{Keys: "shift+left", Label: "shift ←", Does: "turn it down a lot", Group: page.GroupControls, Do: turn(-bigStep)},
		{Keys: "shift+right", Label: "shift →", Does: "turn it up a lot", Group: page.GroupControls, Do: turn(+bigStep)},
	}
}

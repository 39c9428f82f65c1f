package lesson

import (
	"slices"

	"lambdascope/sim/analysis"
	"lambdascope/tui/state"
)

// Situation is what the app shows, as far as conditions are about it.
type Situation struct {
	State, Scene state.State      // now, and as the step has set it
	Result       *analysis.Result // of State's settings; nil while there is none
	Replay       bool             // is at its last step
	Trials       bool             // or what else the page on show computes, are finished
}

// Met tells whether all of some conditions have come.
func Met(all []Condition, s Situation) bool {
	for _, c := range all {
		r := c.rule()
		if r.pages != nil && !slices.Contains(r.pages, s.State.Page) || !r.met(c, s) {
			return false
		}
	}
	return true
}

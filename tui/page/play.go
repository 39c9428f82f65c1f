package page

import (
	"time"

	"lambdascope/tui/state"
)

// Play is the effect of the key space on a page: a control turns by itself, a step at a time, and
// the state on the screen is always a state that a user could have chosen. The zero Play plays
// nothing.
type Play struct {
	Does string        // in the footer
	Pace time.Duration // between two steps
	Wait bool          // the page still computes the current step
	// Begin returns the first state. The user may have left the control at the end, from where nothing
	// would follow.
	Begin func() state.State
	// Next returns the state of the next step on the way to the state before the play, and reports
	// whether further steps follow.
	Next func(goal state.State) (next state.State, more bool)
}

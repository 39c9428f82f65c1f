// Package state has what a person chooses of the app: the settings of the analysis
// and how to look at it. Each option of view has an entry in one table, from which
// its flag, its help and its part of a command line are made.
package state

import (
	"lambdascope/sim/settings"
)

// State is what the screen shows. It is comparable, and written as the arguments of a
// command: see Args and Parse.
type State struct {
	Settings settings.Settings
	Page     Page
	Charts   [NumPages]Chart   // of each page, the one that shows where not all fit
	Cursor   Optional[float64] // the λ under the cursor; none leaves it at λ̂
	Hidden   bool              // the true errors and values wait to be asked for
	Hold     bool              // the scales of charts stay as they are
	Look     Look              // of the chart that a step of a lesson is about
	Pins     Pins              // settings whose curves stay in sight
	Trials   int               // of the Trials and Figures pages

	Trajectory Optional[int] // the one selected on the Folds page; none for that of the most influence
	Step       Optional[int] // at which the Folds page replays it; none shows all of them
}

// New returns the state in which the app opens with settings.
func New(s settings.Settings) State {
	return State{Settings: s, Page: PageExplore, Trials: DefaultTrials}
}

// DefaultTrials is how many trials the app runs unless told otherwise, as in the
// paper.
const DefaultTrials = 80

// Optional is a value, or none.
type Optional[T comparable] struct {
	Value T
	Set   bool
}

// Some returns a value that is there.
func Some[T comparable](v T) Optional[T] { return Optional[T]{v, true} }

// Each returns the state with every settings in it replaced.
func (s State) Each(change func(settings.Settings) settings.Settings) State {
	s.Settings = change(s.Settings)
	for i := range s.Pins.List() {
		s.Pins[i] = change(s.Pins[i])
	}
	return s
}

// Package state holds the choices of a user: the settings of the analysis and the view of its
// result. A State is a comparable value, so that undo is a list of states and a link is a state
// as flags. Knobs declare every choice once.
package state

import (
	"lambdascope/sim/settings"
)

// State determines the content of the screen. Args writes a state as flags, Parse reads it.
type State struct {
	Settings settings.Settings
	Page     Page
	Charts   [NumPages]Chart   // current chart of each page, for windows without room for all
	Cursor   Optional[float64] // λ of the cursor; λ̂ if unset
	Hidden   bool              // true errors and values are hidden
	Hold     bool              // axes stay unchanged while data change
	Pins     Pins              // settings with a curve of their own
	Trials   int               // number of trials on Trials and Figures

	Trajectory Optional[int] // selected on Folds; the most influential if unset
	Step       Optional[int] // of the replay on Folds; no replay if unset
}

// New returns the state in which the app opens with settings.
func New(s settings.Settings) State {
	return State{Settings: s, Page: PageExplore, Trials: DefaultTrials}
}

// DefaultTrials is the default number of trials, the paper's.
const DefaultTrials = 80

// Optional is a value, or none.
type Optional[T comparable] struct {
	Value T
	Set   bool
}

// Some returns a set Optional.
func Some[T comparable](v T) Optional[T] { return Optional[T]{v, true} }

// Each returns the state with changed settings and changed pins.
func (s State) Each(change func(settings.Settings) settings.Settings) State {
	s.Settings = change(s.Settings)
	for i := range s.Pins.List() {
		s.Pins[i] = change(s.Pins[i])
	}
	return s
}

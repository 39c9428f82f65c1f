package state

import (
	"lambdascope/sim/settings"
)

// The problem on which the app opens where no flag chooses settings: walks so short and so
// few that the least error is at neither end of the grid, and features that several states
// share, so that λ trades bias for variance. The commands keep the paper's, a walk whose
// features tell every state apart.
const (
	openingStates       = 5
	openingTrajectories = 8
	openingSeed         = 22   // whose LOTO error and MSVE are least at the same λ
	dialSeed            = 1141 // of the first data set on the dial
)

// Opening returns the settings that the app opens with where no flag chooses any.
func Opening() (settings.Settings, error) {
	s, err := settings.Defaults("")
	if err == nil {
		s.Problem.States, s.Problem.Features = openingStates, "dependent"
		s.Trajectories, s.Seed = openingTrajectories, openingSeed
	}
	return s, err
}

// openingOn returns what the app opens with on a page where no flag chooses settings: on
// the dial with the truth hidden, and its own data sets.
func openingOn(p Page) (State, error) {
	s, err := Opening()
	if p != PageDial || err != nil {
		return New(s), err
	}
	s.Seed = dialSeed
	out := New(s)
	out.Page, out.Hidden = PageDial, true
	return out, nil
}

// OpeningSettings returns the settings with which the app opens on a page where no flag
// chooses any, and whether the truth is hidden.
func OpeningSettings(p Page) (s settings.Settings, hidden bool, err error) {
	out, err := openingOn(p)
	return out.Settings, out.Hidden, err
}

// OnDial returns the state with the dial on show: on what that opens with, where the
// settings are still those that the app opened with, but perhaps for other data.
func (s State) OnDial() State {
	s.Page = PageDial
	first, err := Opening()
	if first.Seed = s.Settings.Seed; err != nil || s.Settings != first {
		return s
	}
	if dial, err := openingOn(PageDial); err == nil {
		s.Settings, s.Hidden, s.Cursor = dial.Settings, dial.Hidden, dial.Cursor
	}
	return s
}

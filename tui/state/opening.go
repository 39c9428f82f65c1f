package state

import (
	"lambdascope/sim/settings"
)

// The app opens on short walks with features that several states share, so that λ trades bias for
// variance and the lowest error lies inside the grid. Commands keep the paper's walk, whose
// features identify every state.
const (
	openingStates       = 5
	openingTrajectories = 30
	openingSeed         = 1615 // two λ's are ruled out, and the LOTO error is lowest beside the truly best λ
	dialTrajectories    = 8    // few, so that estimates differ from data set to data set
	dialSeed            = 1141 // of the first data set on the dial
)

// Opening returns the settings of the app without flags.
func Opening() (settings.Settings, error) {
	s, err := settings.Defaults("")
	if err == nil {
		s.Problem.States = openingStates
		s.Problem.Features = "dependent"
		s.Trajectories = openingTrajectories
		s.Seed = openingSeed
	}
	return s, err
}

// openingOn returns the state of a page without flags of settings. The dial opens with the truth
// hidden and with data sets of its own.
func openingOn(p Page) (State, error) {
	s, err := Opening()
	if p != PageDial || err != nil {
		return New(s), err
	}
	s.Trajectories = dialTrajectories
	s.Seed = dialSeed
	out := New(s)
	out.Page = PageDial
	out.Hidden = true
	return out, nil
}

// OpeningSettings returns the settings of a page without flags, and whether the truth is hidden.
func OpeningSettings(p Page) (s settings.Settings, hidden bool, err error) {
	out, err := openingOn(p)
	return out.Settings, out.Hidden, err
}

// OnDial returns the state on the dial. Settings unchanged since the start, except for the seed,
// become the dial's own.
func (s State) OnDial() State {
	s.Page = PageDial
	first, err := Opening()
	if first.Seed = s.Settings.Seed; err != nil || s.Settings != first {
		return s
	}
	if dial, err := openingOn(PageDial); err == nil {
		s.Settings = dial.Settings
		s.Hidden = dial.Hidden
		s.Cursor = dial.Cursor
	}
	return s
}

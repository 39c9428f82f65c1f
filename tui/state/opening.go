package state

import "lambdascope/sim/analysis"

// Opening returns the settings that the app opens with where no flag chooses any: a
// walk whose features several states share, so that λ trades bias for variance. The
// commands keep the paper's, a walk whose features tell every state apart.
func Opening() (analysis.Settings, error) {
	s, err := analysis.Defaults("")
	if err == nil {
		s.Problem.States, s.Problem.Features = 19, "dependent"
	}
	return s, err
}

// openingOn returns what the app opens with on a page where no flag chooses settings: on
// the dial with the truth hidden, on a walk so short and with so few data that the least
// error is at neither end of the grid.
func openingOn(p Page) (State, error) {
	s, err := Opening()
	if p != PageDial || err != nil {
		return New(s), err
	}
	s.Problem.States, s.Trajectories, s.Seed = dialStates, dialTrajectories, dialSeed
	out := New(s)
	out.Page, out.Hidden = PageDial, true
	return out, nil
}

// The problem on which the dial opens, and the first seed of its data sets.
const (
	dialStates       = 5
	dialTrajectories = 8
	dialSeed         = 1141
)

// OpeningSettings returns the settings with which the app opens on a page where no flag
// chooses any, and whether the truth is hidden.
func OpeningSettings(p Page) (s analysis.Settings, hidden bool, err error) {
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

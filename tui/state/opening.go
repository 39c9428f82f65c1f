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
	dialSeed            = 1260 // of the first data set on the dial; its walks have steps for the strip
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

// OpeningOn returns the settings of a page without flags. The dial has data sets of its own.
func OpeningOn(p Page) (settings.Settings, error) {
	s, err := Opening()
	if p == PageDial {
		s.Trajectories = dialTrajectories
		s.Seed = dialSeed
	}
	return s, err
}

// newOn returns the state in which a page opens with settings. The dial hides the truth, because
// the truth answers the question of the dial.
func newOn(p Page, s settings.Settings) State {
	out := New(s)
	out.Hidden = p == PageDial
	return out
}

// OnDial returns the state on the dial, with the truth hidden. Settings unchanged since the start,
// except for the seed, become the dial's own.
func (s State) OnDial() State {
	s.Page = PageDial
	s.Hidden = !s.Settings.Recorded()
	first, err := Opening()
	if first.Seed = s.Settings.Seed; err != nil || s.Settings != first {
		return s
	}
	if dial, err := OpeningOn(PageDial); err == nil {
		s.Settings = dial
		s.Cursor = Optional[float64]{}
	}
	return s
}

// OffDial returns the state after a visit of the dial, on another page. The truth and the λ cursor
// are those from before the visit, and so are the settings if they are still the dial's own.
func (s State) OffDial(before State) State {
	s.Hidden = before.Hidden
	s.Cursor = before.Cursor
	if dial, err := OpeningOn(PageDial); err == nil && s.Settings == dial {
		s.Settings = before.Settings
	}
	return s
}

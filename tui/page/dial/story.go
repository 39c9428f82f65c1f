package dial

import (
	"lambdascope/sim/settings"
	"lambdascope/tui/page"
)

// story is what has been turned: which λ's, while the truth is hidden, and what last.
type story struct {
	begun    bool
	settings settings.Settings
	hidden   bool
	k        int   // the λ at hand
	lo, hi   int   // those turned to, and all between
	last     event // before what is on show
	before   *found
}

// event is what was done last.
type event int

// What there is to say something of.
const (
	eventNone event = iota
	eventTruth
	eventSize
	eventSeed
)

// follow takes down what has changed. Known is what was on show before.
func (t *story) follow(s *page.Snapshot, known *found) {
	k := at(s, grid(s))
	other := t.settings
	other.Seed, other.Trajectories = s.Settings.Seed, s.Settings.Trajectories
	switch {
	case !t.begun || other != s.Settings || s.Hidden && !t.hidden:
		*t = story{begun: true, lo: k, hi: k}
	case !s.Hidden && t.hidden:
		t.last = eventTruth
	case s.Settings.Trajectories != t.settings.Trajectories:
		t.last, t.before = eventSize, known
	case s.Settings.Seed != t.settings.Seed:
		t.last, t.before = eventSeed, known
	case k != t.k:
		t.last = eventNone
	}
	t.settings, t.hidden, t.k = s.Settings, s.Hidden, k
	t.lo, t.hi = min(t.lo, k), max(t.hi, k)
}

// seen reports whether λ has been turned past the k-th; with one λ nothing has been seen.
func (t *story) seen(k int) bool { return t.lo < t.hi && t.lo <= k && k <= t.hi }

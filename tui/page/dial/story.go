package dial

import (
	"lambdascope/sim/settings"
	"lambdascope/tui/page"
)

// story is the turns so far: the λ's seen while the truth is hidden, and the last event.
type story struct {
	begun    bool
	settings settings.Settings
	hidden   bool
	k        int   // the current λ
	lo, hi   int   // the range of λ's seen
	last     event // the results before the last event
	before   *found
}

// event is the last action of the user.
type event int

// The events with a sentence of their own.
const (
	eventNone event = iota
	eventTruth
	eventSize
	eventSeed
)

// follow records a change. known is the visible results before.
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

// seen reports whether λ has been turned past the k-th. With one λ nothing has been seen.
func (t *story) seen(k int) bool { return t.lo < t.hi && t.lo <= k && k <= t.hi }

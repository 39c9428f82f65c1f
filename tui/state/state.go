// Package state holds the choices of a user: the settings of the analysis and the view of its
// result. A State is a comparable value, so that undo is a list of states and a link is a state
// as flags. Knobs declare every choice once; flags, controls, links and typed lines read them:
//
//	flags ─┐
//	link  ─┼→ knobs → State → Args → flags
//	line  ─┘
package state

import (
	"math"
	"slices"

	"lambdascope/sim/analysis"
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

// CursorIndex returns the index of the λ at the cursor: the candidate nearest to s.Cursor, or
// λ̂ if it is unset. A replay at λ = 0 would show no trace, so there the middle of the grid
// replaces a λ̂ of 0. The dial starts at the first λ, because it knows no λ̂.
func (s State) CursorIndex(a *analysis.Result) int {
	switch sel := a.Selection; {
	case !s.Cursor.Set && s.Page == PageFolds && s.Step.Set && sel.Best().Lambda == 0:
		return len(sel.Candidates) / 2
	case !s.Cursor.Set && s.Page == PageDial:
		return 0
	case !s.Cursor.Set:
		return sel.Selected
	}
	return Nearest(a, s.Cursor.Value)
}

// Nearest returns the index of the nearest candidate, the first of equals.
func Nearest(a *analysis.Result, lambda float64) (best int) {
	all := a.Selection.Candidates
	for k, c := range all {
		if math.Abs(c.Lambda-lambda) < math.Abs(all[best].Lambda-lambda) {
			best = k
		}
	}
	return best
}

// MaxPins is the largest number of pins.
const MaxPins = 3

// Pins are settings that have a curve beside the current one, the oldest first. Unused places
// are zero, so that pins compare.
type Pins [MaxPins]settings.Settings

// List returns the pinned settings.
func (p Pins) List() []settings.Settings {
	n := 0
	for n < len(p) && p[n] != (settings.Settings{}) {
		n++
	}
	return p[:n]
}

// With returns the pins with s added as the newest. A duplicate changes nothing; a full list
// loses the oldest.
func (p Pins) With(s settings.Settings) (out Pins) {
	list := p.List()
	if slices.Contains(list, s) {
		return p
	}
	if len(list) == MaxPins {
		list = list[1:]
	}
	copy(out[:], append(list[:len(list):len(list)], s))
	return out
}

// Without returns the pins without the newest.
func (p Pins) Without() Pins {
	if n := len(p.List()); n > 0 {
		p[n-1] = settings.Settings{}
	}
	return p
}

// History is the past and the future of the state.
type History struct {
	past, future []State
	turning      string // control that the last changes turned, or empty
}

// maxHistory bounds the number of undo steps.
const maxHistory = 1000

// Record saves the state before a change. Consecutive turns of one control are one step;
// control is empty for any other change.
func (h *History) Record(before State, control string) {
	h.future = nil
	if control != "" && control == h.turning {
		return
	}
	h.turning = control
	h.past = append(h.past, before)
	if len(h.past) > maxHistory {
		h.past = h.past[1:]
	}
}

// Settle ends a run of turns.
func (h *History) Settle() { h.turning = "" }

// Undoes reports whether there is a change to undo.
func (h *History) Undoes() bool { return len(h.past) > 0 }

// Undo returns the state before the last change. It reports false without a change.
func (h *History) Undo(now State) (State, bool) {
	return step(&h.past, &h.future, now, h)
}

// Redo takes back the last undo.
func (h *History) Redo(now State) (State, bool) {
	return step(&h.future, &h.past, now, h)
}

func step(from, to *[]State, now State, h *History) (State, bool) {
	h.Settle()
	last := len(*from) - 1
	if last < 0 {
		return now, false
	}
	s := now.Restored((*from)[last])
	*from, *to = (*from)[:last], append(*to, now)
	return s, true
}

// Restored returns s with the undoable choices of from. The page and the λ cursor stay, because
// they only say where a user looks.
func (s State) Restored(from State) State {
	s = s.Reset(from)
	s.Hold = from.Hold
	s.Pins = from.Pins
	return s
}

// Reset returns s with all controls as in from.
func (s State) Reset(from State) State {
	s.Settings = from.Settings
	s.Trials = from.Trials
	s.Charts[PageTrials] = from.Charts[PageTrials]
	s.Charts[PageFigures] = from.Charts[PageFigures]
	return s
}

// SameChoices reports whether two states have equal undoable choices.
func (s State) SameChoices(other State) bool { return s.Restored(other) == s }

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

// Package page defines a page of the app. A page knows neither other pages nor the app: every
// call gets a Snapshot, Show returns the content and a key returns an Action. Drawing changes nothing.
// The package may import tui/screen, tui/chart, tui/state and their imports.
//
// A Show has the views, their layout and a Sentence: a headline and a quiet sentence, each in forms of several
// lengths. Play is the effect of the key space. A page may import this package, tui/background, tui/report,
// tui/figure and the imports of these packages.
package page

import (
	"context"
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Page is one view of the settings. Its public state is in State; a page stores only private
// data, such as running work. All methods are called from the program's Update and View.
type Page interface {
	// Follow is called after each change of the snapshot. A visible page starts its work; any
	// page stops work for other settings.
	Follow(s *Snapshot) tea.Cmd
	// Receive takes a message that is not the app's own. All pages get it, because a message does
	// not name its page.
	Receive(s *Snapshot, msg tea.Msg) Action
	// Show returns the visible content. It changes nothing.
	Show(s *Snapshot) Show
	// Controls are the controls of the page, after the controls of the settings.
	Controls(s *Snapshot) []state.Knob
	// Play is the effect of space.
	Play(s *Snapshot) Play
	// Bindings are the keys of the page, before the keys of all pages.
	Bindings() []Binding
}

// Done reports finished work of a page.
type Done struct {
	Work   bool                    // besides the analysis: trials, times, a sweep
	Played bool                    // on Folds: the last step of a replay, or the last trajectory, is visible
	Best   state.Optional[float64] // on the Dial: the λ with the lowest bias² + variance
}

// Snapshot is the input of a page. A Snapshot is immutable.
type Snapshot struct {
	state.State
	Result   *analysis.Result                // of the settings, or the last result without an error; nil before any result
	First    int                             // number of trajectories of a preview; 0 for a complete Result
	Err      error                           // error of the settings
	Pinned   [state.MaxPins]*analysis.Result // of the pins, in order; nil while unknown
	Revealed bool                            // the answer was hidden until the last change of settings
	Most     int                             // largest number of trajectories with these settings in this session
	OnShow   bool                            // the page is on the screen
	Playing  bool                            // a control turns by itself
	Focus    string                          // name of the control that keys turn
	Class    *Class                          // in a room; nil outside a room
	Lesson   string                          // name of the lesson; empty outside a lesson

	Axes          Axes // kept by =; nil for no axes
	Styles        *screen.Styles
	Glide         *Glide
	Room          Room
	Width, Height int             // of the screen
	Body          image.Rectangle // area of the charts; empty on a small screen
}

// Room is the number of charts that fit a screen.
type Room int

// The classes of screens: one chart, two beside each other, or two below each other
// at the side of the controls.
const (
	RoomForOne Room = iota
	RoomBeside
	RoomBelow
)

// Env is the environment of the work of pages.
type Env struct {
	Context context.Context // of the session
	Engine  *analysis.Engine
}

// Current reports whether the result is complete and for the current settings.
func (s *Snapshot) Current() bool {
	return s.Result != nil && s.First == 0 && s.Result.Settings == s.Settings
}

// CursorIndex returns the index of the λ under the cursor.
func (s *Snapshot) CursorIndex() int { return s.State.CursorIndex(s.Result) }

// CursorLambda returns the λ under the cursor.
func (s *Snapshot) CursorLambda() float64 {
	return s.Result.Selection.Candidates[s.CursorIndex()].Lambda
}

// Memo keeps the value of the last key. The value must depend on the key alone, and data behind
// the key must be immutable. The zero Memo is empty.
type Memo[K comparable, V any] struct {
	key   K
	value V
	known bool
}

// Of returns the value of a key, and calls make for a new key.
func (m *Memo[K, V]) Of(key K, make func() V) V {
	if !m.known || m.key != key {
		m.key = key
		m.value = make()
		m.known = true
	}
	return m.value
}

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

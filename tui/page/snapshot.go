package page

import (
	"context"
	"image"

	"lambdascope/sim/analysis"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Snapshot is all that a page is told. It does not change.
type Snapshot struct {
	state.State
	Result   *analysis.Result                // of the settings, or of the last that worked; nil before the first
	First    int                             // Result is of so many of the settings' trajectories, or of a sample of their folds, while that of all is computed; 0 mostly
	Err      error                           // why the settings have no result
	Pinned   [state.MaxPins]*analysis.Result // of the pins, in their order; nil where it is not known
	Revealed bool                            // the answer was hidden until the last change of settings
	Most     int                             // how many trajectories there can be, with these settings in this session
	OnShow   bool                            // the page is the one on the screen
	Focus    string                          // name of the control that keys turn
	Class    *Class                          // in a room; nil outside of one

	Axes          Axes // that are kept; nil while none are
	Styles        *screen.Styles
	Room          Room
	Width, Height int // of the screen
	TextRows      int // for findings
	// Body returns where the charts are on the screen, empty where it is too small. It
	// may lay out the controls, which is slow: call it only when needed.
	Body func() image.Rectangle
}

// Room is how many charts a screen has room for.
type Room int

// The classes of screens: one chart, two beside each other, or two below each other
// at the side of the controls.
const (
	RoomForOne Room = iota
	RoomBeside
	RoomBelow
)

// Env is what the work of pages needs.
type Env struct {
	Context context.Context // of the session
	Engine  *analysis.Engine
}

// Current tells whether the result is of the settings at hand.
func (s *Snapshot) Current() bool {
	return s.Result != nil && s.First == 0 && s.Result.Settings == s.Settings
}

// CursorIndex returns the index of the λ under the cursor.
func (s *Snapshot) CursorIndex() int { return s.State.CursorIndex(s.Result) }

// CursorLambda returns the λ under the cursor.
func (s *Snapshot) CursorLambda() float64 {
	return s.Result.Selection.Candidates[s.CursorIndex()].Lambda
}

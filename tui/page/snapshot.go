package page

import (
	"context"
	"image"

	"lambdascope/sim/analysis"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

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
	Focus    string                          // name of the control that keys turn
	Class    *Class                          // in a room; nil outside a room

	Axes          Axes // kept by =; nil for no axes
	Styles        *screen.Styles
	Room          Room
	Width, Height int // of the screen
	// Body returns the area of the charts, empty on a small screen. Call it only when needed, because it
	// may lay out the controls, which is slow.
	Body func() image.Rectangle
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

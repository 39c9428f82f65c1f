package page

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Action is a request to the app from a page, a lesson, a class or an overlay. The zero Action
// changes nothing.
type Action struct {
	State  *state.State // to show; nil for the current one
	Run    string       // name of a control; consecutive turns of one control are one step of undo
	Step   Step         // of a lesson
	Follow *Follow      // change of a follower's view; nil for none

	Preview     *Preview           // view to show before it is chosen; nil to show no other
	Preferences *state.Preferences // to adopt; nil for the current ones

	Focus   string  // name of the control for the next keys; empty for the current one
	News    string  // text until the next key
	Welcome string  // text until other settings are chosen
	Fault   string  // error of the key
	Close   bool    // closes all overlays
	Open    Overlay // over the page, or a message under the charts if it fits; nil for none
	Cmd     tea.Cmd
}

// Preview is a view that is shown before it is chosen. The chosen view itself ends a preview.
type Preview struct {
	State       state.State
	Preferences state.Preferences
}

// Step is the meaning of an action in a lesson.
type Step int

// The steps.
const (
	NoStep     Step = iota
	StepBegins      // State is the scene of a step; undo stays within the step
	StepAgain       // State is the scene of the current step
	LessonEnds      // the view from before the lesson comes back
)

// Follow is the next view of a follower.
type Follow struct {
	State  state.State // at the presenter's step
	Place  LessonPlace // the presenter's step
	Whole  bool        // no part is the follower's own
	Begins bool        // Place is another step than the follower's
	Ends   bool        // the presenter has left the lesson
	Record bool        // the view before is one step of undo away
}

// LessonPlace is a step of a lesson.
type LessonPlace struct {
	Lesson   string // name; empty outside a lesson
	Step     int    // from 0
	Restored int    // number of restored steps
}

// Overlay is a text over a page.
type Overlay interface {
	// Text returns the lines at a width, which may exceed the rows of the screen.
	Text(s *screen.Styles, width int) []string
	// Press takes a key before the keys of all overlays, and reports whether it used the
	// key.
	Press(msg tea.KeyPressMsg) (a Action, taken bool)
	// Hints returns the overlay's own keys for the footer.
	Hints() []Hint
}

// Go is the action of showing a state.
func Go(s state.State) Action { return Action{State: &s} }

// Press is the action of pressing a key by its name in bindings.
func Press(key string) Action {
	special := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace, "tab": tea.KeyTab,
	}
	msg := tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
	if code, ok := special[key]; ok {
		msg = tea.KeyPressMsg{Code: code}
	}
	return Action{Cmd: func() tea.Msg { return msg }}
}

// NewSeed is the action of drawing other data.
func (s *Snapshot) NewSeed() Action {
	if s.Settings.Recorded() {
		return Action{Fault: "recorded data have no seed"}
	}
	next := s.State
	next.Settings.Seed++
	return Action{State: &next, Run: "seed"}
}

// PutCursor is the action of putting the λ cursor on the k-th λ of the grid.
func (s *Snapshot) PutCursor(k int) Action {
	next := s.State
	next.Cursor = state.Some(s.Result.Selection.Candidates[k].Lambda)
	return Go(next)
}

// CursorTo puts the λ cursor on the nearest λ of the grid, for a click or a drag on a chart. A
// drag continues when a new result arrives.
func (s *Snapshot) CursorTo(lambda float64) Action {
	if s.Result == nil {
		return Action{}
	}
	return s.PutCursor(state.Nearest(s.Result, lambda))
}

// Farthest is a move to the end from anywhere. It is this small so that the sum with an index
// fits into 32 bits.
const Farthest = 1 << 30

// MoveCursor is the action of moving the λ cursor along the grid.
func (s *Snapshot) MoveCursor(by int) Action {
	if s.Result == nil {
		return Action{}
	}
	return s.PutCursor(max(0, min(len(s.Result.Selection.Candidates)-1, s.CursorIndex()+by)))
}

// Frame is a drawn page.
type Frame struct {
	Lines   []string // of the charts, as wide as the body
	Zones   []Zone
	Readout string // the line under the charts: the numbers at the cursor
}

// Zone is a part of the screen for the mouse. The functions receive the snapshot at the time
// of the call, because the state may have changed since the drawing. A nil function has no effect.
type Zone struct {
	image.Rectangle
	Press func(s *Snapshot, at image.Point) Action // a click, at a cell of the screen
	Drag  func(s *Snapshot, at image.Point) Action // moving with the button held after a click here
	Wheel func(s *Snapshot, by int) Action         // turning the wheel, up is +1
}

// Drawing is a frame being drawn of a snapshot.
type Drawing struct {
	*Snapshot
	Zones []Zone
}

// Zone adds a zone.
func (d *Drawing) Zone(z Zone) { d.Zones = append(d.Zones, z) }

// PlotZone adds the plot of a chart in an area as a zone, with the x axis because users drag its values. A
// click or a drag calls put with the x value, the wheel calls wheel, if not nil.
func (d *Drawing) PlotZone(area image.Rectangle, c chart.Drawing, put func(s *Snapshot, x float64) Action, wheel func(s *Snapshot, by int) Action) {
	at := func(s *Snapshot, at image.Point) Action {
		// A cell beside the plot counts as the nearest column, so that a drag may leave the plot.
		x, ok := c.X(max(c.Plot.Min.X, min(c.Plot.Max.X-1, at.X-area.Min.X)))
		if !ok {
			return Action{}
		}
		return put(s, x)
	}
	c.Plot.Max.Y = area.Dy()
	d.Zone(Zone{Rectangle: c.Plot.Add(area.Min), Press: at, Drag: at, Wheel: wheel})
}

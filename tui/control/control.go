// Package control has what can be turned on the screen: the settings, and options of
// view. It knows no page.
package control

import (
	"math"
	"slices"
	"strconv"

	"lambdascope/tui/state"
)

// Control is something on the screen that can be turned: a setting or a choice of
// a page, with a label, a place and a sentence about it.
type Control struct {
	Name  string
	Group string
	Label string
	Help  string                     // what is accepted, while it is typed
	About func(s state.State) string // one sentence for a learner
	Get   func(s state.State) string
	// Set reads a value; on an error, which names the control and says what is
	// accepted, the state is as it was.
	Set func(s *state.State, text string) error
	// Turn returns the text of the value a number of steps away; the present
	// one where there is no further.
	Turn    func(s state.State, steps int) string
	First   bool // it has the focus when its page comes on show
	Setting bool // it is of the settings, not of a page
	Rest    bool // and not among those that a first hour needs
	// Slide is where the value lies among those that turning goes through; nil
	// where they have no order.
	Slide *Slide
}

// Always is what to say of a control in every state.
func Always(about string) func(state.State) string {
	return func(state.State) string { return about }
}

// Slide is where a number lies among its usual values, which are evenly spaced on
// a slider, whatever they are.
type Slide struct {
	Stops []float64 // increasing
	Value func(state.State) float64
}

// Cell returns where the value lies on a track of n cells.
func (s *Slide) Cell(now state.State, n int) int {
	at, _ := slices.BinarySearch(s.Stops, s.Value(now))
	at = min(at, len(s.Stops)-1)
	return int(math.Round(float64(at) / float64(len(s.Stops)-1) * float64(n-1)))
}

// Stop returns the text of the value at a cell of a track of n.
func (s *Slide) Stop(cell, n int) string {
	at := float64(max(0, min(n-1, cell))) / float64(n-1) * float64(len(s.Stops)-1)
	return strconv.FormatFloat(s.Stops[int(math.Round(at))], 'f', -1, 64)
}

// Package attend takes lessons: it goes from step to step, computes the texts of steps, and
// notices when the condition of a step is met. It has the keys of a lesson. The app has the
// state, its history and the screen, and carries out the Action that each call returns.
//
// It may import tui/strip, tui/lesson, tui/overlay, tui/page and what they import. It
// knows neither pages nor rooms.
package attend

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/lesson"
	"lambdascope/tui/overlay"
	"lambdascope/tui/screen"
	"lambdascope/tui/strip"
)

// Config is what lessons need of the app.
type Config struct {
	Context context.Context // of the session
	Engine  *analysis.Engine
	// Listed returns the lessons that can be chosen from; nil for none. Opened, nil for
	// none, is beside them.
	Listed func() []*lesson.Lesson
	Opened *lesson.Lesson
	Theme  screen.Theme
	// Window returns what the strip is drawn in.
	Window func() strip.Window
	// Leads reports whether a step that is restored here is restored for all who follow.
	// It holds outside of a room.
	Leads func() bool
}

// Lessons is the lesson being taken, if any, and those that can be.
type Lessons struct {
	Config
	run *run // nil while none is taken
}

// Action is what the app does for lessons. The zero Action is nothing.
type Action struct {
	Begins bool // a lesson where there was none: what is on the screen now comes back after it
	Scene  bool // the scene of the step goes on the screen
	Step   bool // which is another step: undo stays within it
	Ends   bool // what was before the lesson comes back
	Folds  bool // the page has more or fewer rows
	Met    bool // what the step waits for has come

	News, Fault string
	Open        overlay.Overlay // over the page; nil for none
	Cmd         tea.Cmd
}

// list returns the lessons that can be chosen from.
func (x *Lessons) list() []*lesson.Lesson {
	if x.Listed == nil {
		return nil
	}
	all := x.Listed()
	if x.Opened == nil || lesson.Place(all, x.Opened.Name) >= 0 {
		return all
	}
	return append(all[:len(all):len(all)], x.Opened)
}

// List lists the lessons.
func (x *Lessons) List() Action {
	if x.Listed == nil {
		return Action{Fault: "there are no lessons here"}
	}
	all := x.list()
	chosen := max(0, lesson.Place(all, x.Place().Lesson))
	return Action{Open: &overlay.Lessons{All: all, Chosen: chosen, Theme: x.Theme}}
}

// Choose begins the lesson at a place of the list.
func (x *Lessons) Choose(i int) Action {
	all := x.list()
	if i < 0 || i >= len(all) {
		return Action{}
	}
	return x.Begin(all[i], 0)
}

// after returns the lesson that follows another in the list; nil for none.
func (x *Lessons) after(l *lesson.Lesson) *lesson.Lesson {
	all := x.list()
	if at := lesson.Place(all, l.Name); at >= 0 && at+1 < len(all) {
		return all[at+1]
	}
	return nil
}

// named returns the lesson of a name; nil for none.
func (x *Lessons) named(name string) *lesson.Lesson {
	all := x.list()
	if at := lesson.Place(all, name); at >= 0 {
		return all[at]
	}
	return nil
}

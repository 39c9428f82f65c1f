// Package attend takes lessons: it goes from step to step, computes what steps say, notices
// when what they wait for has come, and keeps how far lessons were taken. It has the keys
// of a lesson. The app has the state, its history and the screen, and carries out the
// Action that each call returns.
//
// It may import tui/strip, tui/lesson, tui/overlay, tui/page and what they import. It
// knows neither pages nor rooms.
package attend

import (
	"context"
	"fmt"

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
	Listed   func() []*lesson.Lesson
	Opened   *lesson.Lesson
	Progress lesson.Progress // nil where nothing is kept
	Theme    screen.Theme
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
	if x.Opened == nil || lesson.Place(all, x.Opened.Key) >= 0 {
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
	list := &overlay.Lessons{Theme: x.Theme, Chosen: x.nextToTake(all)}
	for _, l := range all {
		e := overlay.Entry{Name: l.Name, Title: l.Title, Minutes: l.Minutes, Intro: l.Intro}
		step, ended, ok := x.reached(l)
		switch {
		case ended:
			e.Progress = "taken"
		case ok && step > 0:
			e.Progress = fmt.Sprintf("step %d of %d", step+1, len(l.Steps))
		}
		list.Entries = append(list.Entries, e)
	}
	return Action{Open: list}
}

// Choose begins the lesson at a place of the list, where it was left.
func (x *Lessons) Choose(i int) Action {
	all := x.list()
	if i < 0 || i >= len(all) {
		return Action{}
	}
	return x.goOn(all[i])
}

// goOn begins a lesson where it was left.
func (x *Lessons) goOn(l *lesson.Lesson) Action {
	if x.Progress == nil {
		return x.Begin(l, 0)
	}
	return x.Begin(l, lesson.GoOn(x.Progress, l))
}

// nextToTake returns the place in a list of the lesson at hand, or, where that has
// ended or there is none, of the next that has not been taken.
func (x *Lessons) nextToTake(all []*lesson.Lesson) int {
	from := 0
	if r := x.run; r != nil {
		from = max(0, lesson.Place(all, r.Key))
		if !r.Last() || r.Waits() {
			return from
		}
		from++
	}
	for i := range all {
		at := (from + i) % len(all)
		if _, ended, _ := x.reached(all[at]); !ended {
			return at
		}
	}
	return from % max(1, len(all))
}

// after returns the lesson that follows another in the list; nil for none.
func (x *Lessons) after(l *lesson.Lesson) *lesson.Lesson {
	all := x.list()
	if at := lesson.Place(all, l.Key); at >= 0 && at+1 < len(all) {
		return all[at+1]
	}
	return nil
}

// named returns the lesson of a key; nil for none.
func (x *Lessons) named(key string) *lesson.Lesson {
	all := x.list()
	if at := lesson.Place(all, key); at >= 0 {
		return all[at]
	}
	return nil
}

// reached returns how far a lesson has been taken.
func (x *Lessons) reached(l *lesson.Lesson) (step int, ended, ok bool) {
	if x.Progress == nil {
		return 0, false, false
	}
	return x.Progress.Reached(l.Key)
}

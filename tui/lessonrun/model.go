// Package lessonrun is the current lesson as a model of its own. It goes from step to step,
// computes the texts of steps, notices when the conditions of a step are met, and draws the
// step below the charts. The app has the state, its history and the screen, and carries out
// the actions.
//
// The package may import tui/lesson, tui/overlay, tui/page and what they import. It knows
// neither pages nor the class.
package lessonrun

import (
	"context"

	"lambdascope/sim/analysis"
	"lambdascope/tui/background"
	"lambdascope/tui/lesson"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
)

// Config is the part of the app that lessons need.
type Config struct {
	Context context.Context // of the session
	Engine  *analysis.Engine
	// Listed returns the lessons that can be chosen from; nil for none. Opened, nil for
	// none, is beside them.
	Listed func() []*lesson.Lesson
	Opened *lesson.Lesson
	// Window returns the window of the strip.
	Window func() Window
	// Leads reports whether followers restore the steps that are restored here. It holds
	// outside of a room.
	Leads func() bool
}

// Model is the current lesson, if any, and the list of lessons.
type Model struct {
	Config
	run *run // nil while none is taken

	above background.Job[page.LessonPlace, string] // the texts of the step, with their numbers
	below background.Job[page.LessonPlace, answer]
}

// list returns the lessons that can be chosen from.
func (x *Model) list() []*lesson.Lesson {
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
func (x *Model) List() page.Action {
	if x.Listed == nil {
		return page.Action{Fault: "there are no lessons here"}
	}
	all := x.list()
	chosen := max(0, lesson.Place(all, x.Place().Lesson))
	begin := func(l *lesson.Lesson) page.Action { return x.Begin(l, 0) }
	return page.Action{Open: &overlay.Lessons{All: all, Chosen: chosen, Theme: x.Window().Theme, Begin: begin}}
}

// after returns the lesson that follows another in the list; nil for none.
func (x *Model) after(l *lesson.Lesson) *lesson.Lesson {
	all := x.list()
	if at := lesson.Place(all, l.Name); at >= 0 && at+1 < len(all) {
		return all[at+1]
	}
	return nil
}

// named returns the lesson of a name; nil for none.
func (x *Model) named(name string) *lesson.Lesson {
	all := x.list()
	if at := lesson.Place(all, name); at >= 0 {
		return all[at]
	}
	return nil
}

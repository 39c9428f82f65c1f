// Package lessonrun is a model of the current lesson. It goes from step to step, computes the
// texts of steps, notices met conditions, and draws the step below the charts. The app keeps the
// state, the history and the screen, and carries out the actions.
//
// The package may import tui/lesson, tui/overlay, tui/page and their imports, but neither pages
// nor the class.
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
	// Listed returns the lessons of the list; nil in an app without lessons. Opened is a further
	// lesson, or nil.
	Listed func() []*lesson.Lesson
	Opened *lesson.Lesson
	Window func() Window
	// Leads reports whether followers restore a step together with this app. It also holds
	// without a class.
	Leads func() bool
}

// Model holds the current lesson, if any.
type Model struct {
	Config
	run *run // nil without a lesson

	above background.Job[page.LessonPlace, string] // computes the text above the block
	below background.Job[page.LessonPlace, answer] // computes the text below the block
}

// list returns all lessons.
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

// List is the action of listing the lessons.
func (x *Model) List() page.Action {
	if x.Listed == nil {
		return page.Action{Fault: "there are no lessons here"}
	}
	all := x.list()
	chosen := max(0, lesson.Place(all, x.Place().Lesson))
	begin := func(l *lesson.Lesson) page.Action { return x.Begin(l, 0) }
	return page.Action{Open: &overlay.Lessons{All: all, Chosen: chosen, Theme: x.Window().Theme, Begin: begin}}
}

// after returns the next lesson of the list, or nil.
func (x *Model) after(l *lesson.Lesson) *lesson.Lesson {
	all := x.list()
	if at := lesson.Place(all, l.Name); at >= 0 && at+1 < len(all) {
		return all[at+1]
	}
	return nil
}

// named returns the lesson with a name, or nil.
func (x *Model) named(name string) *lesson.Lesson {
	all := x.list()
	if at := lesson.Place(all, name); at >= 0 {
		return all[at]
	}
	return nil
}

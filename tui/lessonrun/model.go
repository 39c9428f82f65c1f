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
	"lambdascope/tui/state"
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

	texts background.Job[page.LessonPlace, texts]
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
	all := x.list()
	if len(all) == 0 {
		return page.Action{Fault: "there are no lessons here"}
	}
	begin := func(l *lesson.Lesson) page.Action { return x.Begin(l, 0) }
	return page.Action{Open: &overlay.Lessons{All: all, Chosen: max(0, lesson.Place(all, x.Place().Lesson)), Theme: x.Window().Theme, Begin: begin}}
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

// Bindings returns the keys of a lesson. They come before the keys of pages.
func (x *Model) Bindings() []page.Binding {
	scroll := func(by int) func() page.Action {
		return func() page.Action {
			x.run.scroll(by, x.Window())
			return page.Action{}
		}
	}
	return []page.Binding{
		{Keys: "L", Does: "lessons", Command: "lessons", Group: page.GroupLessons, Do: does(x.List), Hint: x.hintList},
		{Keys: "n", Does: "in a lesson: the next step", Group: page.GroupLesson, When: x.taken, Do: does(x.Next), Hint: page.Says("next")},
		{Keys: "b", Does: "in a lesson: the step before", Group: page.GroupLesson, When: x.taken, Do: does(x.Back), Hint: page.Says("back")},
		{Keys: "esc", Does: "in a lesson: leave it, back to what was before", Group: page.GroupLesson, When: x.left, Do: does(x.Leave), Hint: page.Says("leave")},
		{Keys: "B", Does: "in a lesson: back to the step, as it was", Group: page.GroupLesson, When: x.taken, Do: does(x.Restore), Hint: page.Says("put right")},
		{Keys: "]", Does: "in a lesson: more of its text", Group: page.GroupLesson, When: x.taken, Do: does(scroll(+1))},
		{Keys: "[", Does: "in a lesson: back in its text", Group: page.GroupLesson, When: x.taken, Do: does(scroll(-1))},
	}
}

func (x *Model) taken(*page.Snapshot) bool { return x.Taken() }

// left reports whether esc leaves the lesson. It must leave a replay first.
func (x *Model) left(s *page.Snapshot) bool {
	return x.Taken() && (s.Page != state.PageFolds || !s.Step.Set)
}

// hintList is the hint of the list of lessons in every footer, except in a lesson.
func (x *Model) hintList(*page.Snapshot) page.Hint {
	if x.Taken() || x.Listed == nil {
		return page.Hint{}
	}
	return page.Hint{Does: "lessons", Stays: true}
}

// does returns the effect of a key that needs no snapshot.
func does(act func() page.Action) func(*page.Snapshot) page.Action {
	return func(*page.Snapshot) page.Action { return act() }
}

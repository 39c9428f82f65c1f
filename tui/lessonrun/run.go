package lessonrun

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/lesson"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// run is the current lesson, at a step.
type run struct {
	*lesson.Lesson
	at       int            // index of the step
	restored int            // number of restored steps; a follower copies the presenter's number
	came     bool           // the conditions of the step have been met
	learner  state.State    // the app's state at the end of the wait
	of       state.State    // source of the numbers below the block
	reminded bool           // n was pressed before the conditions were met; another n skips the step
	next     *lesson.Lesson // the lesson after this one, or nil

	about        text // introduction of the lesson, before the first step
	above, below text // texts around the block; below is empty until came
	top          int  // first visible line
}

// Taken reports whether there is a current lesson.
func (x *Model) Taken() bool { return x.run != nil }

// Place returns the current step.
func (x *Model) Place() page.LessonPlace {
	if x.run == nil {
		return page.LessonPlace{}
	}
	return page.LessonPlace{Lesson: x.run.Name, Step: x.run.at, Restored: x.run.restored}
}

// step returns the current step.
func (r *run) step() *lesson.Step { return &r.Steps[r.at] }

// Step returns the current step, or the zero step without a lesson.
func (x *Model) Step() lesson.Step {
	if x.run == nil {
		return lesson.Step{}
	}
	return *x.run.step()
}

// Question returns the question of the current step to a class, or nil.
func (x *Model) Question() *lesson.Question { return x.Step().Question }

// Title returns the title of the lesson, or "".
func (x *Model) Title() string {
	if x.run == nil {
		return ""
	}
	return x.run.Title
}

// Waits reports whether the current step has conditions that are not met.
func (x *Model) Waits() bool { return x.run != nil && x.run.waits() }

// Begin goes to a step of a lesson.
func (x *Model) Begin(l *lesson.Lesson, step int) page.Action {
	x.begin(l, step)
	return x.scene(page.StepBegins)
}

// begin makes a step of a lesson the current step, which waits again.
func (x *Model) begin(l *lesson.Lesson, step int) {
	x.texts.Stop()
	r := &run{Lesson: l, at: max(0, min(len(l.Steps)-1, step)), next: x.after(l)}
	if was := x.run; was != nil && was.Lesson == l {
		r.restored = was.restored
	}
	r.above = newText(l.Pending(r.at), nil)
	if r.at == 0 {
		r.about = newText(l.Intro, nil)
	}
	x.run = r
}

// scene is the action of showing the scene of the step.
func (x *Model) scene(step page.Step) page.Action {
	scene := x.Step().Scene
	return page.Action{State: &scene, Step: step, Cmd: x.Say()}
}

// Next goes to the next step, from the last one to the next lesson. If the current step still waits,
// the first call reminds and the second skips the step.
func (x *Model) Next() page.Action {
	switch r := x.run; {
	case (r.waits() || x.Window().ClassWaits) && !r.reminded:
		r.reminded = true
		return page.Action{}
	case !r.last():
		return x.Begin(r.Lesson, r.at+1)
	case r.next != nil:
		return x.Begin(r.next, 0)
	}
	return page.Action{Fault: "this is the last step: esc leaves the lesson"}
}

// Back goes to the step before.
func (x *Model) Back() page.Action {
	if x.run.at == 0 {
		return page.Action{Fault: "this is the first step"}
	}
	return x.Begin(x.run.Lesson, x.run.at-1)
}

// Restore begins the step again, with the scene and without the answer.
func (x *Model) Restore() page.Action {
	if x.Leads() {
		x.run.restored++
	}
	x.begin(x.run.Lesson, x.run.at)
	return x.scene(page.StepAgain)
}

// Leave ends the lesson.
func (x *Model) Leave() page.Action {
	x.end()
	return page.Action{Step: page.LessonEnds}
}

func (x *Model) end() {
	x.texts.Stop()
	x.run = nil
}

// Follow goes to the presenter's step, without the scene, because the presenter's view shows the
// scene. It ignores an unknown lesson, because the server may have other lessons.
func (x *Model) Follow(to page.LessonPlace) tea.Cmd {
	switch now := x.Place(); {
	case to == now:
		return nil
	case to.Lesson == "":
		x.end()
		return nil
	}
	l := x.named(to.Lesson)
	if l == nil || to.Step >= len(l.Steps) {
		return nil
	}
	x.begin(l, to.Step)
	x.run.restored = to.Restored
	return x.Say()
}

package lessonrun

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/lesson"
	"lambdascope/tui/page"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// run is the current lesson, at a step.
type run struct {
	*lesson.Lesson
	at       int         // index of the step
	restored int         // number of restored steps; a follower has the presenter's
	came     bool        // the conditions of the step have been met
	of       state.State // source of the numbers of the answer: the learner's state then, or the scene
	reminded bool        // n has been pressed before that; once more goes on
	folded   bool

	ended bool           // n has been pressed at the last step
	next  *lesson.Lesson // begins at one more n; nil for none

	about        text // introduction of the lesson, before the first step
	above, below text // texts around the block; below once came
	top          int  // first visible line, counted from the first of above
}

// Taken reports whether a lesson is being taken.
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

// step returns the current step, the zero step without a lesson.
func (x *Model) step() lesson.Step {
	if x.run == nil {
		return lesson.Step{}
	}
	return *x.run.step()
}

// Scene returns the scene of the current step.
func (x *Model) Scene() state.State { return x.step().Scene }

// AboutChart returns the page whose chart the current step is about, if it names one.
func (x *Model) AboutChart() state.Optional[state.Page] { return x.step().Chart }

// Question returns the question of the current step to a class; nil for none.
func (x *Model) Question() *lesson.Question { return x.step().Question }

// Title returns the title of the lesson; empty without one.
func (x *Model) Title() string {
	if x.run == nil {
		return ""
	}
	return x.run.Title
}

// Asks reports whether the current step has conditions, met or not.
func (x *Model) Asks() bool { return x.step().Until != nil }

// Waits reports whether the current step has conditions that are not met.
func (x *Model) Waits() bool { return x.run != nil && x.run.waits() }

// Begin begins a lesson at a step.
func (x *Model) Begin(l *lesson.Lesson, step int) page.Action {
	x.pick(l)
	a := x.goTo(step)
	a.News = x.introduction()
	return a
}

// pick makes a lesson the current one.
func (x *Model) pick(l *lesson.Lesson) {
	x.stop()
	x.run = &run{Lesson: l}
}

// begin makes a step the current one.
func (x *Model) begin(step int) {
	x.forget()
	x.run.begin(step, x.Window())
}

// forget stops computing texts, and takes back that the lesson has ended.
func (x *Model) forget() {
	x.stop()
	x.run.next = nil
	x.run.ended = false
}

// stop stops computing texts.
func (x *Model) stop() {
	x.above.Stop()
	x.below.Stop()
}

// introduction returns the subject of the lesson, or the number of a later step.
func (x *Model) introduction() string {
	r := x.run
	if r.at == 0 {
		return shell.Escape(r.About())
	}
	return fmt.Sprintf("This is step %d of %d. b goes back.", r.at+1, len(r.Steps))
}

// goTo goes to a step of the lesson.
func (x *Model) goTo(step int) page.Action {
	x.begin(step)
	return x.scene(page.StepBegins, x.Say())
}

// scene is the action of showing the scene of the step.
func (x *Model) scene(step page.Step, cmd tea.Cmd) page.Action {
	scene := x.Scene()
	return page.Action{State: &scene, Step: step, Cmd: cmd}
}

// Next goes to the next step. If the current step still waits, the first call only reminds
// of that.
func (x *Model) Next() page.Action {
	r := x.run
	switch {
	case (r.waits() || x.Window().ClassWaits) && !r.reminded:
		r.reminded = true
		return page.Action{}
	case !r.last():
		return x.goTo(r.at + 1)
	case r.next != nil:
		return x.Begin(r.next, 0)
	}
	r.ended = true
	if r.next = x.after(r.Lesson); r.next == nil {
		return page.Action{News: "That was the last step. esc goes back to what was before the lesson, L lists lessons."}
	}
	takes := ""
	if r.next.Minutes != "" {
		takes = ", " + r.next.Minutes
	}
	return page.Action{
		News: fmt.Sprintf("That was the last step. n again begins the next lesson, “%s”%s; L lists lessons, esc leaves.", r.next.Title, takes),
	}
}

// Back goes to the step before.
func (x *Model) Back() page.Action {
	if x.run.at == 0 {
		return page.Action{Fault: "this is the first step"}
	}
	return x.goTo(x.run.at - 1)
}

// Restore begins the step again, with its scene and without the answer.
func (x *Model) Restore() page.Action {
	if x.Leads() {
		x.run.restored++
	}
	return x.scene(page.StepAgain, x.again())
}

// again has the current step wait once more.
func (x *Model) again() tea.Cmd {
	x.forget()
	x.run.again()
	return x.Say()
}

// Leave ends the lesson.
func (x *Model) Leave() page.Action {
	x.end()
	return page.Action{Step: page.LessonEnds}
}

func (x *Model) end() {
	x.stop()
	x.run = nil
}

// Fold folds the text of the lesson away, or unfolds it.
func (x *Model) Fold() page.Action {
	x.run.folded = !x.run.folded
	now := x.Window().State // the page has more or fewer rows
	return page.Go(now)
}

// Follow goes to the presenter's step. The presenter's view has its scene. It does nothing
// if the lesson is not in the list, because a server may have others.
func (x *Model) Follow(to page.LessonPlace) tea.Cmd {
	now := x.Place()
	switch {
	case to == now:
		return nil
	case to.Lesson == "":
		x.end()
		return nil
	case to.Lesson == now.Lesson && to.Step == now.Step:
		x.run.restored = to.Restored
		return x.again()
	}
	if to.Lesson != now.Lesson {
		l := x.named(to.Lesson)
		if l == nil || to.Step >= len(l.Steps) {
			return nil
		}
		x.pick(l)
	}
	x.begin(to.Step)
	x.run.restored = to.Restored
	return x.Say()
}

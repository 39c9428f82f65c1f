package attend

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/lesson"
	"lambdascope/tui/page"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
	"lambdascope/tui/strip"
)

// run is a lesson being taken.
type run struct {
	strip.Strip
	restored int // number of restored steps; a follower has the presenter's
}

// Taken reports whether a lesson is being taken.
func (x *Lessons) Taken() bool { return x.run != nil }

// Place returns the current step.
func (x *Lessons) Place() page.LessonPlace {
	if x.run == nil {
		return page.LessonPlace{}
	}
	return page.LessonPlace{Lesson: x.run.Name, Step: x.run.Step, Restored: x.run.restored}
}

// step returns the current step.
func (r *run) step() *lesson.Step { return &r.Steps[r.Step] }

// Scene returns the scene of the current step.
func (x *Lessons) Scene() state.State { return x.run.step().Scene }

// AboutChart returns the page whose chart the current step is about, if it names one.
func (x *Lessons) AboutChart() (state.Page, bool) {
	if x.run == nil {
		return 0, false
	}
	about := x.run.step().Chart
	return about.Value, about.Set
}

// Question returns the question of the current step to a class; nil for none.
func (x *Lessons) Question() *lesson.Question {
	if x.run == nil {
		return nil
	}
	return x.run.step().Question
}

// Title returns the title of the lesson; empty without one.
func (x *Lessons) Title() string {
	if x.run == nil {
		return ""
	}
	return x.run.Lesson.Title
}

// Asks reports whether the current step has conditions, met or not.
func (x *Lessons) Asks() bool { return x.run != nil && x.run.step().Until != nil }

// Waits reports whether the current step has conditions that are not met.
func (x *Lessons) Waits() bool { return x.run != nil && x.run.Waits() }

// Begin begins a lesson at a step.
func (x *Lessons) Begin(l *lesson.Lesson, step int) page.Action {
	x.pick(l)
	a := x.goTo(step)
	a.News = x.introduction()
	return a
}

// pick makes a lesson the current one.
func (x *Lessons) pick(l *lesson.Lesson) {
	x.stop()
	x.run = &run{Strip: strip.Strip{Lesson: l}}
}

// begin makes a step the current one.
func (x *Lessons) begin(step int) {
	x.forget()
	x.run.Begin(step, x.Window())
}

// forget stops computing texts, and takes back that the lesson has ended.
func (x *Lessons) forget() {
	x.stop()
	x.run.Next = nil
	x.run.Ended = false
}

// stop stops computing texts.
func (x *Lessons) stop() {
	x.above.Stop()
	x.below.Stop()
}

// introduction returns the subject of the lesson, or the number of a later step.
func (x *Lessons) introduction() string {
	r := x.run
	if r.Step == 0 {
		return shell.Escape(r.About())
	}
	return fmt.Sprintf("This is step %d of %d. b goes back.", r.Step+1, len(r.Steps))
}

// goTo goes to a step of the lesson.
func (x *Lessons) goTo(step int) page.Action {
	x.begin(step)
	return x.scene(page.StepBegins, x.Say())
}

// scene is the action of showing the scene of the step.
func (x *Lessons) scene(step page.Step, cmd tea.Cmd) page.Action {
	scene := x.Scene()
	return page.Action{State: &scene, Step: step, Cmd: cmd}
}

// Next goes to the next step. If the current step still waits, the first call only reminds
// of that.
func (x *Lessons) Next() page.Action {
	r := x.run
	switch {
	case (r.Waits() || x.Window().ClassWaits) && !r.Reminded:
		r.Reminded = true
		return page.Action{}
	case !r.Last():
		return x.goTo(r.Step + 1)
	case r.Next != nil:
		return x.Begin(r.Next, 0)
	}
	r.Ended = true
	if r.Next = x.after(r.Lesson); r.Next == nil {
		return page.Action{News: "That was the last step. esc goes back to what was before the lesson, L lists lessons."}
	}
	takes := ""
	if r.Next.Minutes != "" {
		takes = ", " + r.Next.Minutes
	}
	return page.Action{
		News: fmt.Sprintf("That was the last step. n again begins the next lesson, “%s”%s; L lists lessons, esc leaves.", r.Next.Title, takes),
	}
}

// Back goes to the step before.
func (x *Lessons) Back() page.Action {
	if x.run.Step == 0 {
		return page.Action{Fault: "this is the first step"}
	}
	return x.goTo(x.run.Step - 1)
}

// Restore begins the step again, with its scene and without the answer.
func (x *Lessons) Restore() page.Action {
	if x.Leads() {
		x.run.restored++
	}
	return x.scene(page.StepAgain, x.again())
}

// again has the current step wait once more.
func (x *Lessons) again() tea.Cmd {
	x.forget()
	x.run.Again()
	return x.Say()
}

// Leave ends the lesson.
func (x *Lessons) Leave() page.Action {
	x.end()
	return page.Action{Step: page.LessonEnds}
}

func (x *Lessons) end() {
	x.stop()
	x.run = nil
}

// Fold folds the text of the lesson away, or unfolds it.
func (x *Lessons) Fold() page.Action {
	x.run.Folded = !x.run.Folded
	now := x.Window().State // the page has more or fewer rows
	return page.Go(now)
}

// Follow goes to the presenter's step. The presenter's view has its scene. It does nothing
// if the lesson is not in the list, because a server may have others.
func (x *Lessons) Follow(to page.LessonPlace) tea.Cmd {
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

package attend

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/lesson"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
	"lambdascope/tui/strip"
)

// run is a lesson being taken.
type run struct {
	strip.Strip
	ctx      context.Context    // of the texts that are computed for the step
	cancel   context.CancelFunc // ends them
	restored int                // how often a step was restored, where one presents by the presenter
}

// Place is where a lesson is.
type Place struct {
	Lesson   string // its name; empty for none
	Step     int    // from 0
	Restored int    // how often a step was restored
}

// Taken reports whether a lesson is being taken.
func (x *Lessons) Taken() bool { return x.run != nil }

// Place returns where the lesson at hand is.
func (x *Lessons) Place() Place {
	if x.run == nil {
		return Place{}
	}
	return Place{x.run.Name, x.run.Step, x.run.restored}
}

// step returns the step at hand.
func (r *run) step() *lesson.Step { return &r.Steps[r.Step] }

// Scene returns that of the step at hand.
func (x *Lessons) Scene() state.State { return x.run.step().Scene }

// AboutChart returns the page with the chart that the step at hand is about, if it is
// about one.
func (x *Lessons) AboutChart() (state.Page, bool) {
	if x.run == nil {
		return 0, false
	}
	about := x.run.step().Chart
	return about.Value, about.Set
}

// Question returns what the step at hand asks a class; nil for nothing.
func (x *Lessons) Question() *lesson.Question {
	if x.run == nil {
		return nil
	}
	return x.run.step().Question
}

// Title returns the title of the lesson at hand; empty for none.
func (x *Lessons) Title() string {
	if x.run == nil {
		return ""
	}
	return x.run.Lesson.Title
}

// Asks reports whether the step at hand waits for something, come or not.
func (x *Lessons) Asks() bool { return x.run != nil && x.run.step().Until != nil }

// Waits reports whether the step at hand waits for what has not come.
func (x *Lessons) Waits() bool { return x.run != nil && x.run.Waits() }

// Begin begins a lesson at a step.
func (x *Lessons) Begin(l *lesson.Lesson, step int) Action {
	a := Action{Begins: x.pick(l), Scene: true, Step: true}
	x.begin(step)
	a.News = x.introduction()
	a.Cmd = x.Say()
	return a
}

// pick makes a lesson the one at hand, and reports whether there was none.
func (x *Lessons) pick(l *lesson.Lesson) (first bool) {
	first = x.run == nil
	if !first {
		x.run.stop()
	}
	x.run = &run{Strip: strip.Strip{Lesson: l}}
	return first
}

// begin makes a step the one at hand.
func (x *Lessons) begin(step int) {
	x.forget()
	x.run.Begin(step, x.Window())
}

// forget ends the computing of texts, and drops those that come late.
func (x *Lessons) forget() {
	r := x.run
	r.stop()
	r.ctx, r.cancel = context.WithCancel(x.Context)
	r.Next, r.Ended = nil, false
}

// stop ends the computing of texts.
func (r *run) stop() {
	if r.cancel != nil {
		r.cancel()
	}
}

// introduction says what the lesson is about, or which step it begins at.
func (x *Lessons) introduction() string {
	r := x.run
	if r.Step == 0 {
		return shell.Escape(r.About())
	}
	return fmt.Sprintf("This is step %d of %d. b goes back.", r.Step+1, len(r.Steps))
}

// goTo goes to a step of the lesson.
func (x *Lessons) goTo(step int) Action {
	x.begin(step)
	return Action{Scene: true, Step: true, Cmd: x.Say()}
}

// Next goes to the next step. Where the step waits for what has not come, it says so
// first.
func (x *Lessons) Next() Action {
	r := x.run
	switch {
	case (r.Waits() || x.Window().ClassWaits) && !r.Reminded:
		r.Reminded = true
		return Action{}
	case !r.Last():
		return x.goTo(r.Step + 1)
	case r.Next != nil:
		return x.Begin(r.Next, 0)
	}
	r.Ended = true
	if r.Next = x.after(r.Lesson); r.Next == nil {
		return Action{News: "That was the last step. esc goes back to what was before the lesson, L lists lessons."}
	}
	takes := ""
	if r.Next.Minutes != "" {
		takes = ", " + r.Next.Minutes
	}
	return Action{
		News: fmt.Sprintf("That was the last step. n again begins the next lesson, “%s”%s; L lists lessons, esc leaves.", r.Next.Title, takes),
	}
}

// Back goes to the step before.
func (x *Lessons) Back() Action {
	if x.run.Step == 0 {
		return Action{Fault: "this is the first step"}
	}
	return x.goTo(x.run.Step - 1)
}

// Restore takes a step back to how it began: with its scene, and without the answer.
func (x *Lessons) Restore() Action {
	if x.Leads() {
		x.run.restored++
	}
	return Action{Scene: true, Cmd: x.again()}
}

// again has the step at hand wait again for what has come.
func (x *Lessons) again() tea.Cmd {
	x.forget()
	x.run.Again()
	return x.Say()
}

// Leave ends the lesson.
func (x *Lessons) Leave() Action {
	x.end()
	return Action{Ends: true}
}

func (x *Lessons) end() {
	if x.run != nil {
		x.run.stop()
		x.run = nil
	}
}

// Fold folds the text of the lesson away, or unfolds it.
func (x *Lessons) Fold() Action {
	x.run.Folded = !x.run.Folded
	return Action{Folds: true}
}

// Follow goes where a presenter is in a lesson, whose scene comes from there. It stays
// where it is if the lesson is not at hand.
func (x *Lessons) Follow(to Place) Action {
	now := x.Place()
	switch {
	case to == now:
		return Action{}
	case to.Lesson == "":
		x.end()
		return Action{}
	case to.Lesson == now.Lesson && to.Step == now.Step:
		x.run.restored = to.Restored
		return Action{Cmd: x.again()}
	}
	var a Action
	if to.Lesson != now.Lesson {
		l := x.named(to.Lesson)
		if l == nil || to.Step >= len(l.Steps) { // of a server that has others
			return Action{}
		}
		a.Begins = x.pick(l)
	}
	x.begin(to.Step)
	x.run.restored = to.Restored
	a.Cmd = x.Say()
	return a
}

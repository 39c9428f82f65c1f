package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/lesson"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
	"lambdascope/tui/strip"
)

// attended is a lesson being taken.
type attended struct {
	strip.Strip
	before left
	cancel context.CancelFunc // of the texts that are computed
	begun  int                // how often a step was, to tell texts of before from those of now
	again  int                // how often a step was put right, where one presents by the presenter
	walked bool               // a step was gone on from
	next   *lesson.Lesson     // which one more n begins; nil mostly
}

// left is what a lesson was begun from, and comes back when it is left.
type left struct {
	state, initial state.State
	history        state.History
	focus, shared  string
}

// reload takes states over to a file that has changed.
func (l *left) reload(change func(state.State) state.State) {
	l.state, l.initial = change(l.state), change(l.initial)
	l.history.Each(change)
}

// saidMsg is what a step says, with its numbers.
type saidMsg struct {
	of    *attended
	begun int
	below bool
	text  string
	shown state.State // that the numbers below are of
	err   error
}

// progressMsg says that progress could not be kept.
type progressMsg struct{ err error }

// attendFirst has the app open with a lesson.
func (m *model) attendFirst(l *lesson.Lesson, step int) {
	m.pick(l)
	m.beginStep(step)
	m.State = m.lesson.scene()
	m.initial = m.State
	m.most = m.mostTrajectories()
	m.firstFocus()
	if m.news == "" {
		m.introduce()
	}
}

// leave returns what a lesson is begun from.
func (m *model) leave() left {
	return left{m.State, m.initial, m.history, m.focus, m.shared}
}

// pick makes a lesson the one at hand. What was before the first of several comes back
// when it is left.
func (m *model) pick(l *lesson.Lesson) {
	before := m.leave()
	if m.lesson != nil {
		m.lesson.stop()
		before = m.lesson.before
	}
	m.lesson = &attended{Strip: strip.Strip{Lesson: l}, before: before}
}

// attend begins a lesson at a step.
func (m *model) attend(l *lesson.Lesson, step int) tea.Cmd {
	m.pick(l)
	cmd := m.goToStep(step)
	m.introduce()
	return cmd
}

// introduce says what the lesson is about, or where it goes on.
func (m *model) introduce() {
	r := m.lesson
	if step, _, ok := m.reached(r.Lesson); r.Step > 0 {
		begins := "This is"
		if ok && step == r.Step {
			begins = "Going on with"
		}
		m.news = fmt.Sprintf("%s step %d of %d. b goes back.", begins, r.Step+1, len(r.Steps))
		return
	}
	m.news = shell.Escape(r.About())
}

// scene is that of the step at hand.
func (r *attended) scene() state.State { return r.Steps[r.Step].Scene }

// stop ends the computing of texts.
func (r *attended) stop() {
	if r.cancel != nil {
		r.cancel()
	}
}

// beginStep makes a step the one at hand, but for its scene.
func (m *model) beginStep(step int) {
	r := m.lesson
	r.stop()
	r.begun++
	r.next = nil
	r.Begin(step, m.window())
}

// goToStep goes to a step of the lesson.
func (m *model) goToStep(step int) tea.Cmd {
	m.beginStep(step)
	cmd := tea.Batch(m.putScene(), m.sayStep())
	m.history = state.History{} // undo stays within the step
	return cmd
}

// nextStep goes to the next step. Where the step waits for what has not come, it says so
// first.
func (m *model) nextStep() tea.Cmd {
	r := m.lesson
	switch {
	case (r.Waits() || m.classWaits()) && !r.Reminded:
		r.Reminded = true
		return nil
	case !r.Last():
		r.walked = true
		return m.goToStep(r.Step + 1)
	case r.next != nil:
		return m.attend(r.next, m.goOn(r.next))
	}
	keep := m.keepProgress(true)
	if r.next = m.lessonAfter(r.Lesson); r.next == nil {
		m.news = "That was the last step. esc goes back to what was before the lesson, L lists lessons."
		return keep
	}
	takes := ""
	if r.next.Minutes != "" {
		takes = ", " + r.next.Minutes
	}
	m.news = fmt.Sprintf("That was the last step. n again begins the next lesson, “%s”%s; L lists lessons, esc leaves.", r.next.Title, takes)
	return keep
}

// stepBefore goes to the step before.
func (m *model) stepBefore() tea.Cmd {
	if m.lesson.Step == 0 {
		m.fault = "this is the first step"
		return nil
	}
	return m.goToStep(m.lesson.Step - 1)
}

// putRight takes a step back to how it began: with its scene, and without the answer.
func (m *model) putRight() tea.Cmd {
	if m.room == nil || m.room.Look.Leads {
		m.lesson.again++
	}
	return tea.Batch(m.sayAgain(), m.putScene())
}

// sayAgain has the step at hand wait again for what has come.
func (m *model) sayAgain() tea.Cmd {
	r := m.lesson
	r.stop()
	r.begun++
	r.next = nil
	r.Again()
	return m.sayStep()
}

// putScene shows the scene of the step as that has it.
func (m *model) putScene() tea.Cmd {
	scene := m.lesson.scene()
	m.initial, m.revealed = scene, false
	stop := m.stopPlays()
	cmd := m.change(scene, "")
	m.firstFocus()
	m.sayComputing()
	return tea.Batch(stop, cmd)
}

// sayComputing has the screen say at once that what a step shows is on its way: the text
// is about that already, and the charts are of the step before.
func (m *model) sayComputing() {
	if s := m.Snapshot(); !s.Current() && m.failure == nil {
		m.busy = true
	}
}

// stopPlays ends what plays on Folds: it would go on in another scene.
func (m *model) stopPlays() tea.Cmd {
	if !m.Step.Set && !m.LeaveOut.Set {
		return nil
	}
	still := m.State
	still.Step, still.LeaveOut = state.Optional[int]{}, state.Optional[int]{}
	m.show(still)
	return m.follow()
}

// leaveLesson goes back to what was before the lesson.
func (m *model) leaveLesson() tea.Cmd {
	r := m.lesson
	r.stop()
	m.lesson = nil
	stop := m.stopPlays()
	m.initial, m.history = r.before.initial, r.before.history
	m.revealed = false
	cmd := m.stage(r.before.state)
	m.focus, m.shared = r.before.focus, r.before.shared
	return tea.Batch(stop, cmd)
}

// sayStep computes what the step says at once, and keeps that it was reached. Without a
// lesson it does nothing.
func (m *model) sayStep() tea.Cmd {
	if m.lesson == nil {
		return nil
	}
	r, step, begun, engine := m.lesson, m.lesson.Step, m.lesson.begun, m.worker.Engine
	ctx := r.begin(m.worker.Context)
	say := func() tea.Msg {
		text, err := r.Before(ctx, engine, step)
		return saidMsg{of: r, begun: begun, text: text, err: err}
	}
	return tea.Batch(say, m.keepProgress(r.Last() && !r.Waits()))
}

// sayThen computes what the step says when what it waits for has come.
func (m *model) sayThen() tea.Cmd {
	r, step, begun, engine := m.lesson, m.lesson.Step, m.lesson.begun, m.worker.Engine
	learner := m.State
	learner.Cursor = state.Some(m.Snapshot().CursorLambda())
	r.SayThen(r.PendingAfter(engine, step, learner), nil, m.window())
	ctx := r.begin(m.worker.Context)
	say := func() tea.Msg {
		text, shown, err := r.After(ctx, engine, step, &learner)
		return saidMsg{r, begun, true, text, shown, err}
	}
	return tea.Batch(say, m.keepProgress(r.Last()))
}

// begin returns the context of what is computed for the step, until that is left.
func (r *attended) begin(parent context.Context) context.Context {
	ctx, cancel := context.WithCancel(parent)
	before := r.cancel
	r.cancel = func() {
		if before != nil {
			before()
		}
		cancel()
	}
	return ctx
}

// said takes what a step says.
func (m *model) said(msg saidMsg) {
	r := m.lesson
	if r == nil || msg.of != r || msg.begun != r.begun {
		return
	}
	if msg.below {
		if msg.err == nil {
			r.Of = msg.shown
		}
		r.SayThen(msg.text, msg.err, m.window())
		return
	}
	r.Say(msg.text, msg.err)
}

// noticeWait looks whether what the step waits for has come: on what is computed of the
// settings at hand, not on charts of those before.
func (m *model) noticeWait() tea.Cmd {
	if m.lesson == nil || !m.lesson.Waits() || !m.Snapshot().Current() || m.failure != nil ||
		!lesson.Met(m.lesson.Steps[m.lesson.Step].Until, m.situation()) {
		return nil
	}
	m.lesson.Came, m.lesson.Of, m.lesson.Reminded = true, m.State, false
	if m.room != nil {
		m.room.seat.Reach(m.lesson.Key, m.lesson.Step)
	}
	return m.sayThen()
}

// situation is what the screen shows, for what a step waits for.
func (m *model) situation() lesson.Situation {
	s := m.Snapshot()
	done := m.onShow().Show(s).Done
	return lesson.Situation{State: m.State, Scene: m.lesson.scene(), Result: m.analysis, Trials: done.Work, Replay: done.Replay}
}

// keepProgress keeps how far the lesson has been taken. Who opens its last step alone
// has not taken it.
func (m *model) keepProgress(ended bool) tea.Cmd {
	progress, key, step := m.config.Progress, m.lesson.Key, m.lesson.Step
	if progress == nil {
		return nil
	}
	ended = ended && (m.lesson.walked || len(m.lesson.Steps) == 1)
	return func() tea.Msg {
		if err := progress.Reach(key, step, ended); err != nil {
			return progressMsg{err}
		}
		return nil
	}
}

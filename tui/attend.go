package tui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/lesson"
	"lambdascope/tui/markdown"
	"lambdascope/tui/overlay"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// attended is a lesson being taken.
type attended struct {
	*lesson.Lesson
	step   int
	before left
	cancel context.CancelFunc // of the texts that are computed

	above, below text // below while what the step waits for has come
	came         bool // what the step waits for
	reminded     bool // that it has not: the next step is a key press away
	top          int  // the first line of text on show
	folded       bool
}

// text is a part of what a step says.
type text struct {
	markdown.Document
	err error
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
	step  int
	below bool
	text  string
	err   error
}

// progressMsg says that progress could not be kept.
type progressMsg struct{ err error }

// attendFirst has the app open with a lesson.
func (m *model) attendFirst(l *lesson.Lesson, step int) {
	m.lesson = &attended{Lesson: l, before: m.leave()}
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

// attend begins a lesson at a step. What was before the first of several comes back when
// it is left.
func (m *model) attend(l *lesson.Lesson, step int) tea.Cmd {
	before := m.leave()
	if m.lesson != nil {
		m.lesson.stop()
		before = m.lesson.before
	}
	m.lesson = &attended{Lesson: l, before: before}
	cmd := m.goToStep(step)
	m.introduce()
	return cmd
}

// introduce says what the lesson is about, or where it goes on.
func (m *model) introduce() {
	r := m.lesson
	if r.step > 0 {
		m.news = fmt.Sprintf("Going on with step %d of %d. b goes back.", r.step+1, len(r.Steps))
		return
	}
	m.news = shell.Escape(plainText(r.Intro))
}

// plainText returns the paragraphs of a text without what Markdown makes of them.
func plainText(source string) string {
	d, err := markdown.Parse([]byte(source))
	if err != nil {
		return ""
	}
	var out []string
	for _, b := range d.Blocks {
		if p, ok := b.(markdown.Paragraph); ok {
			out = append(out, markdown.Plain(p.Text))
		}
	}
	return strings.Join(out, " ")
}

// scene is that of the step at hand.
func (r *attended) scene() state.State { return r.Steps[r.step].Scene }

// waits tells whether the step waits for what has not come.
func (r *attended) waits() bool { return r.Steps[r.step].Until != nil && !r.came }

// last tells whether there is no step after this.
func (r *attended) last() bool { return r.step == len(r.Steps)-1 }

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
	r.step = max(0, min(len(r.Steps)-1, step))
	r.came, r.reminded, r.top = false, false, 0
	r.above, r.below = newText(r.Pending(r.step), nil), text{}
	if m.small() {
		r.folded = false
	}
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
	case (r.waits() || m.classWaits()) && !r.reminded:
		r.reminded = true
		return nil
	case !r.last():
		return m.goToStep(r.step + 1)
	}
	m.news = "That was the last step. esc goes back to what was before the lesson, L lists lessons."
	return m.keepProgress(true)
}

// stepBefore goes to the step before.
func (m *model) stepBefore() tea.Cmd {
	if m.lesson.step == 0 {
		m.fault = "this is the first step"
		return nil
	}
	return m.goToStep(m.lesson.step - 1)
}

// putScene shows the scene of the step as that has it.
func (m *model) putScene() tea.Cmd {
	scene := m.lesson.scene()
	m.initial, m.revealed = scene, false
	stop := m.stopPlays()
	cmd := m.change(scene, "")
	m.firstFocus()
	return tea.Batch(stop, cmd)
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
	r, step, engine := m.lesson, m.lesson.step, m.worker.engine
	ctx := r.begin(m.worker.ctx)
	say := func() tea.Msg {
		text, err := r.Before(ctx, engine, step)
		return saidMsg{r, step, false, text, err}
	}
	return tea.Batch(say, m.keepProgress(r.last() && !r.waits()))
}

// sayThen computes what the step says when what it waits for has come.
func (m *model) sayThen() tea.Cmd {
	r, step, engine := m.lesson, m.lesson.step, m.worker.engine
	learner := m.State
	if s := m.Snapshot(); s.Current() {
		learner.Cursor = state.Some(s.CursorLambda())
	}
	ctx := r.begin(m.worker.ctx)
	say := func() tea.Msg {
		text, err := r.After(ctx, engine, step, &learner)
		return saidMsg{r, step, true, text, err}
	}
	return tea.Batch(say, m.keepProgress(r.last()))
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
	if r == nil || msg.of != r || msg.step != r.step {
		return
	}
	if msg.below {
		r.below = newText(msg.text, msg.err)
		m.scrollToBelow()
		return
	}
	r.above = newText(msg.text, msg.err)
}

// newText returns a text to be drawn.
func newText(source string, err error) text {
	if err != nil {
		return text{err: err}
	}
	d, err := markdown.Parse([]byte(source))
	return text{d, err}
}

// noticeWait looks whether what the step waits for has come.
func (m *model) noticeWait() tea.Cmd {
	if m.lesson == nil || !m.lesson.waits() || !lesson.Met(m.lesson.Steps[m.lesson.step].Until, m.situation()) {
		return nil
	}
	m.lesson.came, m.lesson.reminded = true, false
	if m.room != nil {
		m.room.seat.Reach(m.lesson.Key, m.lesson.step)
	}
	return m.sayThen()
}

// situation is what the screen shows, for what a step waits for.
func (m *model) situation() lesson.Situation {
	s := m.Snapshot()
	done := m.onShow().Done(s)
	out := lesson.Situation{State: m.State, Scene: m.lesson.scene(), Trials: done.Work, Replay: done.Replay}
	if s.Current() {
		out.Result = m.analysis
	}
	return out
}

// keepProgress keeps how far the lesson has been taken.
func (m *model) keepProgress(ended bool) tea.Cmd {
	progress, key, step := m.config.Progress, m.lesson.Key, m.lesson.step
	if progress == nil {
		return nil
	}
	return func() tea.Msg {
		if err := progress.Reach(key, step, ended); err != nil {
			return progressMsg{err}
		}
		return nil
	}
}

// openLessons lists the lessons.
func (m *model) openLessons() {
	if m.config.Lessons == nil {
		m.fault = "there are no lessons here"
		return
	}
	list := &overlay.Lessons{Theme: m.config.Theme}
	for _, l := range m.lessons() {
		e := overlay.Entry{Name: l.Name, Title: l.Title, Minutes: l.Minutes, Intro: l.Intro}
		step, ended, ok := m.reached(l)
		switch {
		case ended:
			e.Progress = "taken"
		case ok && step > 0:
			e.Progress = fmt.Sprintf("step %d of %d", step+1, len(l.Steps))
		}
		if m.lesson != nil && m.lesson.Key == l.Key {
			list.Chosen = len(list.Entries)
		}
		list.Entries = append(list.Entries, e)
	}
	m.overlays.Open(list)
}

// lessons are those that can be chosen from, with that at hand.
func (m *model) lessons() []*lesson.Lesson {
	all := m.config.Lessons()
	if m.config.Lesson != nil {
		for _, l := range all {
			if l.Key == m.config.Lesson.Key {
				return all
			}
		}
		all = append(all[:len(all):len(all)], m.config.Lesson)
	}
	return all
}

// reached returns how far a lesson has been taken.
func (m *model) reached(l *lesson.Lesson) (step int, ended, ok bool) {
	if m.config.Progress == nil {
		return 0, false, false
	}
	return m.config.Progress.Reached(l.Key)
}

// chooseLesson begins the lesson at a place of the list, where it was left.
func (m *model) chooseLesson(i int) tea.Cmd {
	m.overlays.Close()
	all := m.lessons()
	if i < 0 || i >= len(all) {
		return nil
	}
	step := 0
	if m.config.Progress != nil {
		step = lesson.GoOn(m.config.Progress, all[i])
	}
	return m.attend(all[i], step)
}

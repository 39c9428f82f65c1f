package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/class"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// currentView returns the current view as a class shares it.
func (m *model) currentView() class.View {
	at := m.lessons.Place()
	return class.View{State: m.committed(), Lesson: at.Lesson, Step: at.Step, Restored: at.Restored}
}

// followPresenter shows a follower's next view. At the begin of a step the λ cursor and the
// charts are those of the scene, after a lesson those before the lesson.
func (m *model) followPresenter(f page.Follow) tea.Cmd {
	m.chosen = nil // the preview was of another view
	if f.Record {
		m.history.Record(m.State, "")
	}
	cmd := m.lessons.Follow(f.Place)
	if m.lessons.Taken() {
		m.keepView()
	}
	begins := f.Begins && m.lessons.Place() == f.Place // this app knows the lesson
	next := f.State
	switch {
	case f.Whole:
	case begins:
		next = class.Looking(next, m.lessons.Step().Scene)
	case f.Ends:
		next = class.Looking(next, m.before.State)
	}
	if !m.lessons.Taken() {
		m.before = nil
	}
	if next != m.State {
		cmd = tea.Batch(cmd, m.stage(next))
	}
	if begins {
		m.awaits(m.Snapshot())
	}
	return cmd
}

// rightLambda returns the right λ in a vote: the λ with the lowest true error, or on the Dial with
// the lowest bias² + variance.
func rightLambda(s *page.Snapshot, p page.Page) (best state.Optional[float64]) {
	if s.Page == state.PageDial {
		return p.Show(s).Done.Best
	}
	if s.Current() && s.Result.Best >= 0 {
		best = state.Some(s.Result.Selection.Candidates[s.Result.Best].Lambda)
	}
	return best
}

// classLines returns the lines of text about the class.
func (d *drawing) classLines(rows int) []string {
	m := d.model
	if m.analysis == nil || m.job.Err != nil {
		return nil
	}
	w := class.Window{Snapshot: d.snapshot, Computing: m.computing(), Asks: m.lessons.Question() != nil}
	return m.class.View(w, min(2, rows))
}

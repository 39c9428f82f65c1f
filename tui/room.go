package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/classroom"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// currentView is the current view in the form of a room.
func (m *model) currentView() room.View {
	at := m.lessons.Place()
	return room.View{State: m.State, Lesson: at.Lesson, Step: at.Step, Again: at.Restored}
}

// followPresenter shows the view that follows from the presenter's. The λ cursor and the charts
// are the scene's at the beginning of a step, and the earlier ones after a lesson.
func (m *model) followPresenter(f page.Follow) tea.Cmd {
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
		next = classroom.Looking(next, m.lessons.Scene())
	case f.Ends:
		next = classroom.Looking(next, m.before.state)
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

// roomLines are the lines of text about the room.
func (d *drawing) roomLines(s shape) []string {
	m := d.model
	if !m.room.Known() || m.analysis == nil || m.job.Err != nil {
		return nil
	}
	w := classroom.Window{Snapshot: d.snapshot, Computing: m.computing(), Asks: m.lessons.Question() != nil}
	text := m.room.Part().Says(w)
	if text == "" {
		return nil
	}
	return m.styles.Indented(chart.InkCursor, text, m.width, min(2, s.textRows))
}

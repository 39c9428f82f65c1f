package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/classroom"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// newRoom returns the app's part in rooms.
func (m *model) newRoom() *classroom.Room {
	return &classroom.Room{Config: classroom.Config{
		Context: m.Context, Analyze: m.Engine.Analyze, Rooms: m.config.Rooms,
		Screen: m.Snapshot, Shown: m.currentView, Question: m.lessons.Question, Title: m.lessons.Title,
	}}
}

// currentView is what the app shows, in the form that a room shares.
func (m *model) currentView() room.View {
	at := m.lessons.Place()
	return room.View{State: m.State, Lesson: at.Lesson, Step: at.Step, Again: at.Restored}
}

// keepRoom reports a changed view to the room.
func (m *model) keepRoom(msg tea.Msg, before room.View) {
	pressed := false
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		pressed = true
	}
	m.room.Keep(pressed, before)
}

// followPresenter shows what follows from the presenter's view. At the beginning of a step
// the λ cursor and the charts are those that its text is about, after the lesson those from
// before.
func (m *model) followPresenter(f page.Follow) tea.Cmd {
	if f.Record {
		m.history.Record(m.State, "")
	}
	cmd := m.lessons.Follow(f.Place)
	if m.lessons.Taken() && m.before == nil {
		m.before = m.restorePoint()
	}
	begins := f.Begins && m.lessons.Place() == f.Place // its lesson is known here
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
		m.sayComputing()
	}
	m.revealed = m.revealed || f.Reveals
	return cmd
}

// roomStatus is classroom.Part.Status, empty where there is no room.
func (m *model) roomStatus() (ink chart.Ink, text string, shorter []string) {
	if !m.room.Known() {
		return chart.InkFaint, "", nil
	}
	return m.room.Part().Status()
}

// roomLines say what goes on in the room, over what else is said.
func (m *model) roomLines(s shape) []string {
	if !m.room.Known() || m.analysis == nil || m.job.Err != nil {
		return nil
	}
	w := classroom.Window{Snapshot: m.Snapshot(), Computing: m.computing(), Asks: m.lessons.Question() != nil}
	text := m.room.Part().Says(w)
	if text == "" {
		return nil
	}
	return m.styles.Indented(chart.InkCursor, text, m.width, min(2, s.textRows))
}

// classHas says at how many seats what the lesson's step waits for has come, and whether
// its presenter waits for the others.
func (m *model) classHas() (text string, waits bool) {
	if !m.lessons.Asks() {
		return "", false
	}
	at := m.lessons.Place()
	return m.room.Have(at.Lesson, at.Step)
}

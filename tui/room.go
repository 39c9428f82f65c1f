package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/attend"
	"lambdascope/tui/chart"
	"lambdascope/tui/classroom"
	"lambdascope/tui/overlay"
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

// receiveRoom takes what a command of the room has brought.
func (m *model) receiveRoom(msg classroom.Msg) tea.Cmd {
	var top overlay.Overlay
	if !m.overlays.Empty() {
		top = m.overlays.Top()
	}
	return m.doRoom(m.room.Receive(msg, top))
}

// doRoom carries out what a room asks for.
func (m *model) doRoom(a classroom.Action) tea.Cmd {
	if a.Clear {
		m.overlays.Clear()
	}
	if a.Close {
		m.overlays.Close()
	}
	if a.Record {
		m.history.Record(m.State, "")
	}
	if a.Hush {
		m.news = ""
	}
	if a.Welcome != "" {
		m.welcome = a.Welcome
	}
	var cmd tea.Cmd
	if a.State != nil {
		m.show(*a.State)
		cmd = m.follow()
	}
	if a.Next != nil {
		cmd = m.followPresenter(*a.Next)
	}
	if a.News != "" {
		m.news = a.News
	}
	if a.Fault != "" {
		m.fault = a.Fault
	}
	if a.Open == nil && m.overlays.Empty() {
		a.Open = a.Result
	}
	if a.Open != nil {
		m.overlays.Open(a.Open)
	}
	return tea.Batch(cmd, a.Cmd)
}

// followPresenter shows what follows from the presenter's view. At the beginning of a step
// the λ cursor and the charts are those that its text is about, after the lesson those of
// before.
func (m *model) followPresenter(n classroom.Next) tea.Cmd {
	place := attend.Place{Lesson: n.Lesson, Step: n.Step, Restored: n.Again}
	cmd := m.doLesson(m.lessons.Follow(place))
	begins := n.Begins && m.lessons.Place() == place // its lesson is at hand
	next := n.State
	switch {
	case n.Whole:
	case begins:
		next = classroom.Looking(next, m.lessons.Scene())
	case n.Ends:
		next = classroom.Looking(next, m.before.state)
	}
	if next != m.State {
		cmd = tea.Batch(cmd, m.stage(next))
	}
	if begins {
		m.sayComputing()
	}
	m.revealed = m.revealed || n.Reveals
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

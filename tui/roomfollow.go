package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/attend"
	"lambdascope/tui/classroom"
	"lambdascope/tui/room"
)

// takeView shows what the presenter does. A follower's λ cursor and chart are its own,
// but for what the scene of a step begins with; whole takes the presenter's.
func (m *model) takeView(whole bool) tea.Cmd {
	r := m.room
	if r.Look.Turn == 0 {
		return nil
	}
	v := r.View()
	next := v.State
	if !whole {
		next = classroom.Follow(m.State, r.taken, v)
	}
	r.taken = v
	revealed := m.Hidden && !next.Hidden && next.Settings == m.Settings
	at, place := m.lessons.Place(), placeOf(v)
	begins, ends := place.Lesson != "" && at != place, place.Lesson == "" && at.Lesson != ""
	cmd := m.doLesson(m.lessons.Follow(place))
	begins = begins && m.lessons.Place() == place // its lesson is at hand
	switch {
	case whole:
	case begins: // its text is about what they show
		next = classroom.Looking(next, m.lessons.Scene())
	case ends:
		next = classroom.Looking(next, m.before.state)
	}
	if next != m.State {
		cmd = tea.Batch(cmd, m.stage(next))
	}
	if begins {
		m.sayComputing()
	}
	m.revealed = m.revealed || revealed
	return cmd
}

// placeOf is where a view is in a lesson.
func placeOf(v room.View) attend.Place {
	return attend.Place{Lesson: v.Lesson, Step: v.Step, Restored: v.Again}
}

// sees is what the app shows, as a room has it.
func (m *model) sees() room.View {
	at := m.lessons.Place()
	return room.View{State: m.State, Lesson: at.Lesson, Step: at.Step, Again: at.Restored}
}

// keepRoom has the room know what has become of the view by a message: who presents
// shows it, and who changes it goes a way of one's own.
func (m *model) keepRoom(msg tea.Msg, before room.View) {
	r := m.room
	if r == nil || !r.begun {
		return
	}
	now := m.sees()
	if r.Look.Leads {
		if now != r.shown {
			if v := r.Look.Vote; v != nil && v.Open && v.Kind == room.OfLambda && r.shown.State.Hidden && !now.State.Hidden {
				_ = r.seat.CloseVote() // fails for who presents no more
			}
			r.shown = now
			_ = r.seat.Show(now)
		}
		return
	}
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		if !r.Own && classroom.Common(now) != classroom.Common(before) && classroom.Common(now) != classroom.Common(r.View()) {
			r.Own, r.Answered = true, r.Look.Called
			r.seat.Wander(true)
			m.classify()
		}
	}
	if v := r.Look.Vote; v != nil && v.Open && !v.Final && r.SeesAnswer(m.Snapshot()) {
		r.seat.Peek()
	}
}

// comeBack shows what the presenter does again. The view before is one step of undo
// away.
func (m *model) comeBack() tea.Cmd {
	r := m.room
	m.history.Record(m.State, "")
	r.Own, r.Invited, r.taken = false, false, room.View{}
	r.seat.Wander(false)
	m.classify()
	cmd := m.takeView(false)
	m.classify()
	return cmd
}

package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/classroom"
	"lambdascope/tui/lesson"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
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
	begins, ends := v.Lesson != "" && !m.atStep(v), v.Lesson == "" && m.lesson != nil
	var before state.State
	if ends {
		before = m.lesson.before.state
	}
	cmd := m.takeLesson(v)
	begins = begins && m.lesson != nil // its lesson is at hand
	switch {
	case whole:
	case begins: // its text is about what they show
		next = classroom.Looking(next, m.lesson.scene())
	case ends:
		next = classroom.Looking(next, before)
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

// atStep tells whether the lesson's step at hand is that of a view, put right as often.
func (m *model) atStep(v room.View) bool {
	return m.lesson != nil && m.lesson.Key == v.Lesson && m.lesson.Step == v.Step && m.lesson.again == v.Again
}

// takeLesson goes to the presenter's step, also where that was put right.
func (m *model) takeLesson(v room.View) tea.Cmd {
	switch {
	case v.Lesson == "" && m.lesson == nil:
		return nil
	case v.Lesson == "":
		m.lesson.stop()
		m.lesson = nil
		return nil
	case m.atStep(v):
		return nil
	case m.lesson != nil && m.lesson.Key == v.Lesson && m.lesson.Step == v.Step:
		m.lesson.again = v.Again
		return m.sayAgain()
	}
	if m.lesson == nil || m.lesson.Key != v.Lesson {
		l := m.lessonOf(v.Lesson)
		if l == nil || v.Step >= len(l.Steps) { // of a server that had others
			return nil
		}
		m.pick(l)
	}
	m.beginStep(v.Step)
	m.lesson.again = v.Again
	return m.sayStep()
}

// lessonOf returns the lesson of a key, nil for one that is not at hand.
func (m *model) lessonOf(key string) *lesson.Lesson {
	if m.config.Lessons == nil {
		return nil
	}
	all := m.lessons()
	if at := lesson.Place(all, key); at >= 0 {
		return all[at]
	}
	return nil
}

// sees is what the app shows, as a room has it.
func (m *model) sees() room.View {
	v := room.View{State: m.State}
	if m.lesson != nil {
		v.Lesson, v.Step, v.Again = m.lesson.Key, m.lesson.Step, m.lesson.again
	}
	return v
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

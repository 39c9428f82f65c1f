package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/classroom"
	"lambdascope/tui/room"
)

// lookAtRoom returns the room as it was last told; false outside of one.
func (m *model) lookAtRoom() (room.Look, bool) {
	if m.room == nil {
		return room.Look{}, false
	}
	return m.room.Look, true
}

// openRoom opens the panel of rooms.
func (m *model) openRoom() tea.Cmd {
	m.overlays.Open(&classroom.Panel{
		Look: m.lookAtRoom,
		Command: func(words ...string) string {
			if m.config.Rooms == nil {
				return ""
			}
			return m.config.Rooms.Command(words...)
		},
	})
	return nil
}

// doInRoom does what a panel asks for.
func (m *model) doInRoom(what any) tea.Cmd {
	switch what := what.(type) {
	case classroom.Do:
		return m.askRoom(what)
	case classroom.AskClass:
		return m.askClass(what.Index)
	case classroom.Guess:
		return m.guess(what.Number)
	case classroom.ShowVotes:
		m.overlays.Close()
		m.overlays.Open(&classroom.Votes{Look: m.lookAtRoom})
	}
	return nil
}

// askRoom does what the panel of rooms asks for.
func (m *model) askRoom(r classroom.Do) tea.Cmd {
	var err error
	close := true
	switch {
	case m.room == nil && r.Act == classroom.Open:
		seat, fault := m.config.Rooms.Open()
		if err = fault; err == nil {
			m.overlays.Close()
			return m.enter(seat)
		}
	case m.room == nil && r.Act == classroom.Join:
		m.overlays.Close()
		m.news = "Joining …"
		rooms, ctx := m.config.Rooms, m.worker.Context
		return func() tea.Msg {
			seat, err := rooms.Join(ctx, r.Code, r.Name)
			return joinedMsg{seat, err}
		}
	case m.room == nil:
		return nil
	case r.Act == classroom.Leave:
		m.leaveRoom()
	case r.Act == classroom.AskToPresent:
		m.room.seat.Ask(!m.room.Look.Asks)
		close = false
	case r.Act == classroom.Close:
		err = m.room.seat.Close(!m.room.Look.Closed)
		close = false
	case r.Act == classroom.Hand:
		err = m.room.seat.Hand(r.Number)
	case r.Act == classroom.PutOut:
		err = m.room.seat.PutOut(r.Number)
		close = false
	case r.Act == classroom.LetIn:
		err = m.room.seat.LetIn(r.Number)
		close = false
	case r.Act == classroom.TakeBack:
		err = m.room.seat.TakeBack()
	case r.Act == classroom.HandBack:
		err = m.room.seat.HandBack()
	}
	if close || err != nil {
		m.overlays.Close()
	}
	if err != nil {
		m.news = "Not done: " + err.Error() + "."
	}
	return nil
}

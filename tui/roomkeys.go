package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// roomBindings are what keys do in rooms, before those of pages.
func (m *model) roomBindings() []page.Binding {
	return []page.Binding{
		{Keys: "z", When: m.endsVote, Do: runs(m.endVote), Hint: m.hintRoom("end the vote", 0, m.endsVote)},
		{Keys: "R", Does: "rooms: open one, join one, hand over, leave", Group: page.GroupRooms, Do: runs(m.pressRooms), Hint: m.hintRoom("room", 9, nil)},
		{Keys: "r", Does: "in a room: back to what the presenter shows", Group: page.GroupRooms, Do: m.inRoomOnly(m.pressBack), Hint: m.hintRoom("back", 1, m.wanders)},
		{Keys: "V", Does: "in a room: vote; who presents asks the class", Group: page.GroupRooms, Do: m.inRoomOnly(m.pressVote), Hint: m.hintVote},
		{Keys: "A", Does: "in a room, the presenter's: ask all to come back", Group: page.GroupRooms, Do: m.inRoomOnly(m.pressCall), Hint: m.hintRoom("call all back", 3, m.callsBack)},
		{Keys: "g", Does: "in a room, the presenter's: data of its own for every seat, or all the same", Group: page.GroupRooms, Do: m.inRoomOnly(m.pressSample)},
	}
}

// inRoomOnly does something in a room, and says elsewhere that it needs one.
func (m *model) inRoomOnly(does func() tea.Cmd) func(*page.Snapshot) (page.Action, tea.Cmd) {
	return runs(func() tea.Cmd {
		switch {
		case m.room != nil:
			return does()
		case m.config.Rooms == nil:
			m.fault = "rooms are for sessions over ssh"
		default:
			m.fault = "in no room: R opens or joins one"
		}
		return nil
	})
}

// pressRooms opens the panel of rooms.
func (m *model) pressRooms() tea.Cmd {
	if m.config.Rooms == nil && m.room == nil {
		m.fault = "rooms are for sessions over ssh"
		return nil
	}
	return m.openRoom()
}

// hintRoom returns a hint of a room, where it has begun and the hint means something; nil
// for always. It comes before all others while this seat is asked to vote.
func (m *model) hintRoom(does string, rank page.Rank, when func(*page.Snapshot) bool) func(*page.Snapshot) page.Hint {
	return func(s *page.Snapshot) page.Hint {
		r := m.room
		if r == nil || !r.begun || when != nil && !when(s) {
			return page.Hint{}
		}
		first := page.RankRoom
		if m.voting() && !r.Look.Leads {
			first = page.RankVote
		}
		return page.Hint{Does: does, Rank: first + rank}
	}
}

func (m *model) hintVote(s *page.Snapshot) page.Hint {
	does := "vote"
	if m.room != nil && m.room.Look.Leads {
		does = "ask the class"
	}
	return m.hintRoom(does, 2, m.asks)(s)
}

// wanders tells whether this seat shows a view of its own.
func (m *model) wanders(*page.Snapshot) bool { return !m.room.Look.Leads && m.room.Own }

// asks tells whether this seat can ask the class, or vote.
func (m *model) asks(s *page.Snapshot) bool {
	if m.room.Look.Leads {
		return !m.endsVote(s)
	}
	return m.voting() && !m.room.Own
}

// callsBack tells whether there are others to be asked to come back.
func (m *model) callsBack(s *page.Snapshot) bool {
	return m.room.Look.Leads && m.room.Look.Away > 0 && !m.endsVote(s)
}

// guessesLambda tells whether this seat is asked for a λ.
func (m *model) guessesLambda() bool {
	r := m.room
	return r != nil && r.begun && !r.Look.Leads && !r.Own && m.voting() && r.Look.Vote.Kind == room.OfLambda
}

func (m *model) pressBack() tea.Cmd {
	switch {
	case m.room.Look.Leads:
		m.fault = "you present: all others follow"
		return nil
	case !m.room.Own:
		m.fault = "you follow already"
		return nil
	}
	return m.comeBack()
}

// pressCall asks all to come back.
func (m *model) pressCall() tea.Cmd {
	if err := m.room.seat.Call(); err != nil {
		m.fault = err.Error()
		return nil
	}
	m.news = m.room.Called()
	return nil
}

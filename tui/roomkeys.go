package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// roomKeys are the keys of rooms. They mean nothing else on any page.
type roomKeys struct{ rooms, back, vote, call, sample key.Binding }

func newRoomKeys() roomKeys {
	return roomKeys{
		rooms:  page.Bind("R", "rooms: open one, join one, hand over, leave", "R"),
		back:   page.Bind("r", "in a room: back to what the presenter shows", "r"),
		vote:   page.Bind("V", "in a room: vote; who presents asks the class", "V"),
		call:   page.Bind("A", "in a room, the presenter's: ask all to come back", "A"),
		sample: page.Bind("g", "in a room, the presenter's: data of its own for every seat, or all the same", "g"),
	}
}

func (k roomKeys) all() []key.Binding {
	return []key.Binding{k.rooms, k.back, k.vote, k.call, k.sample}
}

// hints are the keys of rooms that mean something now, for the footer.
func (m *model) roomHints() []page.Hint {
	r := m.room
	switch {
	case r == nil || !r.begun:
		return nil
	case r.Look.Leads && m.voting() && r.Look.Vote.Kind != room.OfLambda:
		return []page.Hint{hint("z", "end the vote", "z"), hint("R", "room", "R")}
	case r.Look.Leads && r.Look.Away > 0:
		return []page.Hint{hint("V", "ask the class", "V"), hint("A", "call all back", "A"), hint("R", "room", "R")}
	case r.Look.Leads:
		return []page.Hint{hint("V", "ask the class", "V"), hint("R", "room", "R")}
	case r.Own:
		return []page.Hint{hint("r", "back", "r"), hint("R", "room", "R")}
	case m.voting() && r.Look.Vote.Kind == room.OfLambda:
		return []page.Hint{hint(", .", "λ cursor", "."), hint("V", "vote", "V"), hint("R", "room", "R")}
	case m.voting():
		return []page.Hint{hint("V", "vote", "V"), hint("R", "room", "R")}
	}
	return []page.Hint{hint("R", "room", "R")}
}

// pressRoom handles the keys of rooms, before those of pages.
func (m *model) pressRoom(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	k := newRoomKeys()
	var does func() tea.Cmd
	switch {
	case m.endsVote(msg):
		does = m.endVote
	case key.Matches(msg, k.rooms):
		does = m.openRoom
	case key.Matches(msg, k.back):
		does = m.pressBack
	case key.Matches(msg, k.vote):
		does = m.pressVote
	case key.Matches(msg, k.call):
		does = m.pressCall
	case key.Matches(msg, k.sample):
		does = m.pressSample
	default:
		return nil, false
	}
	switch {
	case m.config.Rooms == nil && m.room == nil:
		m.fault = "rooms are for sessions over ssh"
		return nil, true
	case m.room == nil && !key.Matches(msg, k.rooms):
		m.fault = "in no room: R opens or joins one"
		return nil, true
	}
	m.fault = ""
	return does(), true
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

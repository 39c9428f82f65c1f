package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/keys"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// hints are the keys of rooms that mean something now, for the footer.
func (m *model) roomHints() []page.Hint {
	r := m.room
	switch {
	case r == nil || !r.begun:
		return nil
	case r.Look.Leads && m.voting() && r.Look.Vote.Kind != room.OfLambda:
		return []page.Hint{keys.Hint("z", "end the vote", "z"), keys.Hint("R", "room", "R")}
	case r.Look.Leads && r.Look.Away > 0:
		return []page.Hint{keys.Hint("V", "ask the class", "V"), keys.Hint("A", "call all back", "A"), keys.Hint("R", "room", "R")}
	case r.Look.Leads:
		return []page.Hint{keys.Hint("V", "ask the class", "V"), keys.Hint("R", "room", "R")}
	case r.Own:
		return []page.Hint{keys.Hint("r", "back", "r"), keys.Hint("R", "room", "R")}
	case m.voting() && r.Look.Vote.Kind == room.OfLambda:
		return []page.Hint{keys.Hint(", .", "λ cursor", "."), keys.Hint("V", "vote", "V"), keys.Hint("R", "room", "R")}
	case m.voting():
		return []page.Hint{keys.Hint("V", "vote", "V"), keys.Hint("R", "room", "R")}
	}
	return []page.Hint{keys.Hint("R", "room", "R")}
}

// pressRoom handles the keys of rooms, before those of pages.
func (m *model) pressRoom(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	k := keys.NewRoom()
	var does func() tea.Cmd
	switch {
	case m.endsVote(msg):
		does = m.endVote
	case key.Matches(msg, k.Rooms):
		does = m.openRoom
	case key.Matches(msg, k.Back):
		does = m.pressBack
	case key.Matches(msg, k.Vote):
		does = m.pressVote
	case key.Matches(msg, k.Call):
		does = m.pressCall
	case key.Matches(msg, k.Sample):
		does = m.pressSample
	default:
		return nil, false
	}
	switch {
	case m.config.Rooms == nil && m.room == nil:
		m.fault = "rooms are for sessions over ssh"
		return nil, true
	case m.room == nil && !key.Matches(msg, k.Rooms):
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

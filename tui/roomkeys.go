package tui

import (
	"fmt"
	"math"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
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
	case r.look.Leads && m.voting() && r.look.Vote.Kind != room.OfLambda:
		return []page.Hint{hint("z", "end the vote", "z"), hint("R", "room", "R")}
	case r.look.Leads:
		return []page.Hint{hint("V", "ask the class", "V"), hint("A", "call all", "A"), hint("R", "room", "R")}
	case r.own:
		return []page.Hint{hint("r", "back", "r"), hint("R", "room", "R")}
	case r.look.Vote != nil && r.look.Vote.Open:
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
	case m.room.look.Leads:
		m.fault = "you present: all others follow"
		return nil
	case !m.room.own:
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
	m.news = fmt.Sprintf("%d with views of their own are asked to come back.", m.room.look.Away)
	return nil
}

// pressSample gives every seat data of its own, or all the same again.
func (m *model) pressSample() tea.Cmd {
	if m.Settings.Recorded() {
		m.fault = "recorded data have no seed"
		return nil
	}
	begins := m.room.look.Sample == nil
	if err := m.room.seat.Draw(); err != nil {
		m.fault = err.Error()
		return nil
	}
	next := m.State
	switch {
	case begins:
		next.TrialsChart = state.TrialsClass
	case next.TrialsChart == state.TrialsClass:
		next.TrialsChart = state.TrialsSplit
	}
	m.show(next)
	return m.follow()
}

// sampledMsg is what this seat has found in a sample.
type sampledMsg struct {
	seat    *room.Seat
	id      int
	outcome room.Outcome
	err     error
}

// computeSample analyses this seat's own data of a sample.
func (m *model) computeSample() tea.Cmd {
	r := m.room
	s := r.look.Sample
	if s == nil || s.Done || r.look.Leads || r.sampled == s.ID {
		return nil
	}
	r.sampled = s.ID
	engine, ctx, seat := m.worker.engine, m.worker.ctx, r.seat
	return func() tea.Msg {
		a, err := engine.Analyze(ctx, s.Settings)
		if err != nil {
			return sampledMsg{seat, s.ID, room.Outcome{}, err}
		}
		o := room.Outcome{Lambda: a.Selection.Best().Lambda, RootMSVE: math.NaN()}
		if a.Truth != nil {
			o.RootMSVE = a.RootMSVE(a.Selection.Selected)
		}
		return sampledMsg{seat, s.ID, o, nil}
	}
}

// sampleComputed reports what this seat has found.
func (m *model) sampleComputed(msg sampledMsg) {
	if msg.err == nil {
		msg.seat.Report(msg.id, msg.outcome)
	}
}

// lookAtRoom returns the room as it was last told; false outside of one.
func (m *model) lookAtRoom() (room.Look, bool) {
	if m.room == nil {
		return room.Look{}, false
	}
	return m.room.look, true
}

// openRoom opens the panel of rooms.
func (m *model) openRoom() tea.Cmd {
	m.overlays.Open(&overlay.Room{
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

// askRoom does what the panel of rooms asks for.
func (m *model) askRoom(r overlay.RoomRequest) tea.Cmd {
	var err error
	close := true
	switch {
	case m.room == nil && r.Act == overlay.RoomOpen:
		seat, fault := m.config.Rooms.Open()
		if err = fault; err == nil {
			m.overlays.Close()
			return m.enter(seat)
		}
	case m.room == nil && r.Act == overlay.RoomJoin:
		m.overlays.Close()
		m.news = "Joining …"
		rooms, ctx := m.config.Rooms, m.worker.ctx
		return func() tea.Msg {
			seat, err := rooms.Join(ctx, r.Code)
			return joinedMsg{seat, err}
		}
	case m.room == nil:
		return nil
	case r.Act == overlay.RoomLeave:
		m.leaveRoom()
	case r.Act == overlay.RoomAsk:
		m.room.seat.Ask(!m.room.look.Asks)
		close = false
	case r.Act == overlay.RoomClose:
		err = m.room.seat.Close(!m.room.look.Closed)
		close = false
	case r.Act == overlay.RoomHand:
		err = m.room.seat.Hand(r.Number)
	case r.Act == overlay.RoomPutOut:
		err = m.room.seat.PutOut(r.Number)
		close = false
	case r.Act == overlay.RoomTakeBack:
		err = m.room.seat.TakeBack()
	case r.Act == overlay.RoomHandBack:
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

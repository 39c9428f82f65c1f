package classroom

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/overlay"
	"lambdascope/tui/room"
)

// What the panels ask of the app, each by an overlay.Request of the kind overlay.Other.
type (
	// Do asks for something about the room.
	Do struct {
		Act    Act
		Code   string // of the room to join
		Name   string // to join with; empty for none
		Number int    // of the seat that it is about
	}
	// AskClass asks for a vote on one of the questions.
	AskClass struct{ Index int }
	// Guess votes.
	Guess struct{ Number float64 }
	// ShowVotes asks for how all have voted.
	ShowVotes struct{}
)

// Act is what is done about a room.
type Act int

// What can be done about a room.
const (
	Open Act = iota
	Join
	Leave
	AskToPresent
	Close
	Hand
	PutOut
	LetIn
	TakeBack
	HandBack
)

// ask returns the request of a panel.
func ask(what any) overlay.Request { return overlay.Request{Kind: overlay.Other, Other: what} }

// look returns the room as it was last told; false outside of one.
func (x *Room) look() (room.Look, bool) { return x.Part().Look, x.seat != nil }

// openPanel opens the panel of rooms.
func (x *Room) openPanel() Action {
	if x.Rooms == nil && x.seat == nil {
		return Action{Fault: noRooms}
	}
	return Action{Open: &Panel{
		Look: x.look,
		Command: func(words ...string) string {
			if x.Rooms == nil {
				return ""
			}
			return x.Rooms.Command(words...)
		},
		Vote: func(code string) string {
			if x.Rooms == nil {
				return ""
			}
			return x.Rooms.VoteLink(code)
		},
	}}
}

// Answer does what a panel asks for.
func (x *Room) Answer(what any) Action {
	switch what := what.(type) {
	case Do:
		if x.seat == nil {
			return x.doOutside(what)
		}
		return x.do(what)
	case AskClass:
		return x.askClass(what.Index)
	case Guess:
		return x.guess(what.Number)
	case ShowVotes:
		return Action{Close: true, Open: &Votes{Look: x.look}}
	}
	return Action{}
}

// doOutside opens or joins a room.
func (x *Room) doOutside(r Do) Action {
	switch r.Act {
	case Open:
		at, err := x.Rooms.Open()
		if err != nil {
			return notDone(err)
		}
		return Action{Close: true, Cmd: x.enter(at)}
	case Join:
		return Action{Close: true, News: "Joining …", Cmd: func() tea.Msg {
			at, err := x.Rooms.Join(x.Context, r.Code, r.Name)
			return joinedMsg{at, err}
		}}
	}
	return Action{}
}

func notDone(err error) Action {
	return Action{Close: true, News: "Not done: " + err.Error() + "."}
}

// do does something about the room. The panel stays where there may be more to do.
func (x *Room) do(r Do) Action {
	at := x.seat.room
	var err error
	switch r.Act {
	case Leave:
		a := x.leave()
		a.Close = true
		return a
	case AskToPresent:
		at.Ask(!x.seat.Look.Asks)
		return Action{}
	case Close:
		err = at.Close(!x.seat.Look.Closed)
	case PutOut:
		err = at.PutOut(r.Number)
	case LetIn:
		err = at.LetIn(r.Number)
	case Hand:
		err = at.Hand(r.Number)
	case TakeBack:
		err = at.TakeBack()
	case HandBack:
		err = at.HandBack()
	}
	if err != nil {
		return notDone(err)
	}
	return Action{Close: r.Act == Hand || r.Act == TakeBack || r.Act == HandBack}
}

package classroom

import (
	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// Bindings are what keys do in rooms, before those of lessons and pages.
func (x *Room) Bindings() []page.Binding {
	acts := func(act func() page.Action) func(*page.Snapshot) page.Action {
		return func(*page.Snapshot) page.Action { return act() }
	}
	inRoom := func(act func() page.Action) func(*page.Snapshot) page.Action {
		return func(*page.Snapshot) page.Action {
			switch {
			case x.seat != nil:
				return act()
			case x.Rooms == nil:
				return page.Action{Fault: noRooms}
			}
			return page.Action{Fault: "in no room: R opens or joins one"}
		}
	}
	return []page.Binding{
		{Keys: "z", When: x.endsVote, Do: acts(x.endVote), Hint: x.hint("end the vote", x.endsVote)},
		{Keys: "r", Does: "in a room: back to what the presenter shows", Group: page.GroupRooms, Do: inRoom(x.pressBack), Hint: x.hint("back", x.wanders)},
		{Keys: "V", Does: "in a room: vote; who presents asks the class", Group: page.GroupRooms, Do: inRoom(x.pressVote), Hint: x.hintVote},
		{Keys: "A", Does: "in a room, the presenter's: ask all to come back", Group: page.GroupRooms, Do: inRoom(x.call), Hint: x.hint("call all back", x.callsBack)},
		{Keys: "g", Does: "in a room, the presenter's: data of its own for every seat, or all the same", Group: page.GroupRooms, Do: inRoom(x.draw)},
		{Keys: "R", Does: "rooms: open one, join one, hand over, leave", Group: page.GroupRooms, Do: acts(x.openPanel), Hint: x.hint("room", nil)},
		{Keys: ".", When: x.guesses, Do: guess, Hint: func(*page.Snapshot) page.Hint { return page.Hint{Key: ", .", Does: "λ cursor"} }},
	}
}

const noRooms = "rooms are for sessions of a server: lambdascope serve starts one"

// hint returns a hint, where the room is known and the hint means something; nil for
// always.
func (x *Room) hint(does string, when func(*page.Snapshot) bool) func(*page.Snapshot) page.Hint {
	return func(s *page.Snapshot) page.Hint {
		if !x.Known() || when != nil && !when(s) {
			return page.Hint{}
		}
		return page.Hint{Does: does}
	}
}

// guesses reports whether the class guesses by the λ cursor.
func (x *Room) guesses(*page.Snapshot) bool { return x.GuessesLambda() }

// guess moves the λ cursor.
func guess(s *page.Snapshot) page.Action { return s.MoveCursor(+1) }

func (x *Room) hintVote(s *page.Snapshot) page.Hint {
	does := "vote"
	if x.seat != nil && x.seat.Look.Leads {
		does = "ask the class"
	}
	return x.hint(does, x.votesOrAsks)(s)
}

// asked reports whether a vote is open in which others than who presents can vote.
func (x *Room) asked() bool { return x.seat.Voting() && !x.seat.Look.Leads }

// endsVote reports whether there is a vote to be ended that has no answer on the screen to
// be revealed.
func (x *Room) endsVote(*page.Snapshot) bool {
	r := x.seat
	return r != nil && r.Look.Leads && r.Voting() && r.Look.Vote.Kind != room.OfLambda
}

// wanders reports whether this seat shows its own view.
func (x *Room) wanders(*page.Snapshot) bool { return !x.seat.Look.Leads && x.seat.Own }

// votesOrAsks reports whether this seat can ask the class, or vote.
func (x *Room) votesOrAsks(*page.Snapshot) bool {
	if x.seat.Look.Leads {
		return !x.seat.Voting() // z ends the vote first
	}
	return x.asked() && !x.seat.Own
}

// callsBack reports whether there are others to be asked to come back.
func (x *Room) callsBack(s *page.Snapshot) bool {
	return x.seat.Look.Leads && x.seat.Look.Away > 0 && !x.endsVote(s)
}

func (x *Room) pressBack() page.Action {
	switch {
	case x.seat.Look.Leads:
		return page.Action{Fault: "you present: all others follow"}
	case !x.seat.Own:
		return page.Action{Fault: "you follow already"}
	}
	return x.comeBack()
}

// call asks all to come back.
func (x *Room) call() page.Action {
	if err := x.seat.room.Call(); err != nil {
		return page.Action{Fault: err.Error()}
	}
	return page.Action{News: x.seat.Called()}
}

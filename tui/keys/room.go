package keys

import (
	"charm.land/bubbles/v2/key"

	"lambdascope/tui/page"
)

// Room are the keys of rooms. They mean nothing else on any page.
type Room struct{ Rooms, Back, Vote, Call, Sample key.Binding }

// NewRoom returns them.
func NewRoom() Room {
	return Room{
		Rooms:  page.Bind("R", "rooms: open one, join one, hand over, leave", "R"),
		Back:   page.Bind("r", "in a room: back to what the presenter shows", "r"),
		Vote:   page.Bind("V", "in a room: vote; who presents asks the class", "V"),
		Call:   page.Bind("A", "in a room, the presenter's: ask all to come back", "A"),
		Sample: page.Bind("g", "in a room, the presenter's: data of its own for every seat, or all the same", "g"),
	}
}

// All returns all of them, for the help.
func (k Room) All() []key.Binding {
	return []key.Binding{k.Rooms, k.Back, k.Vote, k.Call, k.Sample}
}

package classroom

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// look returns the room as it was last told; false outside of one.
func (x *Room) look() (room.Look, bool) { return x.Part().Look, x.seat != nil }

// openPanel opens the panel of rooms.
func (x *Room) openPanel() page.Action {
	if x.Rooms == nil && x.seat == nil {
		return page.Action{Fault: noRooms}
	}
	return page.Action{Open: &Panel{room: x}}
}

// command returns the command that a person types elsewhere; empty without a server.
func (x *Room) command(words ...string) string {
	if x.Rooms == nil {
		return ""
	}
	return x.Rooms.Command(words...)
}

// voteLink returns the link for phones; empty for none.
func (x *Room) voteLink(code string) string {
	if x.Rooms == nil {
		return ""
	}
	return x.Rooms.VoteLink(code)
}

// open opens a room.
func (x *Room) open() page.Action {
	at, err := x.Rooms.Open()
	if err != nil {
		return notDone(err)
	}
	return page.Action{Close: true, Cmd: x.enter(at)}
}

// join joins the room of a code with a name, empty for none.
func (x *Room) join(code, name string) page.Action {
	return page.Action{Close: true, News: "Joining …", Cmd: func() tea.Msg {
		at, err := x.Rooms.Join(x.Context, code, name)
		return joinedMsg{at, err}
	}}
}

func notDone(err error) page.Action {
	return page.Action{Close: true, News: "Not done: " + err.Error() + "."}
}

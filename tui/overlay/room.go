package overlay

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/words"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
)

// Room is the panel of rooms: it opens and joins them, and shows the one at hand.
type Room struct {
	Look    func() (room.Look, bool) // the room as it is now; false outside of one
	Command func(words ...string) string

	typed  string // a code, or the number of a seat
	secret bool   // the secret is on show
}

// RoomAct is what is done about a room.
type RoomAct int

// What can be done about a room.
const (
	RoomOpen RoomAct = iota
	RoomJoin
	RoomLeave
	RoomAsk
	RoomClose
	RoomHand
	RoomPutOut
	RoomTakeBack
	RoomHandBack
)

// RoomRequest is what the panel of rooms asks for.
type RoomRequest struct {
	Act    RoomAct
	Code   string // of the room to join
	Number int    // of the seat that it is about
}

// maxTypedNumber is how many digits of a seat's number are taken.
const maxTypedNumber = 6

// codeLetters is how many letters a code has.
const codeLetters = 4

// Press takes the letters of a code, the digits of a seat's number, and the keys that
// the panel shows.
func (o *Room) Press(msg tea.KeyPressMsg) Request {
	look, in := o.Look()
	pressed := msg.String()
	switch {
	case pressed == "backspace":
		o.typed = o.typed[:max(0, len(o.typed)-1)]
		return Request{Kind: Taken}
	case !in:
		return o.pressOutside(pressed)
	case pressed == "R":
		return Request{Kind: Close}
	case len(pressed) == 1 && pressed[0] >= '0' && pressed[0] <= '9':
		if len(o.typed) < maxTypedNumber {
			o.typed += pressed
		}
		return Request{Kind: Taken}
	}
	number, _ := strconv.Atoi(o.typed)
	ask := func(act RoomAct) Request {
		o.typed = ""
		return Request{Kind: InRoom, Room: RoomRequest{Act: act, Number: number}}
	}
	switch {
	case pressed == "l":
		return ask(RoomLeave)
	case pressed == "a" && !look.Owns && !look.Leads:
		return ask(RoomAsk)
	case pressed == "b" && !look.Owns && look.Leads:
		return ask(RoomHandBack)
	case !look.Owns:
		return Request{}
	case pressed == "c":
		return ask(RoomClose)
	case pressed == "t" && !look.Leads:
		return ask(RoomTakeBack)
	case pressed == "s":
		o.secret = !o.secret
		return Request{Kind: Taken}
	case pressed == "x" && number > 0:
		return ask(RoomPutOut)
	case pressed == "h" && number == 0 && len(look.Asking) > 0:
		number = look.Asking[0]
		return ask(RoomHand)
	case pressed == "h" && number > 0:
		return ask(RoomHand)
	}
	return Request{}
}

// pressOutside is Press outside of a room.
func (o *Room) pressOutside(pressed string) Request {
	isLetter := len(pressed) == 1 && strings.Contains("abcdefghijklmnopqrstuvwxyz", strings.ToLower(pressed))
	switch {
	case pressed == "1":
		return Request{Kind: InRoom, Room: RoomRequest{Act: RoomOpen}}
	case isLetter:
		if len(o.typed) < codeLetters {
			o.typed += strings.ToUpper(pressed)
		}
		return Request{Kind: Taken}
	case pressed == "enter" && len(o.typed) == codeLetters:
		return Request{Kind: InRoom, Room: RoomRequest{Act: RoomJoin, Code: o.typed}}
	case pressed == "enter":
		return Request{Kind: Taken}
	}
	return Request{}
}

// Hints are none: the panel shows its keys itself.
func (o *Room) Hints() []page.Hint { return nil }

// Text returns the panel.
func (o *Room) Text(s *screen.Styles, width int) []string {
	look, in := o.Look()
	p := &paper{styles: s, width: min(width, readingWidth)}
	say, gap := p.say, p.gap
	key := func(key, does string) { p.entry(key, does, chart.InkText) }
	if !in {
		say(chart.InkSelected, "Rooms")
		gap()
		say(chart.InkText, "A room shows to all in it what its presenter has on the screen. Everybody can go a way of their own, and come back with r.")
		gap()
		key("1", "opens a room, which you present")
		key("A-Z", "the four letters of a room's code, then ⏎ to join: "+o.typed+strings.Repeat("_", codeLetters-len(o.typed)))
		return p.lines
	}
	say(chart.InkSelected, "Room %s", look.Code)
	gap()
	who := "You follow"
	switch {
	case look.Leads:
		who = "You present"
	case !look.Live:
		who = "Nobody presents: this is the last view"
	}
	say(chart.InkText, "%s. %d follow, %d have views of their own. You have seat %d.", who, look.Here, look.Away, look.Number)
	gap()
	if look.Owns {
		o.owner(look, say, key, gap)
	}
	switch {
	case look.Owns:
	case look.Leads:
		key("b", "hand back")
	case look.Asks:
		key("a", "no longer ask to present")
	default:
		key("a", "ask to present")
	}
	key("l", "leave the room")
	return p.lines
}

// owner says what the owner of a room can do.
func (o *Room) owner(look room.Look, say func(chart.Ink, string, ...any), key func(key, does string), gap func()) {
	say(chart.InkText, "To join: %s", o.Command("join", look.Code))
	gap()
	if o.secret {
		say(chart.InkWarn, "To present from elsewhere, also when this connection has broken: %s", o.Command("present", look.Secret))
		gap()
		key("s", "hide the secret again")
	} else {
		key("s", "show the secret that takes the room over, not on a projector")
	}
	if look.Closed {
		key("c", "let newcomers in again")
	} else {
		key("c", "let no newcomers in")
	}
	if !look.Leads {
		key("t", "present again yourself")
	}
	if len(look.Asking) > 0 {
		key("h", "have the first of those present who ask, or type the number of another: seats "+numbers(look.Asking))
	}
	if len(look.Others) > 0 {
		key("x", "put the seat out whose number you type: "+o.typed+"_")
	}
}

// numbers lists the numbers of seats.
func numbers(all []int) string {
	var out []string
	for _, n := range all {
		out = append(out, strconv.Itoa(n))
	}
	return words.And(out)
}

package classroom

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/words"
	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
)

// Panel is that of the key R: it opens and joins rooms, and shows the one at hand.
type Panel struct {
	Look    func() (room.Look, bool) // the room as it is now; false outside of one
	Command func(words ...string) string

	typed  string // a code, or the number of a seat
	secret bool   // the secret is on show
}

// maxTypedNumber is how many digits of a seat's number are taken.
const maxTypedNumber = 6

// codeLetters is how many letters a code has.
const codeLetters = 4

// Press takes the letters of a code, the digits of a seat's number, and the keys that
// the panel shows.
func (o *Panel) Press(msg tea.KeyPressMsg) overlay.Request {
	look, in := o.Look()
	pressed := msg.String()
	switch {
	case pressed == "backspace":
		o.typed = o.typed[:max(0, len(o.typed)-1)]
		return overlay.Request{Kind: overlay.Taken}
	case !in:
		return o.pressOutside(pressed)
	case pressed == "R":
		return overlay.Request{Kind: overlay.Close}
	case len(pressed) == 1 && pressed[0] >= '0' && pressed[0] <= '9':
		if len(o.typed) < maxTypedNumber {
			o.typed += pressed
		}
		return overlay.Request{Kind: overlay.Taken}
	}
	number, _ := strconv.Atoi(o.typed)
	do := func(act Act) overlay.Request {
		o.typed = ""
		return ask(Do{Act: act, Number: number})
	}
	switch {
	case pressed == "l":
		return do(Leave)
	case pressed == "a" && !look.Owns && !look.Leads:
		return do(AskToPresent)
	case pressed == "b" && !look.Owns && look.Leads:
		return do(HandBack)
	case !look.Owns:
		return overlay.Request{}
	case pressed == "c":
		return do(Close)
	case pressed == "t" && !look.Leads:
		return do(TakeBack)
	case pressed == "s":
		o.secret = !o.secret
		return overlay.Request{Kind: overlay.Taken}
	case pressed == "x" && number > 0:
		return do(PutOut)
	case pressed == "h" && number == 0 && len(look.Asking) > 0:
		number = look.Asking[0]
		return do(Hand)
	case pressed == "h" && number > 0:
		return do(Hand)
	}
	return overlay.Request{}
}

// pressOutside is Press outside of a room.
func (o *Panel) pressOutside(pressed string) overlay.Request {
	isLetter := len(pressed) == 1 && strings.Contains("abcdefghijklmnopqrstuvwxyz", strings.ToLower(pressed))
	switch {
	case pressed == "1":
		return ask(Do{Act: Open})
	case isLetter:
		if len(o.typed) < codeLetters {
			o.typed += strings.ToUpper(pressed)
		}
		return overlay.Request{Kind: overlay.Taken}
	case pressed == "enter" && len(o.typed) == codeLetters:
		return ask(Do{Act: Join, Code: o.typed})
	case pressed == "enter":
		return overlay.Request{Kind: overlay.Taken}
	}
	return overlay.Request{}
}

// Hints are none: the panel shows its keys itself.
func (o *Panel) Hints() []page.Hint { return nil }

// Text returns the panel.
func (o *Panel) Text(s *screen.Styles, width int) []string {
	look, in := o.Look()
	p := &paper{styles: s, width: min(width, overlay.ReadingWidth)}
	if !in {
		p.say(chart.InkSelected, "Rooms")
		p.gap()
		p.say(chart.InkText, "A room shows to all in it what its presenter has on the screen. Everybody can go a way of their own, and come back with r.")
		p.gap()
		p.key("1", "opens a room, which you present")
		p.key("A-Z", "the four letters of a room's code, then ⏎ to join: "+o.typed+strings.Repeat("_", codeLetters-len(o.typed)))
		return p.lines
	}
	p.say(chart.InkSelected, "Room %s", look.Code)
	p.gap()
	who := "You follow"
	switch {
	case look.Leads:
		who = "You present"
	case !look.Live:
		who = "Nobody presents: this is the last view"
	}
	p.say(chart.InkText, "%s. %d follow, %d have views of their own. You have seat %d.", who, look.Here, look.Away, look.Number)
	p.gap()
	if look.Leads {
		p.say(chart.InkText, "On the charts V asks the class, g gives each seat data of its own, and A asks those with views of their own to come back.")
		p.gap()
	}
	if look.Owns {
		o.owner(p, look)
	}
	switch {
	case look.Owns:
	case look.Leads:
		p.key("b", "hand back")
	case look.Asks:
		p.key("a", "no longer ask to present")
	default:
		p.key("a", "ask to present")
	}
	p.key("l", "leave the room")
	return p.lines
}

// owner says what the owner of a room can do.
func (o *Panel) owner(p *paper, look room.Look) {
	p.say(chart.InkText, "To join: %s", o.Command("join", look.Code))
	p.gap()
	if o.secret {
		p.say(chart.InkWarn, "To present from elsewhere, also when this connection has broken: %s", o.Command("present", look.Secret))
		p.gap()
		p.key("s", "hide the secret again")
	} else {
		p.key("s", "show the secret that takes the room over, not on a projector")
	}
	if look.Closed {
		p.key("c", "let newcomers in again")
	} else {
		p.key("c", "let no newcomers in")
	}
	if !look.Leads {
		p.key("t", "present again yourself")
	}
	if len(look.Asking) > 0 {
		hand := fmt.Sprintf("hand over to seat %d, which asks to present", look.Asking[0])
		if others := look.Asking[1:]; len(others) > 0 {
			hand += "; or type the number of another that asks: " + numbers(others)
		}
		p.key("h", hand)
	}
	if len(look.Others) > 0 {
		p.key("x", "put the seat out whose number you type: "+o.typed+"_")
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

package classroom

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
)

// Panel is that of the key R: it opens and joins rooms, and shows the one at hand.
type Panel struct {
	room *Room

	code   string // as far as it is typed
	named  bool   // a name is typed after it
	name   string
	typed  string // the number of a seat
	secret bool   // the secret is on show
	focus  int    // the line of the seat whose number is typed; below 0 for none
}

// maxTypedNumber is how many digits of a seat's number are taken.
const maxTypedNumber = 6

// codeLetters is how many letters a code has.
const codeLetters = 4

// Press takes the letters of a code, a name after it, the digits of a seat's number, and
// the keys that the panel shows.
func (o *Panel) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	look, in := o.room.look()
	pressed := msg.String()
	switch {
	case !in && o.named:
		return o.pressName(msg)
	case !in:
		return o.pressOutside(pressed)
	case pressed == "backspace":
		o.typed = o.typed[:max(0, len(o.typed)-1)]
		return a, true
	case pressed == "R":
		return page.Action{Close: true}, true
	case len(pressed) == 1 && pressed[0] >= '0' && pressed[0] <= '9':
		if len(o.typed) < maxTypedNumber {
			o.typed += pressed
		}
		return a, true
	case pressed == "s" && look.Owns:
		o.secret = !o.secret
		return a, true
	}
	for _, f := range o.offers(look) {
		if f.key == pressed && !(f.ofSeat && f.number == 0) {
			o.typed = ""
			return f.act(), true
		}
	}
	return a, false
}

// offer is what a key does in a room.
type offer struct {
	key    string
	does   string // beside the key; empty where it is not said
	act    func() page.Action
	ofSeat bool // it needs the number of a seat
	number int
}

// offers are what the keys do, in the order of the panel.
func (o *Panel) offers(look room.Look) []offer {
	seat := o.room.seat.room
	stays := func(err error) page.Action { // there may be more to do
		if err != nil {
			return notDone(err)
		}
		return page.Action{}
	}
	closes := func(err error) page.Action {
		a := stays(err)
		a.Close = true
		return a
	}
	leave := offer{key: "l", does: "leave the room", act: o.room.leave}
	asks := offer{key: "a", does: "ask to present", act: func() page.Action {
		seat.Ask(!look.Asks)
		return page.Action{}
	}}
	if look.Asks {
		asks.does = "no longer ask to present"
	}
	switch {
	case look.Owns:
	case look.Leads:
		return []offer{{key: "b", does: "hand back", act: func() page.Action { return closes(seat.HandBack()) }}, leave}
	default:
		return []offer{asks, leave}
	}
	newcomers := offer{key: "c", does: "let no newcomers in", act: func() page.Action { return stays(seat.Close(!look.Closed)) }}
	if look.Closed {
		newcomers.does = "let newcomers in again"
	}
	out := []offer{newcomers}
	if !look.Leads {
		out = append(out, offer{key: "t", does: "present again yourself", act: func() page.Action { return closes(seat.TakeBack()) }})
	}
	number := o.number()
	hand := offer{key: "h", ofSeat: true, number: number}
	if len(look.Asking) > 0 {
		hand.number = cmp.Or(number, look.Asking[0])
		hand.does = fmt.Sprintf("hand over to seat %d, which asks to present", look.Asking[0])
		if others := look.Asking[1:]; len(others) > 0 {
			hand.does += "; or type the number of another that asks: " + numbers(others)
		}
	}
	hand.act = func() page.Action { return closes(seat.Hand(hand.number)) }
	putOut := offer{key: "x", act: func() page.Action { return stays(seat.PutOut(number)) }, ofSeat: true, number: number}
	if len(look.Seats) > 1 {
		putOut.does = "put the seat out whose number you type, and keep it out: " + o.typed + "_"
	}
	letIn := offer{key: "i", act: func() page.Action { return stays(seat.LetIn(number)) }, ofSeat: true, number: number}
	if len(look.Out) > 0 {
		letIn.does = "let the seat in again whose number you type: " + o.typed + "_"
	}
	return append(out, hand, putOut, letIn, leave)
}

// number is the one that is typed, 0 for none.
func (o *Panel) number() int {
	n, _ := strconv.Atoi(o.typed)
	return n
}

// pressOutside is Press outside of a room.
func (o *Panel) pressOutside(pressed string) (a page.Action, taken bool) {
	isLetter := len(pressed) == 1 && strings.Contains("abcdefghijklmnopqrstuvwxyz", strings.ToLower(pressed))
	whole := len(o.code) == codeLetters
	switch {
	case pressed == "backspace":
		o.code = o.code[:max(0, len(o.code)-1)]
	case pressed == "1":
		return o.room.open(), true
	case isLetter && !whole:
		o.code += strings.ToUpper(pressed)
	case pressed == "space" && whole:
		o.named = true
	case pressed == "enter" && whole:
		return o.room.join(o.code, ""), true
	case !isLetter && pressed != "enter":
		return a, false
	}
	return a, true
}

// pressName is Press while a name is typed: all but Esc is part of it.
func (o *Panel) pressName(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	switch pressed := msg.String(); {
	case pressed == "esc":
		return a, false
	case pressed == "enter":
		return o.room.join(o.code, strings.TrimSpace(o.name)), true
	case pressed == "backspace" && o.name == "":
		o.named = false
	case pressed == "backspace":
		all := []rune(o.name)
		o.name = string(all[:len(all)-1])
	case ansi.StringWidth(o.name+msg.Text) <= room.MaxName && len(o.name+msg.Text) <= maxTypedName:
		o.name += msg.Text
	}
	return a, true
}

// maxTypedName bounds a name that is typed, in bytes.
const maxTypedName = 8 * room.MaxName

// Hints say, wherever the panel is scrolled to, what can be done with the number that is
// typed.
func (o *Panel) Hints() []page.Hint {
	look, in := o.room.look()
	number := o.number()
	if !in || !look.Owns || number == 0 {
		return nil
	}
	seat := fmt.Sprintf("seat %d", number)
	var out []page.Hint
	if slices.ContainsFunc(look.Seats, func(l room.Listed) bool { return l.Number == number && number != look.Number }) {
		out = append(out, page.Hint{Key: "x", Does: "put out " + seat, Press: "x"})
	}
	if slices.Contains(look.Asking, number) {
		out = append(out, page.Hint{Key: "h", Does: "hand over to " + seat, Press: "h"})
	}
	if slices.ContainsFunc(look.Out, func(k room.Out) bool { return k.Number == number }) {
		out = append(out, page.Hint{Key: "i", Does: "let in " + seat, Press: "i"})
	}
	if out == nil {
		out = []page.Hint{{Key: o.typed, Does: "is no seat", Press: "backspace"}}
	}
	return out
}

// FocusLine is the line of the seat whose number is typed, of the text set last; below 0
// for none.
func (o *Panel) FocusLine() int { return o.focus }

// Text returns the panel.
func (o *Panel) Text(s *screen.Styles, width int) []string {
	look, in := o.room.look()
	o.focus = -1
	p := &paper{styles: s, width: min(width, overlay.ReadingWidth)}
	if !in {
		o.outside(p)
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
	listed := ""
	if look.Owns && len(look.Seats) > 1 {
		listed = " The seats are listed below the keys."
	}
	phones := ""
	if look.Phones > 0 {
		phones = ", and " + countOf(look.Phones, "phone") + " can vote"
	}
	p.say(chart.InkText, "%s. %d follow, %d have views of their own%s. You have seat %d.%s", who, look.Here, look.Away, phones, look.Number, listed)
	p.gap()
	if look.Leads {
		p.say(chart.InkText, "On the charts V asks the class, g gives each seat data of its own, and A asks those with views of their own to come back.")
		p.gap()
	}
	if look.Leads && !look.Owns {
		o.voting(p, look)
		p.gap()
	}
	switch {
	case look.Owns:
		o.owner(p, look)
	case look.Name != "":
		p.say(chart.InkText, "The presenter sees your name, %s.", look.Name)
		p.gap()
	default:
		p.say(chart.InkText, "You have given no name. To join with one, which only the presenter sees: %s", o.room.command("join", look.Code, "--name", "NAME"))
		p.gap()
	}
	for _, f := range o.offers(look) {
		if f.does != "" {
			p.key(f.key, f.does)
		}
	}
	if look.Owns {
		o.register(p, look, width)
	}
	return p.lines
}

// SizedText has beside the panel of who presents, for the phones of the class, a picture of their link, if
// there is room.
func (o *Panel) SizedText(s *screen.Styles, size overlay.Size) []string {
	const gap, least = 2, 40 // of the text
	look, in := o.room.look()
	if !in || !look.Owns && !look.Leads || s.Glyphs() == chart.Plain {
		return o.Text(s, size.Width)
	}
	code := linkCode(o.room.voteLink(look.Code))
	for scale := 3; code != nil && scale > 0; scale-- { // as large as it can be
		picture := drawn(code, s, scale)
		text := min(size.Width-gap-screen.Widest(picture), overlay.ReadingWidth)
		if len(picture) > size.Rows || text < least {
			continue
		}
		lines := o.Text(s, text)
		lines = s.Fill(lines, text, max(len(lines), len(picture)))
		for i, l := range picture {
			lines[i] = s.Line(text+gap).Styled(lines[i]).String() + l
		}
		return lines
	}
	return o.Text(s, size.Width)
}

// outside says what there is to do outside of a room.
func (o *Panel) outside(p *paper) {
	p.say(chart.InkSelected, "Rooms")
	p.gap()
	p.say(chart.InkText, "A room shows to all in it what its presenter has on the screen. Everybody can go a way of their own, and come back with r.")
	p.gap()
	p.key("1", "open a room, which you present")
	code := o.code + strings.Repeat("_", codeLetters-len(o.code))
	if o.named {
		code += " " + o.name + "_"
	}
	p.key("A-Z", "the four letters of a room's code, then ⏎ to join: "+code)
	p.gap()
	p.say(chart.InkFaint, "After the code you can type a space and your name, which only the presenter sees.")
}

// voting says how phones vote.
func (o *Panel) voting(p *paper, look room.Look) {
	if link := o.room.voteLink(look.Code); link != "" {
		p.say(chart.InkText, "To vote from a phone: %s", link)
	}
}

// owner says how others come, and how the owner takes the room over.
func (o *Panel) owner(p *paper, look room.Look) {
	p.say(chart.InkText, "To join: %s", o.room.command("join", look.Code))
	o.voting(p, look)
	p.gap()
	if o.secret {
		p.say(chart.InkWarn, "To present from elsewhere, also when this connection has broken: %s", o.room.command("present", look.Secret))
		p.gap()
		p.key("s", "hide the secret again")
	} else {
		p.key("s", "show the secret that takes the room over, not on a projector")
	}
}

// register lists the seats, and who is kept out.
func (o *Panel) register(p *paper, look room.Look, width int) {
	list := *p
	list.width = width
	if len(look.Seats) > 1 {
		list.gap()
		list.say(chart.InkSelected, "Seats")
		o.focus = list.seats(look, o.number())
	}
	if len(look.Out) > 0 {
		list.gap()
		var out []string
		for _, k := range look.Out {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%d %s", k.Number, k.Name)))
		}
		list.say(chart.InkWarn, "Kept out: %s", strings.Join(out, ", "))
	}
	p.lines = list.lines
}

// numbers lists the numbers of seats.
func numbers(all []int) string {
	var out []string
	for _, n := range all {
		out = append(out, strconv.Itoa(n))
	}
	return textfmt.And(out)
}

// presence says how somebody is at a seat.
func presence(l room.Listed) string {
	switch {
	case l.Presents:
		return "presents"
	case l.Presence == room.OwnView:
		return "own view"
	case l.Presence == room.OnPhone:
		return "phone"
	case l.Presence == room.Dropped:
		return "dropped"
	}
	return "live"
}

// seats lists the seats of others in as many columns as have room, from left to right,
// and returns the line of the one with a number, below 0 where it is not there.
func (p *paper) seats(look room.Look, number int) (line int) {
	const gap, forPresence = 1, len("own view")
	numbers, names, votes := 0, 0, 0
	others := slices.DeleteFunc(slices.Clone(look.Seats), func(l room.Listed) bool { return l.Number == look.Number })
	for _, l := range others {
		numbers = max(numbers, len(strconv.Itoa(l.Number)))
		if w := ansi.StringWidth(p.styles.Text(l.Name)); w > 0 {
			names = max(names, w+gap)
		}
		if l.Voted {
			votes = len(" voted")
		}
	}
	const sign, between = 2, 2
	column := sign + numbers + gap + names + forPresence + votes
	columns := max(1, (p.width+between)/(column+between))
	line = -1
	for row := range slices.Chunk(others, columns) {
		l := p.styles.Line(p.width)
		for i, seat := range row {
			at := i * (column + between)
			ink := chart.InkText
			if seat.Number == number {
				line, ink = len(p.lines), chart.InkSelected
				l.To(at).Add(chart.InkCursor, "▸")
			}
			l.To(at+sign).Add(chart.InkCursor, fmt.Sprintf("%*d", numbers, seat.Number))
			l.To(at+sign+numbers+gap).Add(ink, seat.Name)
			if seat.Presence != room.Follows {
				ink = chart.InkFaint
			}
			l.To(at+sign+numbers+gap+names).Add(ink, presence(seat))
			if seat.Voted {
				l.To(at+column-votes).Add(ink, " voted")
			}
		}
		p.lines = append(p.lines, l.String())
	}
	return line
}

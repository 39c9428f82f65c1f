package classroom

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
)

// Ballot is the panel of who votes for one of some answers, or for a number.
type Ballot struct {
	room  *Room
	typed string
}

// Press takes the number of an answer, or the digits of a number.
func (o *Ballot) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	l := o.room.Part().Look
	pressed := msg.String()
	digit := len(pressed) == 1 && pressed[0] >= '0' && pressed[0] <= '9'
	switch v := l.Vote; {
	case pressed == "V" || v == nil || !v.Open:
		a.Close = true
	case v.Kind == room.OfChoice && digit:
		if n := int(pressed[0] - '0'); n >= 1 && n <= len(v.Answers) {
			return o.room.guess(float64(n - 1)), true
		}
	case v.Kind == room.OfChoice:
		return a, false
	case digit && len(o.typed) < maxTypedNumber:
		o.typed += pressed
	case pressed == "backspace":
		o.typed = o.typed[:max(0, len(o.typed)-1)]
	case pressed == "enter" && o.typed != "":
		n, _ := strconv.Atoi(o.typed)
		o.typed = ""
		return o.room.guess(float64(n)), true
	default:
		return a, false
	}
	return a, true
}

// Hints are none: the panel shows its keys itself.
func (o *Ballot) Hints() []page.Hint { return nil }

// Text returns the panel.
func (o *Ballot) Text(s *screen.Styles, width int) []string {
	l := o.room.Part().Look
	p := paper{styles: s, width: min(width, overlay.ReadingWidth)}
	v := l.Vote
	if v == nil || !v.Open {
		p.say(chart.InkText, "The vote is over.")
		return p.lines
	}
	p.say(chart.InkSelected, "%s", v.Text)
	p.gap()
	for i, a := range v.Answers {
		ink := chart.InkText
		if v.Own.Set && v.Own.Value == float64(i) {
			ink = chart.InkSelected
		}
		p.entry(strconv.Itoa(i+1), a, ink)
	}
	if v.Kind == room.OfTrajectories {
		p.say(chart.InkText, "Type a number, then ⏎: %s_", o.typed)
	}
	p.gap()
	own := "You have not voted."
	if v.Own.Set {
		own = "Your vote: " + v.Written(v.Own.Value) + ". It can be changed until the vote ends."
	}
	p.say(chart.InkFaint, "%s So far %s. Nobody sees whose vote is whose.", own, countText(v))
	return p.lines
}

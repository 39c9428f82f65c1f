package class

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// ballot is the panel of a follower with a choice of answers.
type ballot struct{ *Model }

// Press takes the number of an answer.
func (o *ballot) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	v := o.Look.Vote
	pressed := msg.String()
	if pressed == "V" || v == nil || !v.Open {
		return page.Action{Close: true}, true
	}
	n, err := strconv.Atoi(pressed)
	if err != nil {
		return a, false
	}
	if n >= 1 && n <= len(v.Answers) {
		a.Close = true
		if err := o.seat.Guess(float64(n - 1)); err != nil {
			a.News = "Not voted: " + err.Error() + "."
		}
	}
	return a, true
}

// Hints returns none: the panel shows its keys.
func (o *ballot) Hints() []page.Hint { return nil }

// Text returns the panel.
func (o *ballot) Text(s *screen.Styles, width int) []string {
	p := panel{styles: s, width: min(width, overlay.ReadingWidth)}
	v := o.Look.Vote
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
	p.gap()
	p.say(chart.InkFaint, "%s %s.", v.ownText(), v.countText())
	return p.lines
}

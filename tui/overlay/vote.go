package overlay

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
)

// Asked is a question that a presenter can put to the class.
type Asked struct {
	Text    string
	Answers []string // to choose from; nil for a number
	Fault   string   // why it can't be asked now; empty where it can
}

// Questions is the panel of what a presenter can ask.
type Questions struct {
	All  []Asked
	Last bool // there is a result, to be shown again
}

// Press takes the number of a question, or asks the first.
func (o *Questions) Press(msg tea.KeyPressMsg) Request {
	pressed := msg.String()
	if pressed == "V" {
		return Request{Kind: Close}
	}
	i := 0
	if pressed != "enter" {
		n, err := strconv.Atoi(pressed)
		if err != nil {
			return Request{}
		}
		i = n - 1
	}
	if i < 0 && o.Last {
		return Request{Kind: ShowVotes}
	}
	if i < 0 || i >= len(o.All) || o.All[i].Fault != "" {
		return Request{Kind: Taken}
	}
	return Request{Kind: AskClass, Index: i}
}

// Hints are none: the panel shows its keys itself.
func (o *Questions) Hints() []page.Hint { return nil }

// Text returns the panel.
func (o *Questions) Text(s *screen.Styles, width int) []string {
	p := paper{styles: s, width: min(width, readingWidth)}
	p.say(chart.InkSelected, "Ask the class")
	p.gap()
	for i, q := range o.All {
		ink := chart.InkText
		if q.Fault != "" {
			ink = chart.InkFaint
		}
		p.entry(strconv.Itoa(i+1), q.Text, ink)
		if len(q.Answers) > 0 {
			p.entry("", strings.Join(q.Answers, " · "), chart.InkFaint)
		}
		if q.Fault != "" {
			p.entry("", "not now: "+q.Fault, chart.InkWarn)
		}
	}
	if o.Last {
		p.entry("0", "show again how all voted", chart.InkText)
	}
	p.gap()
	p.say(chart.InkFaint, "Press a number; ⏎ asks the first. Everybody can vote, and change it, until you press z.")
	return p.lines
}

// Ballot is the panel of who votes for one of some answers, or for a number.
type Ballot struct {
	Look func() (room.Look, bool)

	typed string
}

// Press takes the number of an answer, or the digits of a number.
func (o *Ballot) Press(msg tea.KeyPressMsg) Request {
	l, _ := o.Look()
	pressed := msg.String()
	digit := len(pressed) == 1 && pressed[0] >= '0' && pressed[0] <= '9'
	switch v := l.Vote; {
	case pressed == "V" || v == nil || !v.Open:
		return Request{Kind: Close}
	case v.Kind == room.OfChoice && digit:
		if n := int(pressed[0] - '0'); n >= 1 && n <= len(v.Answers) {
			return Request{Kind: Guess, Number: float64(n - 1)}
		}
		return Request{Kind: Taken}
	case v.Kind == room.OfChoice:
		return Request{}
	case digit && len(o.typed) < maxTypedNumber:
		o.typed += pressed
		return Request{Kind: Taken}
	case pressed == "backspace":
		o.typed = o.typed[:max(0, len(o.typed)-1)]
		return Request{Kind: Taken}
	case pressed == "enter" && o.typed != "":
		n, _ := strconv.Atoi(o.typed)
		o.typed = ""
		return Request{Kind: Guess, Number: float64(n)}
	}
	return Request{}
}

// Hints are none: the panel shows its keys itself.
func (o *Ballot) Hints() []page.Hint { return nil }

// Text returns the panel.
func (o *Ballot) Text(s *screen.Styles, width int) []string {
	l, _ := o.Look()
	p := paper{styles: s, width: min(width, readingWidth)}
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
		p.entry("n", o.typed+"_   then ⏎", chart.InkText)
	}
	p.gap()
	own := "You have not voted."
	if v.Own.Set {
		own = "Your vote: " + v.Written(v.Own.Value) + ". It can be changed until the vote ends."
	}
	p.say(chart.InkFaint, "%s %d of %d have voted. Nobody sees whose vote is whose.", own, v.Voted, v.Of)
	return p.lines
}

// Votes is the panel of how all have voted.
type Votes struct{ Look func() (room.Look, bool) }

// Press closes the panel by the key that opens it.
func (o *Votes) Press(msg tea.KeyPressMsg) Request {
	if msg.String() == "V" {
		return Request{Kind: Close}
	}
	return Request{}
}

// Hints are none.
func (o *Votes) Hints() []page.Hint { return nil }

// bar is a row of the panel: how many voted for something.
type bar struct {
	name, note string
	count      int
	right      bool
}

// Text returns the panel.
func (o *Votes) Text(s *screen.Styles, width int) []string {
	l, _ := o.Look()
	p := paper{styles: s, width: min(width, readingWidth)}
	v := l.Vote
	if v == nil || v.Open {
		p.say(chart.InkText, "There is no result.")
		return p.lines
	}
	p.say(chart.InkSelected, "%s", v.Text)
	p.gap()
	if v.Kind == room.OfTrajectories {
		p.bars(numberBars(v))
	} else {
		p.bars(answerBars(v))
	}
	p.gap()
	p.say(chart.InkText, "%s", VoteText(v))
	return p.lines
}

// VoteText says what has come out of a vote on answers or numbers.
func VoteText(v *room.Vote) string {
	if len(v.Result) == 0 {
		return "Nobody has voted." + truthText(v)
	}
	text := fmt.Sprintf("%d of %d voted", v.Voted, v.Of)
	if v.Kind == room.OfTrajectories {
		text += ", median n = " + screen.Exact(room.Median(v.Result))
	}
	return text + "." + truthText(v)
}

func truthText(v *room.Vote) string {
	switch {
	case !v.Truth.Set:
		return ""
	case v.Kind == room.OfTrajectories:
		return " On these data it is n = " + screen.Exact(v.Truth.Value) + "."
	}
	return " Right is " + v.Written(v.Truth.Value) + "."
}

// answerBars has a row for each answer.
func answerBars(v *room.Vote) []bar {
	out := make([]bar, len(v.Answers))
	for i, a := range v.Answers {
		out[i] = bar{name: fmt.Sprintf("%d %s", i+1, a)}
	}
	for _, g := range v.Result {
		out[int(g)].count++
	}
	note(out, v, func(g float64) int { return int(g) })
	return out
}

// numberBars has a row for each number of trajectories that turning passes through, from
// the least vote or the truth to the largest. Votes between count for the nearest.
func numberBars(v *room.Vote) []bar {
	stops := control.TrajectoryCounts()
	nearest := func(g float64) int {
		best := 0
		for i, n := range stops {
			if math.Abs(math.Log(n/g)) < math.Abs(math.Log(stops[best]/g)) {
				best = i
			}
		}
		return best
	}
	all := slices.Clone(v.Result)
	if v.Truth.Set {
		all = append(all, v.Truth.Value)
	}
	if len(all) == 0 {
		return nil
	}
	from, to := nearest(slices.Min(all)), nearest(slices.Max(all))
	out := make([]bar, to-from+1)
	for i := range out {
		out[i].name = fmt.Sprintf("%6.0f", stops[from+i])
	}
	for _, g := range v.Result {
		out[nearest(g)-from].count++
	}
	note(out, v, func(g float64) int { return nearest(g) - from })
	return out
}

// note marks the rows of the truth and of one's own vote.
func note(bars []bar, v *room.Vote, at func(guess float64) int) {
	add := func(i int, text string) {
		if bars[i].note != "" {
			text = ", " + text
		}
		bars[i].note += text
	}
	if v.Truth.Set {
		i := at(v.Truth.Value)
		bars[i].right = true
		if v.Kind == room.OfTrajectories {
			add(i, "the truth")
		} else {
			add(i, "right")
		}
	}
	if v.Own.Set {
		add(at(v.Own.Value), "your vote")
	}
}

// paper is the text of a panel as it is written.
type paper struct {
	styles *screen.Styles
	width  int
	lines  []string
}

func (p *paper) say(ink chart.Ink, format string, args ...any) {
	p.lines = append(p.lines, p.styles.WrapHard(ink, fmt.Sprintf(format, args...), p.width)...)
}

func (p *paper) gap() { p.lines = append(p.lines, "") }

// entry writes a text beside a key.
func (p *paper) entry(key, text string, ink chart.Ink) {
	const indent = 5
	for i, l := range p.styles.WrapHard(ink, text, p.width-indent) {
		line := p.styles.Line(p.width)
		if i == 0 {
			line.To(1).Add(chart.InkCursor, key)
		}
		p.lines = append(p.lines, line.To(indent).Styled(l).String())
	}
}

// bars writes rows of bars, which are as long as there is room beside names and counts.
func (p *paper) bars(all []bar) {
	names, notes, most := 0, 0, 1
	for _, b := range all {
		names, most = max(names, ansi.StringWidth(p.styles.Text(b.name))), max(most, b.count)
		notes = max(notes, ansi.StringWidth(b.note))
	}
	names = min(names, p.width/2)
	const gap, forCount, forSign = 2, 6, 2
	room := max(1, min(40, p.width-names-gap-forCount-forSign-notes))
	for _, b := range all {
		ink := chart.InkEstimate
		if b.right {
			ink = chart.InkTruth
		}
		line := p.styles.Line(p.width)
		line.Add(chart.InkText, ansi.Truncate(p.styles.Text(b.name), names, p.styles.Text("…"))).To(names + gap)
		if b.count > 0 {
			line.Add(ink, strings.Repeat("█", max(1, b.count*room/most))+" ")
		}
		line.Add(chart.InkText, strconv.Itoa(b.count))
		if b.note != "" {
			line.Add(chart.InkCursor, "  "+b.note)
		}
		p.lines = append(p.lines, line.String())
	}
}

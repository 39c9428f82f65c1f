package classroom

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/lesson"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Question is one that a presenter can put to the class.
type Question struct {
	room.Question
	Fault string  // why it can't be asked now; empty where it can
	Hides bool    // the answer is hidden first
	Of    string  // the title of the lesson that the guide asks it about; empty for others
	Half  float64 // the root MSVE whose n is the truth; 0 for none
}

// QuestionsAt returns what can be asked: about what a page shows, first the question of the
// lesson's step, nil for none; and those of the guide, first about the lesson of a title.
func QuestionsAt(s *page.Snapshot, of *lesson.Question, title string) []Question {
	var out []Question
	if of != nil {
		q := Question{Question: room.Question{Kind: room.OfChoice, Text: of.Text, Answers: of.Answers}}
		if of.Right >= 0 {
			q.Truth = state.Some(float64(of.Right))
		}
		out = append(out, q)
	}
	half := Question{Question: room.Question{
		Kind: room.OfTrajectories, Text: fmt.Sprintf("How many trajectories until the root MSVE of λ̂ is half of that at n = %d?", s.Settings.Trajectories),
	}}
	switch {
	case !s.Current():
		half.Fault = "it needs the result of what was turned last"
	case s.Result.Truth == nil:
		half.Fault = "it needs true errors, which are not known here"
	default:
		half.Half = s.Result.RootMSVE(s.Result.Selection.Selected) / 2
	}
	which := "Which λ has the lowest true error?"
	if s.Page == state.PageDial {
		which = "Which λ has the lowest bias² + variance?"
	}
	out = append(out,
		Question{Fault: half.Fault, Hides: true, Question: room.Question{Kind: room.OfLambda, Text: which}},
		half,
		Question{Question: room.Question{Kind: room.OfTrajectories, Text: "How many trajectories? (The presenter asks aloud.)"}})
	return append(out, bank(title)...)
}

// bank returns the questions of the guide, those about the lesson of a title first.
func bank(title string) []Question {
	chapters := guide.Questions()
	slices.SortStableFunc(chapters, func(a, b guide.Chapter) int {
		switch title {
		case a.Title:
			return -1
		case b.Title:
			return 1
		}
		return 0
	})
	var out []Question
	for _, c := range chapters {
		for _, q := range c.Questions {
			out = append(out, Question{Of: c.Title, Question: room.Question{
				Kind: room.OfChoice, Text: q.Text, Answers: q.Answers, Truth: state.Some(float64(q.Right)),
			}})
		}
	}
	return out
}

// errAsk says how a question is typed.
var errAsk = fmt.Errorf("ask: want a question and %d to %d answers, as in: ask Which falls? | bias | variance | both", lesson.LeastAnswers, lesson.MostAnswers)

// ParseQuestion reads a question with its answers, parted by bars.
func ParseQuestion(text string) (q room.Question, err error) {
	parts := strings.Split(text, "|")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
		most := lesson.MostAnswer
		if i == 0 {
			most = lesson.MostQuestion
		}
		switch length := utf8.RuneCountInString(parts[i]); {
		case length == 0:
			return q, errAsk
		case length > most:
			return q, fmt.Errorf("ask: %q has %d characters: want at most %d", parts[i], length, most)
		case slices.Contains(parts[1:max(1, i)], parts[i]):
			return q, fmt.Errorf("ask: two answers are the same: %s", parts[i])
		}
	}
	if n := len(parts) - 1; n < lesson.LeastAnswers || n > lesson.MostAnswers {
		return q, errAsk
	}
	return room.Question{Kind: room.OfChoice, Text: parts[0], Answers: parts[1:]}, nil
}

// Questions is the panel of what a presenter can ask.
type Questions struct {
	room   *Room
	last   bool // there is a result, to be shown again
	chosen int
}

// Press chooses a question, asks it, or asks the one of a number.
func (o *Questions) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	const leaf = 5
	all, pressed := o.room.questions(), msg.String()
	move := func(by int) (page.Action, bool) {
		o.chosen = max(0, min(o.chosen+by, len(all)-1))
		return page.Action{}, true
	}
	i := o.chosen
	switch pressed {
	case "V":
		return page.Action{Close: true}, true
	case "up", "k":
		return move(-1)
	case "down", "j":
		return move(+1)
	case "pgup", "b":
		return move(-leaf)
	case "pgdown", "space":
		return move(+leaf)
	case "home", "g":
		return move(-len(all))
	case "end", "G":
		return move(+len(all))
	case "enter":
	default:
		n, err := strconv.Atoi(pressed)
		if err != nil {
			return a, false
		}
		i = n - 1
	}
	if i < 0 && o.last {
		return page.Action{Close: true, Open: &Votes{Look: o.room.look}}, true
	}
	if i < 0 || i >= len(all) || all[i].Fault != "" {
		return a, true
	}
	return o.room.askClass(i), true
}

// Hints are what the panel does beside scrolling.
func (o *Questions) Hints() []page.Hint {
	return []page.Hint{{Key: "⏎", Does: "ask", Press: "enter"}}
}

// Text returns the whole panel.
func (o *Questions) Text(s *screen.Styles, width int) []string {
	head, list, _, _ := o.parts(s, width)
	return append(head, list...)
}

// SizedText returns the panel with that part of the list in which the chosen question is.
func (o *Questions) SizedText(s *screen.Styles, size overlay.Size) []string {
	head, list, from, to := o.parts(s, size.Width)
	rows := max(1, size.Rows-len(head))
	first := max(0, min(from-(rows-(to-from))/2, len(list)-rows))
	first = min(first, from)
	return append(head, list[first:min(len(list), first+rows)]...)
}

// parts returns the lines above the list, the list, and where the chosen question is in it.
func (o *Questions) parts(s *screen.Styles, width int) (head, list []string, from, to int) {
	width = min(width, overlay.ReadingWidth)
	p := paper{styles: s, width: width}
	p.say(chart.InkSelected, "Ask the class")
	how := "⏎ asks the one at ▸, a number the one beside it; z ends the vote."
	if o.last {
		how += " 0 shows again how all voted."
	}
	p.say(chart.InkFaint, "%s", how)
	p.gap()
	l, of := paper{styles: s, width: width}, ""
	all := o.room.questions()
	for i, q := range all {
		if q.Of != of {
			of = q.Of
			l.gap()
			l.say(chart.InkSelected, "%s", of)
		}
		if i == o.chosen {
			from = len(l.lines)
		}
		l.question(i, q, i == o.chosen)
		if i == o.chosen {
			to = len(l.lines)
		}
	}
	return p.lines, l.lines, from, to
}

// question writes an entry of the list; its answers where it is chosen, or not of the
// guide, whose are many.
func (p *paper) question(i int, q Question, chosen bool) {
	const indent = 5
	ink := chart.InkText
	switch {
	case q.Fault != "":
		ink = chart.InkFaint
	case chosen:
		ink = chart.InkSelected
	}
	for row, text := range p.styles.WrapAll(ink, q.Text, p.width-indent) {
		line := p.styles.Line(p.width)
		if row == 0 {
			if chosen {
				line.Add(chart.InkCursor, "▸")
			}
			if i < 9 {
				line.To(2).Add(chart.InkCursor, strconv.Itoa(i+1))
			}
		}
		p.lines = append(p.lines, line.To(indent).Styled(text).String())
	}
	if len(q.Answers) > 0 && (chosen || q.Of == "") {
		p.entry("", strings.Join(q.Answers, " · "), chart.InkFaint)
	}
	if q.Fault != "" {
		p.entry("", "not now: "+q.Fault, chart.InkWarn)
	}
}

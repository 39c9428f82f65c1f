package classroom

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
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
	Half  float64 // the root MSVE whose n is the truth; 0 for none
}

// QuestionsAt returns what can be asked about what a page shows: first the question of the
// lesson's step, nil for none.
func QuestionsAt(s *page.Snapshot, of *lesson.Question) []Question {
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
		which = "Which λ has the lowest error, bias² and variance together?"
	}
	return append(out,
		Question{Fault: half.Fault, Hides: true, Question: room.Question{Kind: room.OfLambda, Text: which}},
		half,
		Question{Question: room.Question{Kind: room.OfTrajectories, Text: "How many trajectories? (The presenter asks aloud.)"}})
}

// Limits of a question that is typed, as of one in a lesson.
const (
	mostQuestion = 120 // characters
	mostAnswer   = 60
	leastAnswers = 2
	mostAnswers  = 9
)

// errAsk says how a question is typed.
var errAsk = fmt.Errorf("ask: want a question and %d to %d answers, as in: ask Which falls? | bias | variance | both", leastAnswers, mostAnswers)

// ParseQuestion reads a question with its answers, parted by bars.
func ParseQuestion(text string) (q room.Question, err error) {
	parts := strings.Split(text, "|")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
		most := mostAnswer
		if i == 0 {
			most = mostQuestion
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
	if n := len(parts) - 1; n < leastAnswers || n > mostAnswers {
		return q, errAsk
	}
	return room.Question{Kind: room.OfChoice, Text: parts[0], Answers: parts[1:]}, nil
}

// Questions is the panel of what a presenter can ask.
type Questions struct {
	All  func() []Question // what there is now: a result may come while the panel is open
	Last bool              // there is a result, to be shown again
}

// Press takes the number of a question, or asks the first.
func (o *Questions) Press(msg tea.KeyPressMsg) overlay.Request {
	pressed := msg.String()
	if pressed == "V" {
		return overlay.Request{Kind: overlay.Close}
	}
	i := 0
	if pressed != "enter" {
		n, err := strconv.Atoi(pressed)
		if err != nil {
			return overlay.Request{}
		}
		i = n - 1
	}
	if i < 0 && o.Last {
		return ask(ShowVotes{})
	}
	if all := o.All(); i < 0 || i >= len(all) || all[i].Fault != "" {
		return overlay.Request{Kind: overlay.Taken}
	}
	return ask(AskClass{i})
}

// Hints are none: the panel shows its keys itself.
func (o *Questions) Hints() []page.Hint { return nil }

// Text returns the panel.
func (o *Questions) Text(s *screen.Styles, width int) []string {
	p := paper{styles: s, width: min(width, overlay.ReadingWidth)}
	p.say(chart.InkSelected, "Ask the class")
	p.gap()
	for i, q := range o.All() {
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

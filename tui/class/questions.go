package class

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
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// listed is a question in the presenter's list.
type listed struct {
	Question
	Hides  bool   // asking hides the answer first
	Lesson string // title of the lesson that the guide asks it about; empty for other questions
}

// questions returns the presenter's list: the question of the lesson's step, the question about λ
// and the questions of the guide, those about the current lesson first.
func (m *Model) questions() (all []listed) {
	if q := m.Config.Question(); q != nil {
		step := listed{Question: Question{Text: q.Text, Answers: q.Answers}}
		if q.Right >= 0 {
			step.Truth = state.Some(float64(q.Right))
		}
		all = append(all, step)
	}
	which := "Which λ has the lowest true error?"
	if m.Screen().Page == state.PageDial {
		which = "Which λ has the lowest bias² + variance?"
	}
	all = append(all, listed{Hides: true, Question: Question{Text: which}})
	current := m.Title()
	chapters := guide.Questions()
	slices.SortStableFunc(chapters, func(a, b guide.Chapter) int {
		switch current {
		case a.Title:
			return -1
		case b.Title:
			return 1
		}
		return 0
	})
	for _, c := range chapters {
		for _, q := range c.Questions {
			all = append(all, listed{Lesson: c.Title, Question: Question{q.Text, q.Answers, state.Some(float64(q.Right))}})
		}
	}
	return all
}

// errAsk explains how to type a question.
var errAsk = fmt.Errorf("ask: want a question and %d to %d answers, as in: ask Which falls? | bias | variance | both", lesson.LeastAnswers, lesson.MostAnswers)

// ParseQuestion reads a question and answers between bars.
func ParseQuestion(text string) (q Question, err error) {
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
	return Question{Text: parts[0], Answers: parts[1:]}, nil
}

// asking is the presenter's panel of questions.
type asking struct {
	*Model
	chosen int
}

// Press chooses a question and asks it.
func (o *asking) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	const leaf = 5
	all := o.questions()
	moves := map[string]int{
		"up": -1, "k": -1, "down": +1, "j": +1, "pgup": -leaf, "b": -leaf, "pgdown": +leaf, "space": +leaf,
		"home": -len(all), "g": -len(all), "end": +len(all), "G": +len(all),
	}
	pressed := msg.String()
	if by, ok := moves[pressed]; ok {
		o.chosen = max(0, min(o.chosen+by, len(all)-1))
		return a, true
	}
	i := o.chosen
	if n, err := strconv.Atoi(pressed); err == nil {
		i = n - 1
	} else if pressed != "enter" {
		a.Close = pressed == "V"
		return a, a.Close
	}
	switch {
	case i < 0:
		return page.Action{Close: true, Open: &result{o.Model}}, true
	case i >= len(all):
		return a, true
	}
	return o.ask(all[i]), true
}

// Hints returns the key that asks.
func (o *asking) Hints() []page.Hint {
	return []page.Hint{{Key: "⏎", Does: "ask", Press: "enter"}}
}

// Text returns the whole panel.
func (o *asking) Text(s *screen.Styles, width int) []string {
	head, list, _, _ := o.parts(s, width)
	return append(head, list...)
}

// SizedText returns the panel with the part of the list around the chosen question.
func (o *asking) SizedText(s *screen.Styles, size overlay.Size) []string {
	head, list, from, to := o.parts(s, size.Width)
	rows := max(1, size.Rows-len(head))
	first := max(0, min(from-(rows-(to-from))/2, len(list)-rows))
	first = min(first, from)
	return append(head, list[first:min(len(list), first+rows)]...)
}

// parts returns the lines above the list, the list and the lines of the chosen question in it.
func (o *asking) parts(s *screen.Styles, width int) (head, list []string, from, to int) {
	width = min(width, overlay.ReadingWidth)
	p := panel{styles: s, width: width}
	p.say(chart.InkSelected, "Ask the class")
	p.say(chart.InkFaint, "⏎ asks the question at ▸, a number the question beside it; z ends the vote. 0 shows the last result.")
	p.gap()
	l := panel{styles: s, width: width}
	title := ""
	for i, q := range o.questions() {
		if q.Lesson != title {
			title = q.Lesson
			l.gap()
			l.say(chart.InkSelected, "%s", title)
		}
		begin := len(l.lines)
		l.question(i, q, i == o.chosen)
		if i == o.chosen {
			from = begin
			to = len(l.lines)
		}
	}
	return p.lines, l.lines, from, to
}

// question writes an entry of the list. The guide has many questions, so that only the chosen
// question shows answers.
func (p *panel) question(i int, q listed, chosen bool) {
	const indent = 5
	ink := chart.InkText
	l := p.styles.Line(p.width)
	if chosen {
		ink = chart.InkSelected
		l.Add(chart.InkCursor, "▸")
	}
	if i < 9 {
		l.To(2).Add(chart.InkCursor, strconv.Itoa(i+1))
	}
	p.lines = append(p.lines, l.Item(indent, ink, q.Text)...)
	if len(q.Answers) > 0 && (chosen || q.Lesson == "") {
		p.entry("", strings.Join(q.Answers, " · "), chart.InkFaint)
	}
}

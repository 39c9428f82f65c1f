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

// Press asks the chosen question, or the one beside a number.
func (o *asking) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	pressed := msg.String()
	i := o.chosen
	if n, err := strconv.Atoi(pressed); err == nil {
		i = n - 1
	} else if pressed != "enter" {
		a.Close = pressed == "V"
		return a, a.Close
	}
	all := o.questions()
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

// Text returns the panel.
func (o *asking) Text(s *screen.Styles, width int) []string {
	lines, _ := o.lay(s, width)
	return lines
}

// Rows returns the lines of the questions.
func (o *asking) Rows(s *screen.Styles, width int) []int {
	_, rows := o.lay(s, width)
	return rows
}

// Row points to the index of the chosen question.
func (o *asking) Row() *int { return &o.chosen }

// lay returns the panel, the first line of each question and the line after the last.
func (o *asking) lay(s *screen.Styles, width int) (lines []string, rows []int) {
	p := panel{styles: s, width: min(width, overlay.ReadingWidth)}
	p.say(chart.InkSelected, "Ask the class")
	p.say(chart.InkFaint, "⏎ asks the question at ▸, a number the question beside it; z ends the vote. 0 shows the last result.")
	p.gap()
	title := ""
	for i, q := range o.questions() {
		if q.Lesson != title {
			title = q.Lesson
			p.gap()
			p.say(chart.InkSelected, "%s", title)
		}
		rows = append(rows, len(p.lines))
		p.question(i, q, i == o.chosen)
	}
	return p.lines, append(rows, len(p.lines))
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

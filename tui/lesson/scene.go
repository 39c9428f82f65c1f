package lesson

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
	"lambdascope/tui/state"
)

// block reads the lines of a step's block: flags, and keys with values after a colon.
func (p *parser) block(step *Step, lines []line) {
	var flags []string
	var answers []line
	given := make(map[string]line) // value of a key
	right := -1
	for _, l := range lines {
		text := strings.TrimSpace(l.text)
		key, value, _ := strings.Cut(text, ":")
		l.text = strings.TrimSpace(value)
		switch key {
		case "answer", "right":
			if key == "right" {
				if right >= 0 {
					p.fail(l.number, "right: a second right answer: want one at most")
				}
				right = len(answers)
			}
			answers = append(answers, l)
		case "question", "chart", "until":
			if first, ok := given[key]; ok {
				p.fail(l.number, "a second %s: want one, of line %d", key, first.number)
			}
			given[key] = l
		default:
			flags = append(flags, text)
		}
	}
	if q, ok := given["question"]; ok || len(answers) > 0 {
		p.question(step, q, answers, right)
	}
	scene, err := openScene(p.engine, strings.TrimSpace(strings.Join(flags, " ")))
	if err != nil {
		p.fail(step.block, "%w", err)
		return
	}
	step.Scene = scene
	step.done = scene
	if until, ok := given["until"]; ok {
		p.until(step, until)
	}
	if chart, ok := given["chart"]; ok {
		p.chart(step, chart)
	}
}

// openScene returns the state of a command, with or without the program's name.
func openScene(e *analysis.Engine, line string) (state.State, error) {
	switch {
	case line == "":
		return state.State{}, errors.New("no flags: want those that open the scene, as y copies them")
	case strings.HasPrefix(line, "-"):
		line = state.Program + " " + line
	}
	s, err := state.State{}.Command(line)
	if err != nil {
		return s, err
	}
	return checked(e, s)
}

// checked returns a state with normalized settings. It enforces the limits of remote sessions,
// because any lesson must work in a session.
func checked(e *analysis.Engine, s state.State) (state.State, error) {
	limits := engine.SessionLimits()
	fault := limits.CheckTrials(s.Trials)
	s = s.Each(func(settings settings.Settings) settings.Settings {
		usual, err := e.Check(analysis.Request{Settings: settings})
		if err == nil {
			err = limits.Check(usual)
		}
		if err != nil {
			fault = err
		}
		return usual
	})
	return s, fault
}

// until reads the conditions of a step.
func (p *parser) until(step *Step, until line) {
	step.until = until.number
	for _, text := range strings.Split(until.text, " and ") {
		c, err := readCondition(strings.Join(strings.Fields(text), " "))
		if err == nil {
			step.done, err = c.apply(step.done)
		}
		if err != nil {
			p.fail(until.number, "until: %w", err)
			return
		}
		if c.Kind == Is {
			c.want = valueOf(c.Name, step.done)
		}
		step.Until = append(step.Until, c)
	}
	done, err := checked(p.engine, step.done)
	if err != nil {
		p.fail(until.number, "until: %w", err)
		return
	}
	step.done = done
}

// chart sets the chart of a step's scene, on the page at the end of the wait, as in "error to 0.04".
func (p *parser) chart(step *Step, chart line) {
	page := step.done.Page
	name, top, fixed := strings.Cut(chart.text, " to ")
	scene, err := step.Scene.WithChart(page, name)
	if err == nil && fixed {
		step.Top, err = strconv.ParseFloat(top, 64)
		if err != nil || !(step.Top > 0) || math.IsInf(step.Top, 0) || page != state.PageDial {
			err = fmt.Errorf("to %s: want a number above 0, and the page dial", top)
		}
	}
	if err != nil {
		p.fail(chart.number, "chart: %w", err)
		return
	}
	step.done, _ = step.done.WithChart(page, name)
	step.Scene = scene
	step.Chart = state.Some(page)
}

// Question is a multiple-choice question for a class.
type Question struct {
	Text    string
	Answers []string
	Right   int // index of the right answer; negative if no answer is right
}

// Limits of a question, so that the question fits into a small window and a digit chooses an answer.
const (
	LeastAnswers = 2
	MostAnswers  = 9
	MostQuestion = 120 // characters
	MostAnswer   = 60
)

// question reads the question of a step.
func (p *parser) question(step *Step, q line, answers []line, right int) {
	if q.text == "" {
		p.fail(max(q.number, step.block), "question: no text")
		return
	}
	fits := func(key string, l line, most int) {
		if length := utf8.RuneCountInString(l.text); length == 0 || length > most {
			p.fail(l.number, "%s: %d characters: want 1 to %d", key, length, most)
		}
	}
	fits("question", q, MostQuestion)
	step.Question = &Question{Text: q.text, Right: right}
	for _, a := range answers {
		fits("answer", a, MostAnswer)
		step.Question.Answers = append(step.Question.Answers, a.text)
	}
	if n := len(answers); n < LeastAnswers || n > MostAnswers {
		p.fail(q.number, "question: %d answers: want %d to %d", n, LeastAnswers, MostAnswers)
	}
}

// markdown writes the question for paper, without the right answer.
func (q *Question) markdown() string {
	literal := strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, "&", `\&`, "|", `\|`, "!", `\!`)
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n", literal.Replace(q.Text))
	for i, a := range q.Answers {
		fmt.Fprintf(&b, "%d. %s\n", i+1, literal.Replace(a))
	}
	return b.String()
}

package lesson

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

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

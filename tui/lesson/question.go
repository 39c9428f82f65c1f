package lesson

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"lambdascope/tui/shell"
)

// Question is what a step asks a class, with answers to choose from. In a room its
// presenter opens the vote.
type Question struct {
	Text    string
	Answers []string
	Right   int // index of the right answer; below 0 where none is
}

// Limits of a question: it has to fit into a small window, and an answer is chosen by one
// digit.
const (
	LeastAnswers = 2
	MostAnswers  = 9
	MostQuestion = 120 // characters
	MostAnswer   = 60
)

// What begins the lines of a question.
const (
	questionWants = "question:"
	answerWants   = "answer:"
	rightWants    = "right:"
)

// asks reads a line of a block that is of the step's question, and tells whether it is
// one.
func (p *parser) asks(step *Step, line numbered) bool {
	name := ""
	for _, n := range []string{questionWants, answerWants, rightWants} {
		if strings.HasPrefix(line.text, n) {
			name = n
		}
	}
	if name == "" {
		return false
	}
	text := strings.TrimSpace(strings.TrimPrefix(line.text, name))
	most := MostAnswer
	if name == questionWants {
		most = MostQuestion
	}
	fail := func(format string, args ...any) {
		p.failLine(line.line, fmt.Errorf(name+" "+format, args...))
	}
	q := step.Question
	switch length := utf8.RuneCountInString(text); {
	case text == "":
		fail("no text")
	case length > most:
		fail("%d characters: want at most %d", length, most)
	case !shell.Plain(text):
		fail("characters that no screen shows: %s", shell.Escape(text))
	case strings.ContainsAny(text, "{}"):
		fail("a brace: want numbers in the text above the block or below it")
	case name == questionWants && q != nil:
		fail("a second question: want one in a step")
	case name == questionWants:
		step.Question, step.asked = &Question{Text: text, Right: -1}, line.line
	case q == nil:
		fail("no question before it: want question: and a text first")
	case len(q.Answers) == MostAnswers:
		fail("more than %d answers", MostAnswers)
	case name == rightWants && q.Right >= 0:
		fail("a second right answer: want one at most")
	default:
		if name == rightWants {
			q.Right = len(q.Answers)
		}
		q.Answers = append(q.Answers, text)
	}
	return true
}

// checkQuestion notes what is missing of a step's question.
func (p *parser) checkQuestion(step *Step) {
	q := step.Question
	if q == nil {
		return
	}
	if len(q.Answers) < LeastAnswers {
		p.failLine(step.asked, fmt.Errorf("question: %d answers: want %d to %d, a line each", len(q.Answers), LeastAnswers, MostAnswers))
	}
	seen := make(map[string]bool)
	for _, a := range q.Answers {
		if seen[a] {
			p.failLine(step.asked, errors.New("question: two answers are the same: "+a))
		}
		seen[a] = true
	}
}

// markdown writes the question for paper, without saying which answer is right.
func (q *Question) markdown() string {
	literal := strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, "&", `\&`, "|", `\|`, "!", `\!`)
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n", literal.Replace(q.Text))
	for i, a := range q.Answers {
		fmt.Fprintf(&b, "%d. %s\n", i+1, literal.Replace(a))
	}
	return b.String()
}

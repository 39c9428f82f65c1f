package lesson

import (
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// lessonAsking returns a lesson whose step has some lines in its block.
func lessonAsking(lines string) []byte {
	return []byte("# A lesson\n\nOne minute.\n\n## A step\n\nLook.\n\n```lambdascope\n--states 5\n" + lines + "```\n")
}

// TestQuestion reads a question with its answers, one of which is right.
func TestQuestion(t *testing.T) {
	l := must.Have(Parse(analysis.NewEngine(0), "mine.md", lessonAsking("question: What falls as λ grows?\nright: the *bias*\nanswer: the variance\nanswer: both\n")))(t)
	q := l.Steps[0].Question
	if q == nil || q.Text != "What falls as λ grows?" || !slices.Equal(q.Answers, []string{"the *bias*", "the variance", "both"}) || q.Right != 0 {
		t.Fatalf("%+v", q)
	}
	if err := l.Check(t.Context(), analysis.NewEngine(0)); err != nil {
		t.Error(err)
	}
	paper, err := l.Markdown(t.Context(), analysis.NewEngine(0), Paper{To: len(l.Steps), Command: func([]string) string { return "lambdascope" }})
	if err != nil || !strings.Contains(paper, "**What falls as λ grows?**\n\n1. the \\*bias\\*\n2. the variance\n3. both\n") {
		t.Errorf("%v\n%s", err, paper)
	}
	if l, err := Parse(analysis.NewEngine(0), "mine.md", lessonAsking("question: Which?\nanswer: a\nanswer: b\n")); err != nil || l.Steps[0].Question.Right >= 0 {
		t.Errorf("no right answer: %v", err)
	}
	if l, err := Parse(analysis.NewEngine(0), "mine.md", lessonAsking("")); err != nil || l.Steps[0].Question != nil {
		t.Errorf("no question: %v", err)
	}
}

// TestWrongQuestions: each is named with its line.
func TestWrongQuestions(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"question: Which?\n", "line 11: question: 0 answers: want 2 to 9"},
		{"question: Which?\nanswer: a\n", "line 11: question: 1 answers: want 2 to 9"},
		{"question:\nanswer: a\n", "line 11: question: no text"},
		{"answer: a\n", "line 11: answer: no question before it"},
		{"question: Which?\nanswer: a\nanswer: b\nquestion: And?\n", "line 14: question: a second question"},
		{"question: Which?\nright: a\nright: b\n", "line 13: right: a second right answer"},
		{"question: Which?\nanswer: a\nanswer: a\n", "line 11: question: two answers are the same: a"},
		{"question: Which?\nanswer: {n}\nanswer: b\n", "line 12: answer: a brace"},
		{"question: " + strings.Repeat("x", 121) + "\nanswer: a\nanswer: b\n", "line 11: question: 121 characters: want at most 120"},
		{"question: Which?\nanswer: " + strings.Repeat("y", 61) + "\nanswer: b\n", "line 12: answer: 61 characters: want at most 60"},
		{"question: Which?\n" + strings.Repeat("answer: a\n", 10), "line 21: answer: more than 9 answers"},
		{"question: Which?\nuntil: cursor moved\nanswer: b\n", "line 13: a line below until:"},
	} {
		_, err := Parse(analysis.NewEngine(0), "mine.md", lessonAsking(c.lines))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.lines, err, c.want)
		}
	}
}

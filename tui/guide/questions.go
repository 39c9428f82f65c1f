package guide

import "strings"

// Chapter has the questions about one lesson.
type Chapter struct {
	Title     string // of the lesson
	Questions []Question
}

// Question is a question with a choice of answers.
type Question struct {
	Text    string
	Answers []string
	Right   int // index of the right answer
}

// Questions returns the questions of the guide in order. In Markdown, a question is in italics. The next
// sentence has the answers, separated by dots, with the right answer in bold.
func Questions() (out []Chapter) {
	source, err := Source("questions")
	if err != nil {
		return nil // a test ensures that the page exists
	}
	for line := range strings.Lines(string(source)) {
		line = strings.TrimSpace(line)
		if title, is := strings.CutPrefix(line, "## "); is {
			out = append(out, Chapter{Title: title})
		}
		_, item, _ := strings.Cut(line, ". *")
		text, rest, is := strings.Cut(item, "* ")
		if !is || len(out) == 0 {
			continue
		}
		q := Question{Text: text, Right: -1}
		answers, _, _ := strings.Cut(rest+" ", ". ")
		for i, answer := range strings.Split(answers, " · ") {
			if bold := strings.Trim(answer, "*"); bold != answer {
				q.Right = i
				answer = bold
			}
			q.Answers = append(q.Answers, answer)
		}
		last := &out[len(out)-1]
		last.Questions = append(last.Questions, q)
	}
	return out
}

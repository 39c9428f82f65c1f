package guide

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"lambdascope/sim/must"
)

// TestQuestions: every question of the page can be voted on, within the limits of a small
// window.
func TestQuestions(t *testing.T) {
	source := must.Have(Source("questions"))(t)
	all := Questions()
	count := 0
	for _, c := range all {
		if len(c.Questions) != 5 {
			t.Errorf("%s: %d questions, want 5", c.Title, len(c.Questions))
		}
		for _, q := range c.Questions {
			count++
			if n := utf8.RuneCountInString(q.Text); n == 0 || n > 120 || !strings.HasSuffix(q.Text, "?") {
				t.Errorf("%q: %d characters, want a question of at most 120", q.Text, n)
			}
			if n := len(q.Answers); n < 2 || n > 9 || q.Right < 0 || q.Right >= n {
				t.Errorf("%q: %d answers, of which %d is right", q.Text, n, q.Right)
			}
			for i, a := range q.Answers {
				if n := utf8.RuneCountInString(a); n == 0 || n > 60 || strings.ContainsAny(a, "*`[]") || slices.Contains(q.Answers[:i], a) {
					t.Errorf("%q: the answer %q", q.Text, a)
				}
			}
			if strings.ContainsAny(q.Text, "*`[]") {
				t.Errorf("%q has Markdown in it", q.Text)
			}
		}
	}
	items := 0
	for line := range strings.Lines(string(source)) {
		if len(line) > 2 && line[0] >= '1' && line[0] <= '9' && line[1] == '.' {
			items++
		}
	}
	if len(all) != 9 || count != items {
		t.Errorf("%d questions in %d chapters, of %d on the page", count, len(all), items)
	}
}

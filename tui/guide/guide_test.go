package guide

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	tables "github.com/yuin/goldmark/extension/ast"

	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/markdown"
)

// folder has the pages.
const folder = "../../assets/guide"

// TestLength keeps the texts short, because long texts are not read.
func TestLength(t *testing.T) {
	for pattern, most := range map[string]int{folder + "/*.md": 14000, "../../.github/CONTRIBUTING.md": 1300} {
		words := 0
		for _, f := range testutil.Get(filepath.Glob(pattern))(t) {
			words += len(strings.Fields(string(testutil.Get(os.ReadFile(f))(t))))
		}
		if words == 0 || words > most {
			t.Errorf("%s: %d words, want at most %d", pattern, words, most)
		}
	}
}

// TestTopics compares the topics with the files, whose first line is the title.
func TestTopics(t *testing.T) {
	files := testutil.Get(filepath.Glob(folder + "/*.md"))(t)
	var have, want []string
	for _, f := range files {
		want = append(want, strings.TrimSuffix(filepath.Base(f), ".md"))
	}
	if len(files) > 11 {
		t.Errorf("%d pages: want at most 11", len(files))
	}
	for _, topic := range Topics() {
		have = append(have, topic.Name)
		if topic.Title == "" {
			t.Errorf("%s has no title", topic.Name)
		}
	}
	slices.Sort(have)
	if !slices.Equal(have, want) {
		t.Errorf("topics %q, files %q", have, want)
	}
}

func TestUnknownPage(t *testing.T) {
	for _, name := range []string{"", "nothing", "../guide/data", "data.md"} {
		if _, err := Page(name); err == nil {
			t.Errorf("%q is a page", name)
		}
	}
	if _, err := Source("nothing"); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("%v, want it to name the page", err)
	}
}

// TestPagesFit draws every page at the sizes of terminals, in both sets of characters.
func TestPagesFit(t *testing.T) {
	for _, topic := range Topics() {
		page := testutil.Get(Page(topic.Name))(t)
		for _, width := range []int{40, 56, 76, 116} {
			text := page.Lines(width, markdown.Style{Target: Target})
			ascii := page.Lines(width, markdown.Style{Target: Target, Characters: chart.ASCII})
			for _, l := range append(text, ascii...) {
				if ansi.StringWidth(l) > width {
					t.Fatalf("%s: wider than %d: %q", topic.Name, width, l)
				}
			}
			if all := strings.Join(ascii, "\n"); strings.ContainsFunc(all, func(r rune) bool { return r > 126 }) {
				t.Fatalf("%s: not ASCII:\n%s", topic.Name, all)
			}
		}
	}
}

// TestTablesKeepWords draws the tables of every page at 56 columns, and looks for the words of the source.
func TestTablesKeepWords(t *testing.T) {
	for _, topic := range Topics() {
		page := testutil.Get(Page(topic.Name))(t)
		words := strings.Fields(ansi.Strip(strings.Join(page.Lines(56, markdown.Style{}), " ")))
		for _, table := range page.In(page.Tree) {
			for _, row := range page.In(table) {
				for _, cell := range page.In(row) {
					for _, w := range strings.Fields(page.TextOf(cell)) {
						if table.Kind() == tables.KindTable && len(w) < 12 && !slices.Contains(words, w) {
							t.Fatalf("%s: %q is lost", topic.Name, w)
						}
					}
				}
			}
		}
	}
}

// TestReadme: the README links to every topic, and has less than 7 KB.
func TestReadme(t *testing.T) {
	text := testutil.Get(os.ReadFile("../../README.md"))(t)
	if len(text) >= 7000 {
		t.Errorf("README.md has %d bytes: want less than 7000", len(text))
	}
	for _, topic := range Topics() {
		if want := fmt.Sprintf("(assets/guide/%s.md)", topic.Name); !strings.Contains(string(text), want) {
			t.Errorf("README.md has no link %s", want)
		}
	}
}

// TestQuestions: every question has a right answer, and text that fits a vote in a small window.
func TestQuestions(t *testing.T) {
	for _, c := range Questions() {
		if len(c.Questions) == 0 {
			t.Errorf("%s has no questions", c.Title)
		}
		for _, q := range c.Questions {
			if n := utf8.RuneCountInString(q.Text); n > 120 || !strings.HasSuffix(q.Text, "?") || q.Right < 0 || len(q.Answers) < 2 || len(q.Answers) > 9 {
				t.Errorf("%+v: want a question of at most 120 characters with 2 to 9 answers, one right", q)
			}
			for i, a := range q.Answers {
				if n := utf8.RuneCountInString(a); n == 0 || n > 60 || strings.ContainsAny(a, "*`[]") || slices.Contains(q.Answers[:i], a) {
					t.Errorf("%q: the answer %q", q.Text, a)
				}
			}
		}
	}
}

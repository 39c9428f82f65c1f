package lesson

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
)

// Long is set to compute all lessons, and to count their claims on 100 seeds.
var Long = flag.Bool("long", false, "compute all lessons, and count on how many of 100 seeds each of their claims holds; takes minutes")

// TestShipped: the list of lessons equals the files of the folder, and no lesson has a fault.
func TestShipped(t *testing.T) {
	files := testutil.Get(filepath.Glob("../../assets/lessons/*.md"))(t)
	var have []string
	for _, f := range files {
		have = append(have, strings.TrimSuffix(filepath.Base(f), ".md"))
	}
	if want := slices.Sorted(slices.Values(names())); !slices.Equal(have, want) {
		t.Errorf("%q ship, want %q", have, want)
	}
	e := analysis.NewEngine(64 << 20)
	all := testutil.Get(Shipped(e))(t)
	if _, err := Join(nil, all...); err != nil {
		t.Error(err)
	}
	for _, l := range all {
		if l.Minutes == "" || len(l.Steps) < 3 {
			t.Errorf("%s: %q, %d steps", l.Name, l.Minutes, len(l.Steps))
		}
		if !*Long && l != all[0] { // the rest takes seconds, as do the lessons in a terminal
			continue
		}
		if err := l.Check(t.Context(), e); err != nil {
			t.Error(err)
		}
		text, err := l.Markdown(t.Context(), e, func(args []string) string { return strings.Join(args, " ") })
		if err != nil || strings.ContainsAny(text, "{}"+noBreak) || !strings.HasPrefix(text, "# "+l.Title+"\n\n") || strings.Count(text, "\n## ") != len(l.Steps) {
			t.Errorf("%s on paper: %v\n%s", l.Name, err, text)
		}
	}
}

// TestTemplate: the template of the guide is a lesson.
func TestTemplate(t *testing.T) {
	page := testutil.Get(os.ReadFile("../../assets/guide/lessons.md"))(t)
	found := regexp.MustCompile("(?s)````\n(.*?)````\n").FindSubmatch(page)
	if found == nil {
		t.Fatal("no template")
	}
	e := analysis.NewEngine(64 << 20)
	l, err := Parse(e, "template.md", found[1])
	if err == nil {
		err = l.Check(t.Context(), e)
	}
	if err != nil || len(l.Steps) != 2 || l.Minutes != "3 minutes" {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestGuideHasAllNumbers: the guide lists every number for braces, and every condition of a step.
func TestGuideHasAllNumbers(t *testing.T) {
	text := string(testutil.Get(os.ReadFile("../../assets/guide/lessons.md"))(t))
	for _, q := range quantities() {
		if q.pattern != "λ" && !strings.Contains(text, "`"+q.pattern) {
			t.Errorf("the guide has no %q", q.pattern)
		}
	}
	for condition := range fixed() {
		if !strings.Contains(text, "| `"+condition+"` |") {
			t.Errorf("the guide has no %q", condition)
		}
	}
}

// TestJoin refuses names that no command takes.
func TestJoin(t *testing.T) {
	for name, want := range map[string]string{"Mine": "want a name", "9": "want a name", "-a": "want a name", "a b": "want a name", "trace": "is there already"} {
		_, err := Join([]*Lesson{{Name: "trace"}}, &Lesson{Name: name, file: name + ".md"})
		if err == nil || !strings.HasPrefix(err.Error(), name+".md: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if all, err := Join([]*Lesson{{Name: "trace"}}, &Lesson{Name: "a-2"}); err != nil || len(all) != 2 {
		t.Errorf("%v, %v", all, err)
	}
}

// TestWhatIsAskedCanBeVotedOn: a step that asks a question before its scene has answers to vote on,
// or asks for the λ of the lowest true error.
func TestWhatIsAskedCanBeVotedOn(t *testing.T) {
	files := testutil.Get(filepath.Glob("../../assets/lessons/*.md"))(t)
	asked := 0
	for _, f := range files {
		source := testutil.Get(os.ReadFile(f))(t)
		for _, step := range strings.Split(string(source), "\n## ")[1:] {
			title, text, _ := strings.Cut(step, "\n")
			before, block, _ := strings.Cut(text, "```lambdascope")
			block, _, _ = strings.Cut(block, "```")
			if !strings.Contains(before, "?") {
				continue
			}
			asked++
			if !strings.Contains(block, "\nquestion: ") && !regexp.MustCompile(`(?m)^until: revealed`).MatchString(block) {
				t.Errorf("%s, %s: asks what nobody can vote on", filepath.Base(f), title)
			}
		}
	}
	if asked < 30 {
		t.Errorf("%d steps ask something", asked)
	}
}

package cli

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/lesson"
)

// TestLessonOfTheEnv is listed with those that ship.
func TestLessonOfTheEnv(t *testing.T) {
	s := newSession(t)
	s.Lessons = []*lesson.Lesson{must.Have(ReadLesson(s.Env, "mine.md"))(t)}
	if out := s.does(t, "lesson"); !regexp.MustCompile(`\nmine +Mine +1 minute *\n$`).MatchString(out) {
		t.Errorf("the list is\n%s", out)
	}
}

// TestLessonProgress is kept in a file, and goes on where a lesson was left.
func TestLessonProgress(t *testing.T) {
	s := appSession(t)
	reach := func(key string, step int, ended bool) {
		t.Helper()
		must.Succeed(t, s.lessonProgress().Reach(key, step, ended))
	}
	opens := func(want int, line string) {
		t.Helper()
		if s.does(t, line); s.shown.LessonStep != want {
			t.Errorf("%s opens at step %d, want %d", line, s.shown.LessonStep, want)
		}
	}
	reach("trace", 2, false)
	opens(2, "lesson trace")
	opens(0, "lesson trace --at 1")
	opens(0, "lesson mine.md")
	first, second := s.lessonProgress(), s.lessonProgress()
	must.Succeed(t, first.Reach("a", 1, false))
	must.Succeed(t, second.Reach("b", 1, false)) // which has not seen a
	if _, _, ok := s.lessonProgress().Reached("a"); !ok {
		t.Error("one process forgets what another has kept")
	}
	reach("trace", 3, true) // its last step
	opens(0, "lesson trace")
	reach("trace", 1, false)
	if step, ended, ok := s.lessonProgress().Reached("trace"); step != 1 || !ended || !ok {
		t.Errorf("step %d, ended %v, %v", step, ended, ok)
	}
	for _, broken := range []string{"", "{", "[]", "null", `{"trace": 3}`} {
		s.disk()[filepath.Join(s.StateFolder, program, progressFile)] = broken
		opens(0, "lesson trace")
		reach("trace", 1, false)
		opens(1, "lesson trace")
	}
	if newRemote(t).lessonProgress() != nil {
		t.Error("progress is kept in a session over a network")
	}
}

// TestHandout writes lessons with their pictures: each step has its own, all links lead to
// files, and the same command writes the same bytes.
func TestHandout(t *testing.T) {
	s := newSession(t)
	for name, pictures := range map[string]string{
		"dial":   "dial-1 dial-1-error dial-2 dial-2-error dial-3 dial-3-error dial-4",
		"trace":  "trace-1 trace-2 trace-3 trace-4",
		"choice": "choice-1 choice-2 choice-3-selected choice-3-methods choice-4-selected choice-4-methods choice-5-selected choice-5-methods",
	} {
		s.does(t, "lesson --print "+name+" --out "+name)
		got := s.disk().in(name)
		text := got[name+".md"]
		var links []string
		for _, match := range regexp.MustCompile(`!\[[^]]+\]\((.*)\.svg\)`).FindAllStringSubmatch(text, -1) {
			links = append(links, match[1])
		}
		if !slices.Equal(links, strings.Fields(pictures)) || len(got) != len(links)+1 {
			t.Errorf("%s: pictures %q, want %q", name, links, pictures)
		}
		for _, link := range links {
			if !strings.HasPrefix(got[link+".svg"], "<?xml") {
				t.Errorf("%s.svg has %d bytes", link, len(got[link+".svg"]))
			}
		}
		for _, part := range strings.Split(s.does(t, "lesson --print "+name), "\n\n") {
			if !strings.Contains(text, strings.TrimSpace(part)) {
				t.Errorf("%s: the text lacks %q", name, part)
			}
		}
	}
	for _, want := range []string{">variance<", ">bias²<", ">.04<"} { // beside the columns, on the axis of the step
		if !strings.Contains(s.disk()[filepath.Join("dial", "dial-3-error.svg")], want) {
			t.Errorf("no %s in the picture", want)
		}
	}
	s.does(t, "lesson --print trace --out again")
	checkFiles(t, s.disk().in("again"), s.disk().in("trace"))
}

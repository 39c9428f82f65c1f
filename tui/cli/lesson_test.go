package cli

import (
	"path/filepath"
	"regexp"
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
	t.Parallel()
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

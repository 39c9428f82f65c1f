package cli

import (
	"regexp"
	"testing"

	"lambdascope/sim/testutil"
	"lambdascope/tui/lesson"
)

// TestLessonOfTheEnv is listed with those that ship.
func TestLessonOfTheEnv(t *testing.T) {
	s := newSession(t)
	s.Lessons = []*lesson.Lesson{testutil.Get(ReadLesson(s.Env, "mine.md"))(t)}
	if out := s.does(t, "lesson"); !regexp.MustCompile(`\nmine +Mine +1 minute *\n$`).MatchString(out) {
		t.Errorf("the list is\n%s", out)
	}
}

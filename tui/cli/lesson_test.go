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

// ownLesson is a lesson in a file.
const ownLesson = "# Mine\n\nIt takes 1 minute.\n\n## A\n\nn is {n}, λ̂ {selected}.\n\n```lambdascope\n--states 5 -n 7\nuntil: n = 9\n```\n\nNow {n}.\n\n## B\n\nMore.\n"

// lessonSession is a session with files of lessons.
func lessonSession(t *testing.T) *session {
	s := newSession(t)
	s.Files = files{"mine.md": ownLesson, "d/other.md": ownLesson, "bad.md": "# A\n## B\n{x}\n{y}\n```lambdascope\n-n 5\n```\n", "off.md": "# A\n## B\n{rmsve at 0.5}\n```lambdascope\n-n 5 --lambdas 0,1\n```\n"}
	s.Folder, s.StateFolder = "/home", "state"
	return s
}

// TestLessonList: a line a lesson, which begins with its name.
func TestLessonList(t *testing.T) {
	s := lessonSession(t)
	own := must.Have(ReadLesson(s.Env, "mine.md"))(t)
	s.Lessons = []*lesson.Lesson{own}
	lines := strings.Split(strings.TrimSuffix(mustCall(t, s, "lesson"), "\n"), "\n")
	shipped := must.Have(lesson.Shipped(s.Engine))(t)
	if len(lines) != len(shipped)+1 {
		t.Fatalf("%q, want %d lessons", lines, len(shipped)+1)
	}
	for i, l := range append(shipped, own) {
		if !strings.HasPrefix(lines[i], l.Name+"   ") || !strings.Contains(lines[i], l.Title) || !strings.HasSuffix(strings.TrimRight(lines[i], " "), l.Minutes) {
			t.Errorf("%q, want %s, %s, %s", lines[i], l.Name, l.Title, l.Minutes)
		}
	}
	if out := mustCall(t, s, "lesson", "--ascii"); strings.Contains(out, "λ") {
		t.Errorf("%q", out)
	}
}

// TestLessonOpens the app with a lesson, at a step.
func TestLessonOpens(t *testing.T) {
	s := lessonSession(t)
	s.Terminal = Terminal{In: true, Out: true, Width: 80}
	s.leave = []string{"--states", "5"}
	for _, c := range []struct {
		args []string
		key  string
		step int
	}{
		{[]string{"trace"}, "trace", 0},
		{[]string{"trace", "--at", "3"}, "trace", 2},
		{[]string{"mine.md"}, "/home/mine.md", 0},
		{[]string{"--at", "2", "d/other.md", "--theme", "light"}, "/home/d/other.md", 1},
	} {
		out := mustCall(t, s, append([]string{"lesson"}, c.args...)...)
		if out != "lambdascope --states 5\n" || s.shown.Lesson == nil || s.shown.Lesson.Key != c.key || s.shown.LessonStep != c.step || s.shown.Settings.Trajectories != 8 {
			t.Errorf("%q: %q, %+v", c.args, out, s.shown.Lesson)
		}
	}
	if len(s.shown.Lessons()) == 0 || s.shown.Progress == nil {
		t.Error("the app has no lessons, or keeps no progress")
	}
}

// TestLessonProgress is kept in a file, and goes on where a lesson was left.
func TestLessonProgress(t *testing.T) {
	s := lessonSession(t)
	s.Terminal = Terminal{In: true, Out: true, Width: 80}
	const name = "state/lambdascope/lessons.json"
	reach := func(key string, step int, ended bool) {
		t.Helper()
		must.Succeed(t, s.lessonProgress().Reach(key, step, ended))
	}
	opens := func(want int, args ...string) {
		t.Helper()
		mustCall(t, s, append([]string{"lesson"}, args...)...)
		if s.shown.LessonStep != want {
			t.Errorf("%q opens at step %d, want %d", args, s.shown.LessonStep, want)
		}
	}
	reach("trace", 2, false)
	opens(2, "trace")
	opens(0, "trace", "--at", "1")
	opens(0, "mine.md")
	first, second := s.lessonProgress(), s.lessonProgress()
	must.Succeed(t, first.Reach("a", 1, false))
	if err := second.Reach("b", 1, false); err != nil { // which has not seen a
		t.Fatal(err)
	}
	if _, _, ok := s.lessonProgress().Reached("a"); !ok {
		t.Error("one process forgets what another has kept")
	}
	reach("trace", 3, true) // its last step
	opens(0, "trace")
	reach("trace", 1, false)
	if step, ended, ok := s.lessonProgress().Reached("trace"); step != 1 || !ended || !ok {
		t.Errorf("step %d, ended %v, %v", step, ended, ok)
	}
	for _, broken := range []string{"", "{", "[]", "null", `{"trace": 3}`} {
		s.Files.(files)[name] = broken
		opens(0, "trace")
		reach("trace", 1, false)
		opens(1, "trace")
	}
	if r := newRemote(t); r.lessonProgress() != nil {
		t.Error("progress is kept in a session over a network")
	}
}

// TestLessonOnPaper has numbers in place of braces.
func TestLessonOnPaper(t *testing.T) {
	s := lessonSession(t)
	out := mustCall(t, s, "lesson", "--print", "mine.md")
	for _, want := range []string{"# Mine\n\nIt takes 1 minute.\n\n## A\n\nn is 7, λ̂ ", "```\nlambdascope --states 5 --trajectories 7\n```\n\n*To go on: set n to 9 (type :n 9).*\n\nNow 9.\n\n## B\n\nMore.\n"} {
		if !strings.Contains(out, want) || strings.ContainsAny(out, "{}") {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := mustCall(t, s, "lesson", "--print", "mine.md", "--at", "2"); out != "# Mine\n\n## B\n\nMore.\n\n```\nlambdascope --states 5 --trajectories 7\n```\n" {
		t.Errorf("%q", out)
	}
}

// TestHandout writes lessons with their pictures: each step has its own, all links lead to
// files, and the same command writes the same bytes.
func TestHandout(t *testing.T) {
	for name, pictures := range map[string][]string{
		"dial":   {"dial-1.svg", "dial-1-error.svg", "dial-2.svg", "dial-2-error.svg", "dial-3.svg", "dial-3-error.svg", "dial-4.svg"},
		"trace":  {"trace-1.svg", "trace-2.svg", "trace-3.svg", "trace-4.svg"},
		"choice": {"choice-1.svg", "choice-2.svg", "choice-3-selected.svg", "choice-3-methods.svg", "choice-4-selected.svg", "choice-4-methods.svg", "choice-5-selected.svg", "choice-5-methods.svg"},
	} {
		s := lessonSession(t)
		if out := mustCall(t, s, "lesson", "--print", name, "--out", "one"); out != filepath.Join("one", name+".md")+"\n" {
			t.Errorf("%q", out)
		}
		mustCall(t, s, "lesson", "--print", name, "--out", "two")
		disk := s.Files.(files)
		var links []string
		for _, match := range regexp.MustCompile(`!\[[^]]+\]\((.*)\)`).FindAllStringSubmatch(disk[filepath.Join("one", name+".md")], -1) {
			links = append(links, match[1])
		}
		if !slices.Equal(links, pictures) {
			t.Errorf("%s: pictures %q, want %q", name, links, pictures)
		}
		for _, file := range append(links, name+".md") {
			one, two := disk[filepath.Join("one", file)], disk[filepath.Join("two", file)]
			if one == "" || one != two || strings.HasSuffix(file, ".svg") && !strings.HasPrefix(one, "<?xml") {
				t.Errorf("%s: %d bytes, then %d", file, len(one), len(two))
			}
		}
		text := disk[filepath.Join("one", name+".md")]
		for _, part := range strings.Split(mustCall(t, s, "lesson", "--print", name), "\n\n") {
			if !strings.Contains(text, strings.TrimSpace(part)) {
				t.Errorf("%s: the text lacks %q", name, part)
			}
		}
	}
	s := lessonSession(t)
	mustCall(t, s, "lesson", "--print", "dial", "--at", "3", "--out", "one")
	few := s.Files.(files)[filepath.Join("one", "dial-3-error.svg")]
	for _, want := range []string{">variance<", ">bias²<", ">.04<"} { // beside the columns, on the axis of the step
		if !strings.Contains(few, want) {
			t.Errorf("no %s in the picture", want)
		}
	}
	if code := s.call("lesson", "--print", "dial", "--out", "one"); code != 1 || s.err.String() != "lambdascope: out \"one\": exists; want the name of a new folder\n" {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
}

// TestLessonCheck says nothing of a lesson that is right, and the line of everything
// that is wrong with another.
func TestLessonCheck(t *testing.T) {
	s := lessonSession(t)
	for _, right := range []string{"mine.md", "trace"} {
		if out := mustCall(t, s, "lesson", "--check", right); out != "" {
			t.Errorf("%q of a lesson that is right", out)
		}
	}
	if code := s.call("lesson", "--check", "bad.md"); code != 1 || s.err.String() != "lambdascope: bad.md: line 3: {x}: no such number: lambdascope guide lessons lists them\nlambdascope: bad.md: line 4: {y}: no such number: lambdascope guide lessons lists them\n" {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
	s.err.Reset()
	if code := s.call("lesson", "--check", "off.md"); code != 1 || !strings.HasPrefix(s.err.String(), "lambdascope: off.md: line 3: {rmsve at 0.5}: λ = 0.5 is not on the grid") {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
}

// TestLessonMisuse: what the command refuses, here and in a session over a network.
func TestLessonMisuse(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"nothing"}, 2, `unknown lesson "nothing": want dial, trace`},
		{[]string{"Trace"}, 2, `unknown lesson "Trace"`},
		{[]string{"trace", "mine.md"}, 2, "2 lessons: lambdascope lesson takes one at a time"},
		{[]string{"--check"}, 2, "no lesson: want dial, trace"},
		{[]string{"--at", "2"}, 2, "no lesson: want dial, trace"},
		{[]string{"--check", "--print", "trace"}, 2, "--check with --print: want one of the two"},
		{[]string{"trace", "--out", "new"}, 2, "--out without --print: want both for a hand-out"},
		{[]string{"trace", "--at", "0"}, 2, `at "0": want a step, from 1`},
		{[]string{"trace", "--at", "x"}, 2, `at "x": want a step, from 1`},
		{[]string{"trace", "--at", "2", "--check"}, 2, "--check with --at: all steps are checked together"},
		{[]string{"trace", "--at", "5", "--print"}, 2, "at 5: want a step from 1 to 4"},
		{[]string{"d/other.md"}, 2, "as text: lambdascope lesson --print d/other.md"},
		{[]string{"trace", "--at", "99"}, 2, "at 99: want a step from 1 to 4"},
		{[]string{"trace"}, 2, "standard output is not a terminal"},
		{[]string{"there.md"}, 1, "lesson there.md: file does not exist"},
		{[]string{"trace", "--ascii", "--glyphs", "block"}, 2, ""},
	} {
		s := lessonSession(t)
		code := s.call(append([]string{"lesson"}, c.args...)...)
		if code != c.code || s.out.Len() > 0 || !strings.Contains(s.err.String(), c.want) {
			t.Errorf("%q: exit %d, %q, want %d, %q", c.args, code, s.err.String(), c.code, c.want)
		}
	}
	for _, args := range [][]string{{"lesson", "mine.md"}, {"lesson", "--check", "/etc/passwd.md"}, {"lesson", "../x.md"}} {
		r := newRemote(t)
		if code := r.call(args...); code != 2 || !strings.Contains(r.err.String(), "files can't be read in this session") {
			t.Errorf("%q: exit %d, %q", args, code, r.err.String())
		}
	}
}

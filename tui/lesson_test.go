package tui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/assets"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/lesson"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// course is a lesson that has all that a strip shows.
const course = "# A course\n\nWhat it is about. It takes 2 minutes.\n\n" +
	"## First\n\nThere are {n} walks, and **λ̂** is {selected}.\n\n- a list\n- with `code`\n\n```lambdascope\n--states 5 --cursor 0.2\nuntil: cursor at 0.5\n```\n\nThe root MSVE is {rmsve at cursor}.\n\n" +
	"## Second\n\n" + "Many words. %s\n\n```lambdascope\n--states 5 --hide\nuntil: revealed\n```\n\nIt is {best}.\n\n" +
	"## Third\n\nThe same scene.\n"

// attending is the app in a lesson, with another in the list.
func attending(t *testing.T, width, height int, change func(*Config)) *app {
	t.Helper()
	e := analysis.NewEngine(64 << 20)
	l := must.Have(lesson.Parse(e, "course.md", fmt.Appendf(nil, course, strings.Repeat("Word after word. ", 60))))(t)
	return startApp(t, width, height, func(c *Config) {
		c.Engine, c.Lesson = e, l
		c.Lessons = func() []*lesson.Lesson {
			shipped, err := lesson.Shipped(e)
			if err != nil {
				t.Error(err)
			}
			trace, _ := lesson.Named(shipped, "trace") // alone: others come and go
			return []*lesson.Lesson{trace}
		}
		if change != nil {
			change(c)
		}
	})
}

// TestLesson goes through a lesson by its keys.
func TestLesson(t *testing.T) {
	a := attending(t, 120, 36, func(c *Config) { c.Settings.Trajectories = 7 })
	a.wants("1/3 First", "A course", "There are 20 walks, and λ̂ is 0", "• with code", "▸ Waiting: move the cursor to λ = 0.5", " λ = 0.2 ·", "What it is about.", "n next")
	a.lacks("The root MSVE is")
	a.press("n")
	a.wants("1/3 First", "This step is not done yet. Press n again to skip it.")
	a.press(":", "c", "u", "r", "s", "o", "r", "=", "0", ".", "5", "enter")
	a.wants("✓ done · n goes on", "The root MSVE is 0.137.")
	a.press(".", ".") // what has come stays
	a.wants("✓ done", "The root MSVE is 0.137.")

	a.press("n")
	a.wants("2/3 Second", "▸ Waiting: press z to reveal the true errors", "] more")
	if !a.Hidden || a.Cursor.Set {
		t.Errorf("the scene of step 2 is %+v", a.State)
	}
	a.press("]", "]", "]", "]")
	a.wants("[ back")
	a.lacks("] more")
	a.press("[", "[", "[", "[")
	a.wants("] more", "Many words.")
	a.lacks("[ back")
	a.press("right", "z")
	a.wants("✓ done", "It is 0.", "‹ 30 ›")
	if a.Settings.Trajectories != 30 {
		t.Errorf("%d trajectories", a.Settings.Trajectories)
	}
	a.press("B")
	if !a.Hidden || a.Settings.Trajectories != 20 {
		t.Errorf("put right, the scene is %+v", a.State)
	}
	a.wants("▸ Waiting: press z to reveal the true errors", "2/3 Second")
	a.lacks("It is 0.")
	a.press("z")
	a.wants("✓ done", "It is 0.")
	a.press("s")
	a.wants("✓ computed for seed 1 · B restores the step")
	a.press("u")
	a.wants("✓ done")
	a.press("u")
	if a.Settings.Trajectories != 30 {
		t.Error("undo does not take back that the scene was put right")
	}

	a.press("n")
	a.wants("3/3 Third", "The same scene.", "the last step")
	a.press("n")
	a.wants("That was the last step.")
	a.press("b")
	a.wants("2/3 Second", "▸ Waiting: ")
	a.press("b", "b")
	a.wants("1/3 First", "this is the first step")
	a.press("u")
	a.wants("1/3 First", "‹ 20 ›", "nothing to undo")
	a.press("esc")
	a.lacks("1/3 First")
	if a.State != a.config.State || a.Settings.Trajectories != 7 {
		t.Errorf("after the lesson the state is %+v, want %+v", a.State, a.config.State)
	}
	a.press("x")
	if a.State != a.config.State {
		t.Errorf("after the lesson x leads to %+v", a.State)
	}
	before := a.State
	a.press("n", "b", "B", "tab", "]", "[")
	if a.State != before {
		t.Error("the keys of a lesson do something without one")
	}
}

// TestLessonList chooses a lesson in another, and goes back to what was before both.
func TestLessonList(t *testing.T) {
	kept := &keptInMemory{steps: map[string]int{"trace": 2}}
	a := attending(t, 80, 24, func(c *Config) { c.Settings.Seed, c.Progress = 9, kept })
	a.press("n", "n")
	a.wants("2/3 Second")
	a.press("L")
	a.wants("Lessons", "trace", "What does λ carry back?", "3 minutes", "step 3 of 4", "▸ course", "A course", "2 minutes", "step 2 of 3", "What it is about.")
	a.press("down", "up", "enter")
	a.wants("3/4 All of it", "Going on at step 3 of 4, where you left this lesson. Home begins it again.")
	if kept.steps["course"] != 1 || kept.steps["trace"] != 2 {
		t.Errorf("kept %v", kept.steps)
	}
	a.press("L", "L")
	a.wants("3/4 All of it")
	a.press("esc", "esc") // out of the replay, and of the lesson
	if a.Settings.Seed != 9 {
		t.Errorf("after two lessons the state is %+v", a.State)
	}
	kept.err = fmt.Errorf("the disk is full")
	a.press("L", "enter")
	a.wants("the disk is full")
}

// TestBeginsAgain: Home leads from where a lesson was left to its beginning, and there it
// means what it does elsewhere.
func TestBeginsAgain(t *testing.T) {
	a := attending(t, 80, 24, func(c *Config) { c.LessonStep, c.Progress = 1, &keptInMemory{steps: map[string]int{"course": 1}} })
	a.wants("2/3 Second", "Going on at step 2 of 3")
	a.press("home")
	a.wants("1/3 First")
	a.press("n", "n", "home")
	a.wants("2/3 Second")
}

// TestReopens: what opens the app again as it is left is the step of a lesson, or the view.
func TestReopens(t *testing.T) {
	a := attending(t, 80, 24, func(c *Config) { c.PreferenceArgs = []string{"--theme", "dark"} })
	is := func(want string) {
		t.Helper()
		if got := strings.Join(a.reopens(), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	a.press("n", "n")
	is("lesson course --at 2 --theme dark")
	a.press("esc")
	is("--states 5 --theme dark")
}

// TestFooterLeadsOn: in every footer are the keys that lead to lessons and to the help,
// and in a lesson those of the lesson.
func TestFooterLeadsOn(t *testing.T) {
	a := attending(t, 120, 36, nil)
	footers := func(where string, lead string, others ...string) {
		t.Helper()
		for _, size := range [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}, {200, 60}} {
			a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			screen := a.check()
			if footer := screen[strings.LastIndex(screen, "\n")+1:]; !strings.Contains(footer, lead) {
				t.Errorf("%v, %s: %q", size, where, footer)
			}
			for _, other := range others {
				a.lacks(other)
			}
		}
	}
	footers("a lesson", "n next", "L lessons")
	a.press("esc", ":", "t", "r", "i", "a", "l", "s", " ", "2", "enter")
	for page := range state.NumPages {
		a.press(fmt.Sprint(int(page)))
		footers(page.Title(), "L lessons  ? help")
	}
}

// TestLessonLeavesRoom: at 80×24 the strip of a lesson has seven lines, and every page ten
// for its charts.
func TestLessonLeavesRoom(t *testing.T) {
	a := attending(t, 80, 24, nil)
	a.press(":", "t", "r", "i", "a", "l", "s", " ", "2", "enter")
	for page := range state.NumPages {
		a.press(fmt.Sprint(int(page)))
		if strip, charts := a.lessons.Rows(), a.body().Dy(); strip != 7 || charts < 12 {
			t.Errorf("%s: %d rows of strip, %d of charts", page.Title(), strip, charts)
		}
		if screen := a.View().Content; strings.Count(screen, "\n") != 23 {
			t.Errorf("%s has other than 24 rows", page.Title())
		}
	}
	a.press("1", ":", "n", " ", "x", "enter") // what is wrong is said all the same
	a.wants("want a whole number")
}

// TestStepIsAboutAChart: the chart that a step names has the room, on its page alone.
func TestStepIsAboutAChart(t *testing.T) {
	const text = "# T\n\nAbout.\n\n## One\n\nText.\n\n```lambdascope\n--states 5\nchart: %s\nuntil: %s\n```\n\nThen.\n\n## Two\n\nText.\n\n```lambdascope\n--states 5\n```\n"
	for _, c := range []struct {
		chart, until string
		press        string
		has, lacks   string
	}{
		{chart: "errors", until: "cursor moved", has: "± t s.e.", lacks: "value by state"},
		{chart: "values", until: "cursor moved", has: "value by state", lacks: "± t s.e."},
		{chart: "split", until: "trials done", press: "3", has: "bias²", lacks: "value by state over"},
		{chart: "choices", until: "trials done", press: "3", has: "λ at random", lacks: "× bias²"},
		{chart: "errors with names", until: "cursor moved", has: "⠒ ⠒ ", lacks: "value by state"},
		{chart: "split from 0 to 0.3 with names", until: "trials done", press: "3", has: "bias²", lacks: "█ bias²   █ variance"},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
			e := analysis.NewEngine(64 << 20)
			l := must.Have(lesson.Parse(e, "l.md", fmt.Appendf(nil, text, c.chart, c.until)))(t)
			a := startApp(t, size[0], size[1], func(config *Config) { config.Engine, config.Lesson = e, l })
			if c.press != "" {
				a.wants("± t s.e.", "value by state") // the page that the chart is not on has all of its own
				a.press(c.press)
			}
			a.wants(c.has)
			a.lacks(c.lacks)
			a.press("n", "n", "1")
			a.wants("2/2 Two", "± t s.e.", "value by state")
		}
	}
}

// TestStepFixesAxis: over the steps of the lesson of the dial the columns stand on one axis,
// with their names beside them, and more data make them shrink on it; elsewhere, and once
// the lesson is left, charts are as they were.
func TestStepFixesAxis(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	all, err := lesson.Shipped(e)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{110, 32}, {120, 36}} {
		a := startApp(t, size[0], size[1], func(c *Config) { c.Engine, c.Lesson = e, all[0] })
		highest := func() int { // the columns' first row, below which they have their names
			a.Helper()
			rows := strings.Split(a.check(), "\n")
			_, axis := a.find(".04┤")
			top := axis + slices.IndexFunc(rows[axis:], func(row string) bool {
				_, columns, _ := strings.Cut(row[min(len(row), 60):], "│")
				return strings.ContainsAny(columns, "█▇▆▅▄▃▂▁")
			})
			return top - axis
		}
		a.press("end", ">", "z", "n", "n", "z")
		few := highest()
		a.wants("█ variance", "█ bias²")
		a.lacks("█ bias²   █ variance")
		a.press("up")
		if many := highest(); many <= few {
			t.Errorf("%v: the columns begin %d rows under .04 with 20 walks, with 8 %d", size, many, few)
		}
		a.press("n", "n", "esc", "0")
		a.wants("█ bias²   █ variance")
	}
}

// TestEveryStepLeavesRoom opens every step of the lessons that ship at 80×24: the strip has
// at most seven rows, and the charts ten or more, from the legend to the axis.
func TestEveryStepLeavesRoom(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	all, err := lesson.Shipped(e)
	if err != nil {
		t.Fatal(err)
	}
	numbers := regexp.MustCompile(`\{[^}]*\}`)
	for _, shipped := range all {
		source, err := assets.Lesson(shipped.Name)
		if err != nil {
			t.Fatal(err)
		}
		// Numbers and many trials take long, and the room does not depend on them.
		l, err := lesson.Parse(e, shipped.Name+".md", numbers.ReplaceAll(source, []byte("0")))
		if err != nil {
			t.Fatal(err)
		}
		for i := range l.Steps {
			l.Steps[i].Scene.Trials = 3
		}
		for i, step := range l.Steps {
			a := startApp(t, 80, 24, func(c *Config) { c.Engine, c.Lesson, c.LessonStep = e, l, i })
			rows := strings.Split(a.check(), "\n")
			strip := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, fmt.Sprintf("─ %d/%d ", i+1, len(l.Steps))) })
			if under := len(rows) - 1 - strip; strip < 0 || under > 7 { // above the footer
				t.Errorf("%s, %s: %d rows of strip", l.Name, step.Title, under)
				continue
			}
			first, last := -1, -1
			for y, row := range rows[:strip] {
				if first < 0 && strings.ContainsAny(row, "┤│") {
					first = y - 1 // the legend
				}
				if strings.Contains(row, "└") {
					last = y
				}
			}
			for strings.Trim(rows[last+1], " ▲λ̂") == "" { // below a map of few trajectories
				last++
			}
			if last-first+1 < 10 {
				t.Errorf("%s, %s: %d rows of charts\n%s", l.Name, step.Title, last-first+1, strings.Join(rows, "\n"))
			}
		}
	}
}

// keptInMemory keeps progress in memory.
type keptInMemory struct {
	steps map[string]int
	err   error
}

func (k *keptInMemory) Reached(key string) (step int, ended, ok bool) {
	step, ok = k.steps[key]
	return step, false, ok
}

func (k *keptInMemory) Reach(key string, step int, _ bool) error {
	k.steps[key] = step
	return k.err
}

// TestLessonWaitsForItsScene: what a step waits for comes on what is computed of its
// scene, which the screen says at once is on its way; what was done before that counts.
func TestLessonWaitsForItsScene(t *testing.T) {
	a := attending(t, 80, 24, nil)
	a.press("n", "n", "right")
	a.lacks("omputing")
	scene := a.take(drive.KeyPress("B"))
	a.wants(" computing …", "Computing. Until that is done", "· computing …")
	a.take(drive.KeyPress("z"))
	a.wants(" computing …")
	a.lacks("✓ ")
	if a.Hidden {
		t.Error("z does nothing while the scene is computed")
	}
	a.run(scene)
	a.wants("✓ done", "It is 0.")
	a.lacks("omputing")
}

// TestLessonRuinsNoPlay begins steps while a replay and leave-one-out play.
func TestLessonRuinsNoPlay(t *testing.T) {
	for _, plays := range []string{"space", "w"} {
		a := attending(t, 120, 36, nil)
		a.take(tea.KeyPressMsg{Code: '2', Text: "2"})
		a.run(a.follow())
		_, _ = a.Update(pressOf(plays))
		a.press("n", "n")
		if a.lessons.Place().Step != 1 || a.State != a.lessons.Scene() {
			t.Errorf("%s: step %d, %+v", plays, a.lessons.Place().Step, a.State)
		}
	}
}

// TestLessonNeverCoversCharts: from 80×24 up the page has the rest of the window, at
// least as many rows as charts need, and the strip is where the page is not.
func TestLessonNeverCoversCharts(t *testing.T) {
	a := attending(t, 80, 24, func(c *Config) { c.Trials = 2; c.Settings.Trajectories = 3 })
	for _, size := range [][2]int{{80, 24}, {100, 24}, {80, 40}, {120, 36}, {200, 60}, {400, 120}} {
		a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, page := range []string{"1", "2", "3", "4"} {
			for _, at := range []bool{false, true} { // folded
				a.take(pressOf(page)) // does without what it brings
				body := a.body()
				_, top := a.find("1/3 First")
				if body.Max.Y > top || body.Dy() < 8 || at != (top == a.height-2) {
					t.Errorf("%v, page %s, folded %v: charts in %v, the strip from row %d on", size, page, at, body, top)
				}
				a.press("tab")
			}
		}
	}
}

// find returns where a text is on the screen.
func (a *app) find(text string) (x, y int) {
	a.Helper()
	for y, l := range strings.Split(a.check(), "\n") {
		if i := strings.Index(l, text); i >= 0 {
			return len([]rune(l[:i])), y
		}
	}
	a.Fatalf("no %q on the screen:\n%s", text, a.check())
	return 0, 0
}

// TestLessonInAnyWindow draws every step in every window.
func TestLessonInAnyWindow(t *testing.T) {
	a := attending(t, 80, 24, nil)
	for range 3 {
		for _, size := range [][2]int{{0, 0}, {1, 1}, {43, 14}, {44, 15}, {60, 20}, {79, 30}, {90, 23}, {80, 24}, {99, 24}, {120, 36}, {400, 120}} {
			a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for range 2 {
				a.check()
				a.press("]", "tab")
			}
		}
		a.press("n", "n")
	}
}

// TestLessonInASmallWindow has the text over the charts, and folds it away.
func TestLessonInASmallWindow(t *testing.T) {
	a := attending(t, 60, 20, nil)
	a.wants("1/3 First", "There are 20 walks", "tab fold", "▸ move the cursor")
	a.lacks("λ = 0.2 ")
	a.press("tab")
	a.wants("λ = 0.2 ", "1/3 First", "tab unfold")
	a.lacks("There are 20 walks")
	a.press("n", "n")
	a.wants("2/3 Second", "Many words.")
}

// TestLessonMouse scrolls the text, and reaches nothing below it.
func TestLessonMouse(t *testing.T) {
	a := attending(t, 60, 20, nil)
	a.press("n", "n")
	x, y := a.find("Many words.")
	before := a.State
	a.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	a.send(tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelDown})
	a.wants("[ back")
	if a.State != before {
		t.Errorf("a click on the text changes the state to %+v", a.State)
	}
}

// TestLessonFault says what is wrong with the numbers of a step in its place.
func TestLessonFault(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	l := must.Have(lesson.Parse(e, "f.md", []byte("# A\n## B\n{influence of trajectory 0}\n```lambdascope\n--states 5 -n 5 --gamma 0\n```\n## C\nD\n")))(t)
	a := startApp(t, 80, 24, func(c *Config) { c.Engine, c.Lesson = e, l })
	a.wants("f.md: line 3: {influence of trajectory 0}: there is none of these settings")
	a.press("n")
	a.wants("2/2 C")
}

// TestAnswerOfTheScene: where what is on the screen has none of the numbers of an answer,
// they are those of the scene, and the strip says so.
func TestAnswerOfTheScene(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	l := must.Have(lesson.Parse(e, "f.md", []byte("# A\n## B\nC\n```lambdascope\n--states 5 -n 20 --hide\nuntil: revealed\n```\nShare: {influence of trajectory 0}.\n")))(t)
	a := startApp(t, 120, 36, func(c *Config) { c.Engine, c.Lesson = e, l })
	a.press(":", "gamma=0", "enter", "z") // where there is no such number
	a.wants("✓ computed for γ = 0.95 · B restores the step", "Share: ")
	a.press("u")
	a.wants("✓ done")
}

// TestGoldenLesson compares whole screens with those on file.
func TestGoldenLesson(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
				a := attending(t, size[0], size[1], func(c *Config) { c.Glyphs = glyphs })
				a.press(".", ".", ".")
				golden.RequireEqual(t, a.check())
			})
		}
	}
	t.Run("list", func(t *testing.T) {
		a := attending(t, 80, 24, nil)
		a.press("L")
		golden.RequireEqual(t, a.check())
	})
}

// TestEscInALesson: from a replay it leads to the map, and from there out of the lesson.
// The footer names one meaning of it.
func TestEscInALesson(t *testing.T) {
	a := attending(t, 200, 60, nil)
	a.send(tea.PasteMsg{Content: "lambdascope --states 5 --step 0"})
	a.press("enter")
	a.wants("1/3 First", "step 0 of ", "esc map")
	a.lacks("esc leave")
	a.press("esc")
	a.wants("1/3 First", "esc leave")
	a.lacks("step 0 of ")
	a.lacks("esc map")
	a.press("esc")
	a.lacks("1/3 First")
}

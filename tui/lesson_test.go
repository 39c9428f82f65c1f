package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/lesson"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// course is a lesson with every element that the panel can show.
const course = "# A course\n\nWhat it is about. It takes 2 minutes.\n\n" +
	"## First\n\nThere are {n} walks, and **λ̂** is {selected}.\n\n- a list\n- with `code`\n\n```lambdascope\n--states 5 --cursor 0.2\nuntil: cursor at 0.5\n```\n\nThe root MSVE is {rmsve at cursor}.\n\n" +
	"## Second\n\n" + "Many words. %s\n\n```lambdascope\n--states 5 --hide\nuntil: revealed\n```\n\nIt is {best}.\n\n" +
	"## Third\n\nThe same scene.\n\n```lambdascope\n--states 5 --hide\n```\n"

// attending is the app in a lesson, with another in the list.
func attending(t *testing.T, width, height int, change func(*Config)) *app {
	t.Helper()
	e := analysis.NewEngine(64 << 20)
	l := testutil.Get(lesson.Parse(e, "course.md", fmt.Appendf(nil, course, strings.Repeat("Word after word. ", 60))))(t)
	return startApp(t, width, height, func(c *Config) {
		c.Engine, c.Lesson = e, l
		c.Lessons = func() []*lesson.Lesson {
			shipped, err := lesson.Shipped(e)
			if err != nil {
				t.Error(err)
			}
			return shipped[1:2] // trace alone, because the set of lessons changes
		}
		if change != nil {
			change(c)
		}
	})
}

// TestLessonStories takes lessons by their keys.
func TestLessonStories(t *testing.T) {
	t.Parallel()
	told := func(name, sizes string, change func(*Config), story string) {
		t.Helper()
		drive.Story(t, name, sizes, func(t *testing.T, width, height int) *app {
			return attending(t, width, height, change)
		}, story)
	}
	told("from the first step to the last, and what was before", "120x36", func(c *Config) { c.Settings.Trajectories = 7 }, `
		                      | 1/3 First | A course | There are 20 walks, and λ̂ is 0 | • with code | ▸ Waiting: move the cursor to λ = 0.5 | λ 0.2    LOTO error | n next | !The root MSVE is
		n                     | 1/3 First | This step is not done yet. Press n again to skip it.
		: "cursor=0.5" enter  | ✓ done · n goes on | The root MSVE is 0.137.
		.*2                   | ✓ done | The root MSVE is 0.137.
		n                     | 2/3 Second | ▸ Waiting: press z to reveal the true errors | ] more | $ … --hide | !$ --cursor
		@"] more"             | [ back
		]*3                   | [ back | !] more
		@"[ back"             | ] more
		[*3                   | ] more | Many words. | ![ back
		right z               | ✓ done | It is 0. | ‹ 30 ›
		B                     | ‹ 20 › | ▸ Waiting: press z to reveal the true errors | 2/3 Second | !It is 0. | $ … --hide
		z                     | ✓ done | It is 0.
		s                     | ✓ computed for other settings · B restores the step
		u                     | ✓ done
		u                     | ‹ 30 ›
		n                     | 3/3 Third | The same scene. | esc leaves the lesson
		n                     | 3/3 Third | this is the last step
		b                     | 2/3 Second | ▸ Waiting:
		b*2                   | 1/3 First | this is the first step
		u                     | 1/3 First | ‹ 20 › | nothing to undo
		esc                   | !1/3 First | $ --states 5 --trajectories 7
		x                     | $ --states 5 --trajectories 7
		n b B tab ] [         | $ --states 5 --trajectories 7`)
	told("a lesson forgets the λ's that the dial has shown", "120x36", func(c *Config) {
		e := c.Engine
		c.Lesson, c.Lessons = nil, func() []*lesson.Lesson { return testutil.Get(lesson.Shipped(e))(t) }
		c.State = testutil.Get(state.Parse(strings.Fields("--page dial --states 5 --features dependent -n 8")))(t)
	}, `
		.*10                  | All λ's are seen.
		L enter               | 1/4 Where do they agree?
		esc                   | 0·Dial | $ … --page dial --cursor 1 | !All λ's are seen.`)
	told("a lesson in another", "80x24", func(c *Config) { c.Settings.Seed = 9 }, `
		n*2                   | 2/3 Second
		L                     | Lessons | trace | What does λ carry back? | 3 minutes | ▸ course | A course | 2 minutes | What it is about.
		down up enter         | 1/4 
		L*2                   | 1/4 
		esc*2                 | $ --states 5 --seed 9`)
	told("lessons are clicked", everySize, nil, `
		L @"trace  "          | ▸ trace
		@"trace  "            | 1/4 | One walk`)
	told("the text is below the charts of a small window", "60x20", nil, `
		                      | 1/3 First | There are 20 walks | ▸ Waiting: move the cursor | λ 0.2
		n*2                   | 2/3 Second | Many words.
		@"Many words."        | $ --states 5 --hide`)
	told("esc leads from a replay to the map, and from there out of the lesson", "200x60", nil, `
		<"lambdascope --states 5 --step 0" enter | 1/3 First | step 0 of | esc table | !esc leave
		esc                   | 1/3 First | esc leave | !step 0 of | !esc table
		esc                   | !1/3 First`)
	told("what is wrong with a value is said over the strip", "80x24", nil, `: "n x" enter | want a whole number`)

	ofText := func(name, text, story string) {
		t.Helper()
		drive.Story(t, name, "120x36", func(t *testing.T, width, height int) *app {
			e := analysis.NewEngine(64 << 20)
			l := testutil.Get(lesson.Parse(e, "f.md", []byte(text)))(t)
			return startApp(t, width, height, func(c *Config) { c.Engine, c.Lesson = e, l })
		}, story)
	}
	ofText("what is wrong with the numbers of a step is said in its place", "# A\n## B\n{influence of trajectory top}\n```lambdascope\n--states 5 -n 5 --gamma 0\n```\n## C\nD\n```lambdascope\n--states 5\n```\n", `
		                      | f.md: line 3: {influence of trajectory top}: there is none of these settings
		n                     | 2/2 C`)
	ofText("an answer has the numbers of the scene where the screen has none", "# A\n## B\nC\n```lambdascope\n--states 5 -n 20 --hide\nuntil: revealed\n```\nShare: {influence of trajectory top}.\n", `
		: "gamma=0" enter z   | ✓ computed for other settings · B restores the step | Share:
		u                     | ✓ done`)
}

// TestReopens: what opens the app again as it is left is the step of a lesson, or the view.
func TestReopens(t *testing.T) {
	a := attending(t, 80, 24, func(c *Config) { c.Theme = screen.ThemeDark })
	for _, c := range []struct{ keys, want string }{{"n n", "lesson course --at 2 --theme dark"}, {"esc", "--states 5 --theme dark"}} {
		drive.Tell(a, c.keys)
		if got := strings.Join(a.reopens(), " "); got != c.want {
			t.Errorf("after %s: %q, want %q", c.keys, got, c.want)
		}
	}
}

// TestStepIsAboutAChart: the chart that a step names has the room, on its page alone.
func TestStepIsAboutAChart(t *testing.T) {
	t.Parallel()
	const text = "# T\n\nAbout.\n\n## One\n\nText.\n\n```lambdascope\n--states 5\nchart: %s\nuntil: trials done\n```\n\nThen.\n\n## Two\n\nText.\n\n```lambdascope\n--states 5\n```\n"
	for chart, shows := range map[string]string{
		"errors": "1 | 95 % | !Values", "values": "1 | Values | !± t s.e.",
		"split": "3 | bias² | !Values,",
	} {
		until := "cursor at 0.1"
		if shows[0] == '3' {
			until = "trials done"
			shows = "| 95 %\n" + shows // the page that the chart is not on has all of its own
		}
		drive.Story(t, chart, "80x24 200x60", func(t *testing.T, width, height int) *app {
			e := analysis.NewEngine(64 << 20)
			l := testutil.Get(lesson.Parse(e, "l.md", []byte(strings.Replace(fmt.Sprintf(text, chart), "trials done", until, 1))))(t)
			return startApp(t, width, height, func(config *Config) { config.Engine, config.Lesson = e, l })
		}, shows+"\nn*2 1 | 2/2 Two | 95 %")
	}
}

// TestLessonWaitsForItsScene: the sentence after a wait needs the result of the scene, and the
// screen shows at once that it computes. The learner may do the step before the result is there.
func TestLessonWaitsForItsScene(t *testing.T) {
	a := attending(t, 80, 24, nil)
	a.press("n", "n", "right")
	a.lacks("omputing")
	scene := a.take(drive.KeyPress("B"))
	a.wants(" computing …", "Computing. The grey results", "· computing …")
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

// TestLessonInAnyWindow draws every step and page in every window. From 80×24 up the strip
// is where the page is not, and the page has the rows that its charts need.
func TestLessonInAnyWindow(t *testing.T) {
	a := attending(t, 80, 24, func(c *Config) { c.Settings.Trajectories = 3 })
	drive.Tell(a, `: "trials 2" enter`)
	for step := range 3 {
		for _, size := range [][2]int{{0, 0}, {1, 1}, {59, 20}, {60, 19}, {60, 20}, {79, 30}, {90, 23}, {80, 24}, {120, 36}, {400, 120}} {
			a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for _, page := range []string{"0", "1", "2", "3", "4"}[:1+4*max(0, 1-step)] {
				if step == 0 {
					a.press(page)
				}
				a.check()
				a.press("]")
				if size[0] < 80 || size[1] < 24 || step > 0 {
					continue
				}
				body, strip := a.Snapshot().Body, a.lessons.Rows()
				x, top := drive.Find(a, a.check(), "1/3 First")
				if a.lessonBeside() { // a column at the right
					if x < body.Max.X || top != 0 {
						t.Errorf("%v, page %s: charts in %v, the lesson at %d, %d", size, page, body, x, top)
					}
				} else if body.Max.Y > top || body.Dy() < 8 || size[1] == 24 && (strip != 7 || body.Dy() < 12) {
					t.Errorf("%v, page %s: charts in %v, %d rows of strip from row %d on", size, page, body, strip, top)
				}
			}
		}
		a.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		a.press("n", "n")
	}
}

func TestGoldenLesson(t *testing.T) {
	lesson := func(change func(*Config)) func(*testing.T, int, int) *app {
		return func(t *testing.T, width, height int) *app { return attending(t, width, height, change) }
	}
	for glyphs, sizes := range drive.ViewSizes() {
		goldenScreens(t, "%s/"+drive.GlyphName(glyphs), sizes, lesson(func(c *Config) { c.Glyphs = glyphs }), ".*3")
	}
	goldenScreens(t, "list%.0s", "80x24", lesson(nil), "L")
}

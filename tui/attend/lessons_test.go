package attend

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/lesson"
	"lambdascope/tui/overlay"
	"lambdascope/tui/screen"
	"lambdascope/tui/strip"
)

// taken is lessons as the app has them: what it is asked to do comes back.
type taken struct {
	*Lessons
	t     *testing.T
	leads bool
	class bool // does not have what the step waits for
}

// read returns a lesson of two steps, of which the first waits.
func read(t *testing.T, e *analysis.Engine, name string) *lesson.Lesson {
	t.Helper()
	return must.Have(lesson.Parse(e, name+".md", []byte("# "+name+"\n\nAbout "+name+". It takes 3 minutes.\n\n## One\n\nThere are {n} walks, and λ̂ is {selected}.\n\n```lambdascope\n--states 5 --hide\nuntil: revealed\n```\n\nThe best is {best}.\n\n## Two\n\nThe second of "+name+".\n")))(t)
}

// start has two lessons to choose from.
func start(t *testing.T) (a *taken, first, second *lesson.Lesson) {
	t.Helper()
	e := analysis.NewEngine(1 << 20)
	first, second = read(t, e, "first"), read(t, e, "second")
	a = &taken{t: t, leads: true}
	a.Lessons = &Lessons{Config: Config{
		Context: t.Context(), Engine: e,
		Listed: func() []*lesson.Lesson { return []*lesson.Lesson{first, second} },
		Leads:  func() bool { return a.leads },
		Window: func() strip.Window {
			w := strip.Window{Styles: screen.New(screen.ThemeMono, true, chart.Braille), Width: 100, Height: 30, ClassWaits: a.class}
			if a.Taken() {
				w.State = a.Scene()
			}
			return w
		},
	}}
	return a, first, second
}

// same compares actions, but for what they compute.
func same(a, b Action) bool {
	a.Cmd, b.Cmd = nil, nil
	return reflect.DeepEqual(a, b)
}

// run runs what an action computes to its end.
func (a *taken) run(did Action) Action {
	a.t.Helper()
	drive.Run(did.Cmd, func(msg tea.Msg) tea.Cmd {
		a.Receive(msg.(Msg))
		return nil
	})
	return did
}

// text is what the strip shows.
func (a *taken) text() string {
	lines, _ := a.Strip()
	return ansi.Strip(strings.Join(lines, "\n"))
}

// wants has the strip show some texts.
func (a *taken) wants(parts ...string) {
	a.t.Helper()
	drive.Wants(a.t, a.text(), parts...)
}

// reveals reveals the answer that the first step waits for; meets runs what that asks for.
func (a *taken) reveals() Action {
	a.t.Helper()
	now := a.Scene()
	now.Hidden = false
	return a.Notice(lesson.Situation{State: now})
}

func (a *taken) meets() Action { return a.run(a.reveals()) }

// TestStepByStep goes through a lesson and into the next, and leaves that: the app shows
// the scene of each step, and what was before once alone.
func TestStepByStep(t *testing.T) {
	a, first, _ := start(t)
	is := func(got, want Action) {
		t.Helper()
		if !same(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	is(a.run(a.Begin(first, 0)), Action{Begins: true, Scene: true, Step: true, News: "About first. It takes 3 minutes."})
	a.wants("1/2 One", "There are 20 walks, and λ̂ is 0", "▸ Waiting: ")
	is(a.Back(), Action{Fault: "this is the first step"})
	is(a.Next(), Action{})
	a.wants("1/2 One", "n again to skip")
	is(a.Notice(lesson.Situation{State: a.Scene()}), Action{})
	is(a.meets(), Action{Met: true})
	a.wants("The best is 0", "✓ ")
	a.class = true
	is(a.Next(), Action{})
	is(a.run(a.Next()), Action{Scene: true, Step: true})
	a.class = false
	a.wants("2/2 Two", "The second of first.")
	is(a.Next(), Action{News: "That was the last step. n again begins the next lesson, “second”, 3 minutes; L lists lessons, esc leaves."})
	is(a.run(a.Next()), Action{Scene: true, Step: true, News: "About second. It takes 3 minutes."})
	a.Next()
	is(a.run(a.Next()), Action{Scene: true, Step: true})
	is(a.Next(), Action{News: "That was the last step. esc goes back to what was before the lesson, L lists lessons."})
	is(a.Leave(), Action{Ends: true})
	if a.Taken() || a.Rows() != 0 {
		t.Error("it goes on")
	}
}

// TestLateTexts: what a step says that is no longer at hand is dropped, and so is what it
// said before it was restored.
func TestLateTexts(t *testing.T) {
	a, first, _ := start(t)
	late := a.Begin(first, 0)
	a.run(a.Begin(first, 1))
	a.run(late)
	a.wants("The second of first.")
	late = a.Begin(first, 0)
	a.Next()
	a.run(a.Next())
	a.run(late)
	a.wants("The second of first.")

	a.run(a.Begin(first, 0))
	late = a.reveals()
	a.run(a.Restore())
	a.run(late)
	drive.Lacks(a.t, a.text(), "The best is")
	a.wants("There are 20 walks, and λ̂ is 0", "▸ Waiting: ")
}

// TestTextsAreCancelled where the step is left that they are of, those of before and after
// what it waits for.
func TestTextsAreCancelled(t *testing.T) {
	for name, leave := range map[string]func(a *taken, other *lesson.Lesson){
		"next":          func(a *taken, _ *lesson.Lesson) { a.Next() },
		"restored":      func(a *taken, _ *lesson.Lesson) { a.Restore() },
		"left":          func(a *taken, _ *lesson.Lesson) { a.Leave() },
		"other lesson":  func(a *taken, other *lesson.Lesson) { a.Begin(other, 0) },
		"the presenter": func(a *taken, _ *lesson.Lesson) { a.Follow(Place{}) },
	} {
		a, first, second := start(t)
		before := a.Begin(first, 0)
		now := a.Scene()
		now.Hidden = false
		now.Settings.Seed++ // whose numbers are not known yet
		after := a.Notice(lesson.Situation{State: now})
		leave(a, second)
		texts := 0
		drive.Run(tea.Batch(before.Cmd, after.Cmd), func(msg tea.Msg) tea.Cmd {
			texts++
			if said := msg.(Msg); !errors.Is(said.err, context.Canceled) {
				t.Errorf("%s: a text goes on: %q, %v", name, said.text, said.err)
			}
			return nil
		})
		if texts != 2 {
			t.Errorf("%s: %d texts", name, texts)
		}
	}
}

// TestFollow goes where a presenter is. Its scene comes from there.
func TestFollow(t *testing.T) {
	a, _, _ := start(t)
	a.leads = false
	for _, c := range []struct {
		name   string
		to, at Place
		want   Action
	}{
		{"no lesson", Place{}, Place{}, Action{}},
		{"another server's", Place{Lesson: "nowhere"}, Place{}, Action{}},
		{"a step that is none", Place{Lesson: "first", Step: 2}, Place{}, Action{}},
		{"the first", Place{"first", 0, 2}, Place{"first", 0, 2}, Action{Begins: true}},
		{"which is restored", Place{"first", 0, 3}, Place{"first", 0, 3}, Action{}},
		{"the next step", Place{"first", 1, 3}, Place{"first", 1, 3}, Action{}},
		{"another lesson", Place{"second", 1, 0}, Place{"second", 1, 0}, Action{}},
		{"another server's again", Place{Lesson: "nowhere"}, Place{"second", 1, 0}, Action{}},
		{"none again", Place{}, Place{}, Action{}},
	} {
		if got := a.run(a.Follow(c.to)); !same(got, c.want) || a.Place() != c.at {
			t.Errorf("%s: at %v with %+v, want %v with %+v", c.name, a.Place(), got, c.at, c.want)
		}
		if c.name == "the first" {
			a.meets()
		}
		if c.name == "which is restored" && !a.Waits() {
			t.Error("who follows has the answer still")
		}
	}
}

// TestChosen: the list has the current lesson chosen, and after its end the next.
func TestChosen(t *testing.T) {
	a, first, second := start(t)
	chosen := func(want int) {
		t.Helper()
		if list := a.List().Open.(*overlay.Lessons); list.Chosen != want || len(list.All) != 2 {
			t.Errorf("%d of %d chosen, want %d", list.Chosen, len(list.All), want)
		}
	}
	chosen(0)
	a.run(a.Begin(second, 0))
	chosen(1)
	a.run(a.Begin(first, 1))
	chosen(0)
	if a.run(a.Choose(1)); a.Place() != (Place{Lesson: "second"}) {
		t.Errorf("at %v", a.Place())
	}
	if did := a.Choose(2); !same(did, Action{}) {
		t.Errorf("no lesson: %+v", did)
	}
}

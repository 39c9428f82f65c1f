package lessonrun

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/lesson"
	"lambdascope/tui/screen"
)

// taken is a model of lessons in a fake app, which carries out the actions of the model.
type taken struct {
	*Model
	t     *testing.T
	leads bool
	class bool // the class has not met the condition of the step
}

// read returns a lesson of two steps, of which the first waits.
func read(t *testing.T, e *analysis.Engine, name string) *lesson.Lesson {
	t.Helper()
	return testutil.Get(lesson.Parse(e, name+".md", []byte("# "+name+"\n\nAbout "+name+". It takes 3 minutes.\n\n## One\n\nThere are {n} walks, and λ̂ is {selected}.\n\n```lambdascope\n--states 5 --hide\nuntil: revealed\n```\n\nThe best is {best}.\n\n## Two\n\nThe second of "+name+".\n\n```lambdascope\n--states 5 --hide\n```\n")))(t)
}

// start has two lessons to choose from, and returns the first.
func start(t *testing.T) (a *taken, first *lesson.Lesson) {
	t.Helper()
	e := analysis.NewEngine(1 << 20)
	first = read(t, e, "first")
	second := read(t, e, "second")
	a = &taken{t: t, leads: true}
	a.Model = &Model{Config: Config{
		Context: t.Context(), Engine: e,
		Listed: func() []*lesson.Lesson { return []*lesson.Lesson{first, second} },
		Leads:  func() bool { return a.leads },
		Window: func() Window {
			w := Window{Styles: screen.New(screen.ThemeMono, true, chart.Braille, colorprofile.TrueColor), Width: 100, Height: 30, ClassWaits: a.class}
			if a.Taken() {
				w.State = a.Step().Scene
			}
			return w
		},
	}}
	return a, first
}

// run runs the command of an action to the end.
func (a *taken) run(cmd tea.Cmd) {
	a.t.Helper()
	drive.Run(cmd, func(msg tea.Msg) tea.Cmd {
		next, _ := a.Update(msg)
		return next
	})
}

// text returns the text of the panel.
func (a *taken) text() string {
	return ansi.Strip(strings.Join(a.View(), "\n"))
}

// wants has the strip show some texts.
func (a *taken) wants(parts ...string) {
	a.t.Helper()
	drive.Wants(a.t, a.text(), parts...)
}

// reveals reveals the answer that the first step waits for; meets runs what that asks for.
func (a *taken) reveals() tea.Cmd {
	a.t.Helper()
	now := a.Step().Scene
	now.Hidden = false
	cmd, _ := a.Notice(lesson.Situation{State: now})
	return cmd
}

// TestLateTexts: a text that comes after its step has been left, or restored, is dropped.
func TestLateTexts(t *testing.T) {
	a, first := start(t)
	late := a.Begin(first, 0).Cmd
	a.run(a.Begin(first, 1).Cmd)
	a.run(late)
	a.wants("The second of first.")
	late = a.Begin(first, 0).Cmd
	a.Next()
	a.run(a.Next().Cmd)
	a.run(late)
	a.wants("The second of first.")

	a.run(a.Begin(first, 0).Cmd)
	late = a.reveals()
	a.run(a.Restore().Cmd)
	a.run(late)
	drive.Lacks(a.t, a.text(), "The best is")
	a.wants("There are 20 walks, and λ̂ is 0", "▸ Waiting: ")
}

// TestQuestionsAreSeen: the text above the block of each shipped step is whole at 80×24.
func TestQuestionsAreSeen(t *testing.T) {
	a, _ := start(t)
	w := a.Window()
	w.Width, w.Height = 80, 24
	for _, l := range testutil.Get(lesson.Shipped(a.Engine))(t) {
		for i := range l.Steps {
			a.begin(l, i)
			if have, room := len(a.Model.run.question(w)), a.Model.run.textRows(w); have > room {
				t.Errorf("%s, step %d: %d lines in %d rows", l.Name, i+1, have, room)
			}
		}
	}
}

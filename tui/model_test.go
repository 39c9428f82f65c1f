package tui

import (
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/pages"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
	"lambdascope/tui/worker"
)

// app is a model under test: messages go in, commands run to their end.
type app struct {
	*testing.T
	*model
	inRoom *stage // nil outside of a room
}

func startApp(t *testing.T, width, height int, change func(*Config)) *app {
	t.Helper()
	c := Config{Engine: analysis.NewEngine(64 << 20), State: state.New(drive.Defaults(t, "")), Pages: pages.New, CommandLine: drive.CommandLine}
	if change != nil {
		change(&c)
	}
	a := &app{T: t, model: newModel(t.Context(), c)}
	a.send(tea.WindowSizeMsg{Width: width, Height: height})
	a.run(a.Init())
	return a
}

// send delivers a message and all that its commands bring, to whom it may concern.
func (a *app) send(msg tea.Msg) {
	if a.inRoom != nil {
		a.inRoom.send(a, msg)
		return
	}
	a.run(a.take(msg))
}

func (a *app) run(cmd tea.Cmd) { drive.Run(cmd, a.take) }

// take delivers a message, for drive.Run.
func (m *model) take(msg tea.Msg) tea.Cmd {
	_, cmd := m.Update(msg)
	return cmd
}

// press types keys; see drive.KeyPress.
func (a *app) press(keys ...string) {
	a.Helper()
	for _, k := range keys {
		a.send(drive.KeyPress(k))
	}
}

// typed types a text, a key for each character.
func (a *app) typed(text string) {
	a.Helper()
	drive.Tell(a, `"`+text+`"`)
}

// check returns the screen as plain text; see drive.Plain.
func (a *app) check() string {
	a.Helper()
	return drive.Plain(a, a.draw().text, a.width, a.height)
}

func (a *app) wants(parts ...string) {
	a.Helper()
	drive.Wants(a, a.check(), parts...)
}

func (a *app) lacks(part string) {
	a.Helper()
	drive.Lacks(a, a.check(), part)
}

// TestTurnBounds turns every control far beyond both ends.
func TestTurnBounds(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) {
		c.Settings.Problem.States = 3 // so that nothing takes long
		c.Settings.Problem.MaxSteps = 5
	})
	for range a.controls() {
		a.press("down")
		c, _ := a.focused()
		if c.Name == "trajectories" || c.Name == "states" { // slow at their upper end; see TestTurned
			continue
		}
		drive.Tell(a, "shift+left*20")
		drive.Tell(a, "shift+right*20")
		if a.fault != "" || a.failure != nil {
			t.Errorf("%s: %s %v", c.Name, a.fault, a.failure)
		}
	}
}

// TestNames shows what a person or a file system can put on the screen.
func TestNames(t *testing.T) {
	for _, name := range []string{"we\x1b[31mird\nname\u009b\xff.jsonl", "\u202elnosj.\u2066\u200b\U000e0041", strings.Repeat("long", 50) + ".jsonl", "見本.jsonl"} {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
			a := startApp(t, size[0], size[1], loadWalk(t, name))
			if strings.Contains(a.draw().text, "\x1b[31m") || !shell.Plain(strings.ReplaceAll(ansi.Strip(a.draw().text), "\n", "")) {
				t.Errorf("%q steers the terminal", name)
			}
			a.press("s")
			a.wants("recorded data")
			a.press(".")
			a.check()
		}
	}
}

// TestUnseen has nothing in a typed value that is not seen there, and all that is.
func TestUnseen(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.press("/", "l", "enter", "enter")
	for _, text := range []string{"0", "\u202e", "\u200b", "e\u200d", "\x07", ":"} {
		a.send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: text})
	}
	for _, c := range [][2]string{{"1\u2066:\ufeff0.\U000e0041\x1b5\u009b\n", "0:1:0.5 "}, {"λ̂ ρ γ é e\u0301 見本", "0:1:0.5 λ̂ ρ γ é e\u0301 見本"}} {
		a.send(tea.PasteMsg{Content: c[0]})
		if got := a.entry.Value(); got != c[1] {
			t.Errorf("typed %+q, want %+q", got, c[1])
		}
	}
	a.check()
}

// TestOldResultsAreDropped delivers results out of order.
func TestOldResultsAreDropped(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	_, first := a.Update(drive.KeyPress("right"))
	_, second := a.Update(drive.KeyPress("right"))
	late := second()
	a.send(late)
	a.wants("50 trajectories")
	a.send(first()) // cancelled, or too late
	a.wants("50 trajectories")
	if a.failure != nil {
		t.Error(a.failure)
	}
}

// TestSlowWork sees what stands on the screen while work goes on.
func TestSlowWork(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.worker.Generation++
	outcome := make(chan worker.Result, 1)
	_, wait := a.Update(worker.Progress{Generation: a.worker.Generation, Outcome: outcome})
	a.wants("computing", "20 trajectories", "those of the settings before")
	a.lacks("λ̂ = 0, but")
	if n := coloured(a, chart.InkEstimate); n > 0 {
		t.Errorf("%d parts of the old charts are in the colour of estimates", n)
	}
	a.Update(worker.Progress{Generation: a.worker.Generation, Outcome: outcome, Since: time.Now().Add(-time.Second), Share: func() (float64, bool) { return .25, true }})
	a.wants("computing … 25 %, 3 s left")
	outcome <- worker.Result{Generation: a.worker.Generation, Analysis: a.analysis}
	a.run(wait)
	a.lacks("computing")
	if coloured(a, chart.InkEstimate) == 0 {
		t.Error("the new charts have no colours")
	}
	a.Update(worker.Progress{Generation: a.worker.Generation - 1, Outcome: outcome})
	a.lacks("computing")
}

// coloured counts the parts of the screen in an ink.
func coloured(a *app, ink chart.Ink) int {
	begin, _, _ := strings.Cut(a.styles.Style(ink).Render("x"), "x")
	return strings.Count(a.View().Content, begin)
}

// analyzed returns the result of settings.
func analyzed(t *testing.T, s settings.Settings) *analysis.Result {
	t.Helper()
	return must.Have(analysis.NewEngine(0).Analyze(t.Context(), s))(t)
}

// turnTo goes to other settings, whose work is not run. It returns what delivers the first n
// trajectories of them, as slow work does it and as quick work does.
func (a *app) turnTo(n int, seed uint64) (slow worker.Progress, deliver func(n int, of worker.Progress)) {
	next := a.State
	next.Settings.Trajectories, next.Settings.Seed = n, seed
	a.stage(next)
	slow = worker.Progress{Generation: a.worker.Generation, Since: time.Now().Add(-worker.Patience)}
	return slow, func(n int, of worker.Progress) {
		part := next.Settings
		part.Trajectories = n
		a.Update(worker.Part{Progress: of, Analysis: analyzed(a.T, part)})
	}
}

// TestFirstPicture shows the first trajectories on Explore, in words, while all are
// computed, and the whole in its place: in their colours until patience ends, then in grey,
// and never as a result.
func TestFirstPicture(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {60, 20}} {
		a := startApp(t, size[0], size[1], func(c *Config) { c.Folder, c.Files = "/home/me", newFolder() })
		before := a.analysis
		slow, deliver := a.turnTo(1000, 1)
		deliver(25, worker.Progress{Generation: a.worker.Generation, Since: time.Now().Add(time.Hour)})
		a.wants("First 25 of 1000 trajectories.", "computing …")
		if coloured(a, chart.InkEstimate) == 0 {
			t.Error("the part is grey at once")
		}
		deliver(25, slow)
		a.wants("First 25 of 1000 trajectories")
		if coloured(a, chart.InkEstimate) > 0 {
			t.Error("the part has the colours of a result")
		}
		deliver(100, slow)
		a.wants("First 100 of 1000 trajectories")
		if s := a.Snapshot(); s.Result != a.part || s.First != 100 || s.Current() || a.analysis != before {
			t.Errorf("the page is told of %d trajectories as the first %d, current %t", s.Result.Settings.Trajectories, s.First, s.Current())
		}
		drive.Tell(a, "e | no result to export yet")
		a.press("esc")
		a.open(state.PageFolds)
		if s := a.Snapshot(); s.Result != before || s.First != 0 {
			t.Error("another page computes from the part")
		}
		a.open(state.PageExplore)
		a.send(worker.Result{Generation: a.worker.Generation, Analysis: analyzed(t, a.Settings)})
		a.wants("λ̂ = 0, but")
		a.lacks("irst 100 of")
		a.start()
		deliver(25, slow) // of settings before
		a.lacks("irst 25 of")
	}
}

// TestPreferencesChangeLive: a theme typed while the app runs takes hold at once, on the
// page, in the lessons and in the command that opens the view again; the state stays.
func TestPreferencesChangeLive(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) { c.Theme = screen.ThemeDark })
	looks := func(story string) string {
		t.Helper()
		drive.Tell(a, story)
		return a.View().Content
	}
	dark := looks("")
	if light := looks(`: "theme light" enter | $ --states 5 --theme light`); light == dark {
		t.Error("light is as dark")
	}
	if again := looks(`: "--theme=dark" enter`); again != dark {
		t.Error("dark again is another screen")
	}
	if strings.Contains(looks(`: "ascii" enter`), "λ") {
		t.Error("the screen is not in ASCII")
	}
	looks(`: "theme pink" enter | theme pink: want auto, dark, light or mono`)
	looks(`esc : "theme auto" enter`)
	a.send(tea.BackgroundColorMsg{Color: color.White})
	if looks(`: "ascii=false" enter`) == dark {
		t.Error("auto does not follow a light background")
	}
}

// domainOf makes a config of a domain's defaults.
func domainOf(t testing.TB, domain string) func(*Config) {
	return func(c *Config) { c.Settings = drive.Defaults(t, domain) }
}

// recordedOf makes a config of a file of walks.
func recordedOf(t testing.TB) func(*Config) {
	return func(c *Config) {
		c.Settings = drive.Load(t, c.Engine, "walk.jsonl", string(must.Have(os.ReadFile(filepath.Join("cli", "testdata", "disk", "walk.jsonl")))(t)))
	}
}

package tui

import (
	"context"
	"image/color"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/internal/pages"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// app is a model under test: messages go in, commands run to their end.
type app struct {
	*testing.T
	*model
	onStage *stage // nil without a class
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

// send delivers a message, runs its commands and delivers their messages, to other apps on a stage
// as well.
func (a *app) send(msg tea.Msg) {
	if a.onStage != nil {
		a.onStage.send(a, msg)
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

// check returns the screen as plain text; see drive.Plain.
func (a *app) check() string {
	a.Helper()
	return drive.Plain(a, a.draw().text, a.full, a.height)
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
	synctest.Test(t, turnBounds) // since the app rests before it draws smaller n
}

func turnBounds(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) {
		c.Settings.Problem.States = 3 // so that nothing takes long
		c.Settings.Problem.MaxSteps = 5
	})
	all, _, _ := a.controls.Shown(a.Snapshot())
	for range all {
		a.press("down")
		c := a.controls.Focused(a.Snapshot())
		if c.Name == "trajectories" || c.Name == "states" { // slow at their upper end; see TestTurned
			continue
		}
		drive.Tell(a, "shift+left*20")
		drive.Tell(a, "shift+right*20")
		if a.fault != "" || a.job.Err != nil {
			t.Errorf("%s: %s %v", c.Name, a.fault, a.job.Err)
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

// TestUnseen types and pastes invisible characters, which a value drops.
func TestUnseen(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.press("/", "l", "enter", "enter")
	for _, text := range []string{"0", "\u202e", "\u200b", "e\u200d", "\x07", ":"} {
		a.send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: text})
	}
	a.send(tea.PasteMsg{Content: "1\u2066:\ufeff0.\U000e0041\x1b5\u009b\n"})
	a.wants(" 0:1:0.5 ")
	a.send(tea.PasteMsg{Content: "γ é e\u0301 見本"})
	a.wants(" γ é e\u0301 見本")
}

// work is an analysis under the control of a test, in place of that of the app's settings.
type work struct {
	*app
	of   settings.Settings
	put  func(found)
	end  chan error
	wait tea.Cmd // for the next message
}

// works starts work for other settings.
func (a *app) works(trajectories int, seed uint64) *work {
	next := a.State
	next.Settings.Trajectories = trajectories
	next.Settings.Seed = seed
	a.stage(next)
	w := &work{app: a, of: next.Settings, end: make(chan error)}
	begun := make(chan struct{})
	w.wait = a.job.Start(a.model.Context, w.of, func(ctx context.Context, put func(found)) error {
		w.put = put
		close(begun)
		select {
		case err := <-w.end:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	<-begun
	return w
}

// next delivers the next message.
func (w *work) next() { w.wait = w.take(w.wait()) }

// analyzed returns the result of the first n trajectories.
func (w *work) analyzed(n int) *analysis.Result {
	s := w.of
	s.Trajectories = n
	return testutil.Get(analysis.NewEngine(0).Run(w.T.Context(), analysis.Request{Settings: s}))(w.T)
}

// previews delivers a preview of the first n trajectories.
func (w *work) previews(n int) {
	w.put(found{Result: w.analyzed(n), of: w.of})
	w.next()
}

// ends delivers the result.
func (w *work) ends() {
	w.put(found{Result: w.analyzed(w.of.Trajectories), of: w.of, whole: true})
	w.end <- nil
	w.app.run(w.wait)
}

// TestSlowWork checks the screen while work is running.
func TestSlowWork(t *testing.T) { synctest.Test(t, slowWork) }

func slowWork(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	w := a.works(20, 7)
	a.lacks("computing")
	w.next()
	a.wants("computing", "20 trajectories", "The grey results")
	a.lacks("λ̂ = 0, but")
	if n := coloured(a); n > 0 {
		t.Errorf("%d parts of the old charts are in the colour of estimates", n)
	}
	w = a.works(20, 8)
	if n := coloured(a); n > 0 {
		t.Error("newer work brings the colours back")
	}
	w.ends()
	a.lacks("computing")
	if coloured(a) == 0 {
		t.Error("the new charts have no colours")
	}
}

// coloured counts the parts of the screen in the ink of estimates.
func coloured(a *app) int {
	begin, _, _ := strings.Cut(a.styles.Style(chart.InkEstimate).Render("x"), "x")
	return strings.Count(a.View().Content, begin)
}

// TestPreviews shows the first trajectories on Explore, in words, while all are computed, and
// the whole in its place: in their colours until patience ends, then in grey, and never as a
// result.
func TestPreviews(t *testing.T) { synctest.Test(t, previews) }

func previews(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {60, 20}} {
		a := startApp(t, size[0], size[1], func(c *Config) { c.Folder, c.Files = "/home/me", newFolder() })
		before := a.analysis
		w := a.works(1000, 1)
		w.previews(25)
		a.wants("First 25 of 1000 trajectories.", "computing …")
		if coloured(a) == 0 {
			t.Error("the preview is grey at once")
		}
		w.next()
		w.next()
		a.wants("First 25 of 1000 trajectories")
		if coloured(a) > 0 {
			t.Error("the preview has the colours of a result")
		}
		w.previews(100)
		a.wants("First 100 of 1000 trajectories")
		if s := a.Snapshot(); s.Result != a.part() || s.First != 100 || s.Current() || a.analysis != before {
			t.Errorf("the page is told of %d trajectories as the first %d, current %t", s.Result.Settings.Trajectories, s.First, s.Current())
		}
		drive.Tell(a, "e | no result to export")
		a.press("esc")
		a.press("2")
		if s := a.Snapshot(); s.Result != before || s.First != 0 {
			t.Error("another page computes from the preview")
		}
		a.press("1")
		w.ends()
		a.wants("from λ̂")
		a.lacks("irst 100 of")
	}
}

// TestCalibratesForExplore computes the calibration of recorded data when Explore shows it, once.
func TestCalibratesForExplore(t *testing.T) {
	for _, page := range []state.Page{state.PageFolds, state.PageExplore} {
		a := startApp(t, 120, 36, func(c *Config) {
			loadWalk(t, "walk.jsonl")(c)
			c.Page = page
		})
		if (a.analysis.Calibration != nil) != (page == state.PageExplore) {
			t.Errorf("page %v: calibration %v", page, a.analysis.Calibration)
		}
		a.press("1")
		a.wants("Calibration at λ̂")
		calibrated := a.analysis
		a.press("3")
		a.press("1")
		if a.analysis != calibrated {
			t.Errorf("page %v: calibrated again", page)
		}
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

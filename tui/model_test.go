package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
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
	c.Theme = screen.ThemeDark
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
		if c.Name == "trajectories" || c.Name == "states" { // slow at their upper end; see TestAmong
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
		for _, size := range [][2]int{{44, 15}, {80, 24}, {120, 36}} {
			a := startApp(t, size[0], size[1], loadWalk(t, name))
			if strings.Contains(a.draw().text, "\x1b[31m") || !shell.Plain(strings.ReplaceAll(ansi.Strip(a.draw().text), "\n", "")) {
				t.Errorf("%q steers the terminal", name)
			}
			a.press("s")
			a.wants("recorded data")
			a.press("v", ".")
			a.check()
		}
	}
}

// TestUnseen has nothing in a typed value that is not seen there.
func TestUnseen(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.focus = "lambdas"
	a.press("enter")
	for _, text := range []string{"0", "\u202e", "\u200b", "e\u200d", "\x07", ":"} {
		a.send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: text})
	}
	a.send(tea.PasteMsg{Content: "1\u2066:\ufeff0.\U000e0041\x1b5\u009b\n"})
	if got := a.entry.Value(); got != "0:1:0.5 " {
		t.Errorf("typed %+q", got)
	}
	a.press("enter")
	a.wants("‹ 0:1:0.5 ›")

	a.press("enter")
	const odd = "λ̂ ρ γ é e\u0301 見本"
	a.send(tea.PasteMsg{Content: odd})
	if got := a.entry.Value(); got != odd {
		t.Errorf("typed %+q, want %+q", got, odd)
	}
	a.check()
	a.press("enter")
	a.wants("λ̂ ρ γ é e\u0301")
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

// Package apptest runs the app with one page under test. Messages are delivered, and commands
// run to their end.
package apptest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/tui"
	"lambdascope/tui/background"
	"lambdascope/tui/chart"
	"lambdascope/tui/export"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Config is the config of the app. Tests of pages use this name, because they import the app
// through this package alone.
type Config = tui.Config

// App is the app with one page.
type App struct {
	*testing.T
	*tui.Model
	Engine        *analysis.Engine
	Under         page.Page // the page under test
	Width, Height int
}

// Start opens the app on the page of newPage in a window of a size. The remaining pages are
// blank, so that their work does not disturb a test.
func Start[P page.Page](t *testing.T, width, height int, on state.Page, newPage func(page.Env) P, change func(*Config)) (*App, P) {
	t.Helper()
	var p P
	c := Config{
		Engine: analysis.NewEngine(64 << 20), State: state.New(drive.Defaults(t, "")),
		CommandLine: drive.CommandLine,
		Pages: func(e page.Env) [state.NumPages]page.Page {
			p = newPage(e)
			pages := [state.NumPages]page.Page{blank{}, blank{}, blank{}, blank{}, blank{}}
			pages[on] = p
			return pages
		},
	}
	c.Page = on
	c.Theme = screen.ThemeDark
	if change != nil {
		change(&c)
	}
	a := &App{T: t, Model: tui.New(t.Context(), c), Engine: c.Engine, Under: p, Width: width, Height: height}
	a.Send(tea.WindowSizeMsg{Width: width, Height: height})
	a.Run(a.Init())
	return a, p
}

// Opens returns a func that opens the app on a page, for stories; see Start.
func Opens[P page.Page](on state.Page, newPage func(page.Env) P, change func(*Config)) func(t *testing.T, width, height int) *App {
	return func(t *testing.T, width, height int) *App {
		t.Helper()
		a, _ := Start(t, width, height, on, newPage, change)
		return a
	}
}

// Flags returns a change of a config to the state of flags.
func Flags(t testing.TB, flags string) func(*Config) {
	return func(c *Config) {
		t.Helper()
		c.State = testutil.Get(state.Parse(strings.Fields(flags)))(t)
	}
}

// Screen returns the screen with its escape sequences.
func (a *App) Screen() string { return a.View().Content }

// Send delivers a message and the messages of its commands.
func (a *App) Send(msg tea.Msg) { a.Run(a.take(msg)) }

// Run runs a command and delivers its messages.
func (a *App) Run(cmd tea.Cmd) { drive.Run(cmd, a.take) }

// take delivers a message.
func (a *App) take(msg tea.Msg) tea.Cmd {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		a.Width, a.Height = size.Width, size.Height
	}
	_, cmd := a.Update(msg)
	return cmd
}

// Analyse runs the command of an analysis and delivers the result. It does not run the next
// commands, so that a test sees the page before the next work ends.
func (a *App) Analyse(cmd tea.Cmd) {
	a.Helper()
	for cmd != nil {
		msg := cmd()
		_, cmd = a.Update(msg)
		if done, ok := msg.(background.Msg); ok && done.Ended {
			return
		}
	}
}

// Data returns the content of the page as data.
func (a *App) Data() page.Export { return a.Show().Data() }

// Text returns the text of the page.
func (a *App) Text() string {
	s := export.Summary{Export: a.Data()}
	return s.Plain()
}

// Show returns the content of the page.
func (a *App) Show() page.Show { return a.Under.Show(a.Snapshot()) }

// Spec returns the visible chart of a name in a usual width, or nil.
func (a *App) Spec(name string) *chart.Spec {
	for _, v := range a.Show().Views {
		if v.Name == name && v.Spec != nil {
			return v.Spec(84)
		}
	}
	return nil
}

// Foot returns the sentences at the foot of the page in a number of rows.
func (a *App) Foot(rows int) string {
	var text []string
	for _, l := range a.Show().DrawSentence(rows) {
		text = append(text, strings.TrimSpace(ansi.Strip(l)))
	}
	return strings.Join(text, " ")
}

// Args returns the flags of the app's state.
func (a *App) Args() string { return strings.Join(a.State.Args(), " ") }

// Press types keys; see drive.KeyPress.
func (a *App) Press(keys ...string) {
	a.Helper()
	for _, k := range keys {
		a.Send(drive.KeyPress(k))
	}
}

// Check returns the screen as plain text; see drive.Plain.
func (a *App) Check() string {
	a.Helper()
	return drive.Plain(a, a.Screen(), a.Width, a.Height)
}

// Wants fails the test unless the screen has all texts.
func (a *App) Wants(parts ...string) {
	a.Helper()
	drive.Wants(a, a.Check(), parts...)
}

// Lacks fails the test if the screen has a text.
func (a *App) Lacks(part string) {
	a.Helper()
	drive.Lacks(a, a.Check(), part)
}

// Idle delivers a message and drops the command. The work continues without a result.
func (a *App) Idle(msg tea.Msg) { _ = a.take(msg) }

// ClickAt clicks on a cell.
func (a *App) ClickAt(x, y int) {
	a.Helper()
	a.Check() // draws, because clicks refer to the drawn screen
	a.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// Find returns the place of a text on the screen, in cells.
func (a *App) Find(text string) (x, y int) {
	a.Helper()
	return drive.Find(a, a.Check(), text)
}

// Domain returns a change of a config to a domain's defaults.
func Domain(t testing.TB, domain string) func(*Config) {
	return func(c *Config) { c.Settings = drive.Defaults(t, domain) }
}

// Recorded returns a change of a config to a file of walks.
func Recorded(t testing.TB) func(*Config) {
	return func(c *Config) {
		c.Settings = drive.Load(t, c.Engine, "walk.jsonl", string(testutil.Get(os.ReadFile(filepath.Join("..", "..", "cli", "testdata", "disk", "walk.jsonl")))(t)))
	}
}

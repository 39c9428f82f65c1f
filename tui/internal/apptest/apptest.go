// Package apptest is the app under test with one page of its own: messages go in,
// commands run to their end.
package apptest

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/study"
	"lambdascope/tui"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// Config is the app's, for the tests of pages, which know the app through this
// package alone.
type Config = tui.Config

// App is the app with one page.
type App struct {
	*testing.T
	*tui.Model
	Engine        *study.Engine
	Width, Height int
}

// Start opens the app on a page of a screen's size. Analyses take a millisecond by its
// clock. The other pages are blank.
func Start(t *testing.T, width, height int, on state.Page, p func(page.Env) page.Page, change func(*tui.Config)) *App {
	t.Helper()
	s, err := study.Defaults("")
	if err != nil {
		t.Fatal(err)
	}
	var passed atomic.Int64
	c := tui.Config{
		Engine: study.NewEngine(64 << 20), State: state.New(s),
		CommandLine: func(args []string) string { return shell.Join(append([]string{"lambdascope"}, args...)) },
		Now:         func() time.Time { return time.UnixMilli(passed.Add(1)) },
		Pages: func(e page.Env) [state.NumPages]page.Page {
			pages := [state.NumPages]page.Page{blank{}, blank{}, blank{}, blank{}}
			pages[on] = p(e)
			return pages
		},
	}
	c.Page, c.Theme = on, screen.ThemeDark
	if change != nil {
		change(&c)
	}
	a := &App{T: t, Model: tui.New(t.Context(), c), Engine: c.Engine, Width: width, Height: height}
	a.Send(tea.WindowSizeMsg{Width: width, Height: height})
	a.Run(a.Init())
	return a
}

// Screen returns the screen with its escape sequences.
func (a *App) Screen() string { return a.View().Content }

// Send delivers a message and all that its commands bring.
func (a *App) Send(msg tea.Msg) {
	a.Helper()
	a.Run(a.take(msg))
}

// take delivers a message.
func (a *App) take(msg tea.Msg) tea.Cmd {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		a.Width, a.Height = size.Width, size.Height
	}
	_, cmd := a.Update(msg)
	return cmd
}

// Run runs a command, and delivers what it brings.
func (a *App) Run(cmd tea.Cmd) {
	a.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, c := range msg {
			a.Run(c)
		}
	default:
		a.Send(msg)
	}
}

// Analyse runs the command of an analysis and delivers its result, but runs nothing of
// what follows from that.
func (a *App) Analyse(cmd tea.Cmd) {
	a.Helper()
	for cmd != nil {
		msg := cmd()
		_, cmd = a.Update(msg)
		if fmt.Sprintf("%T", msg) == "tui.resultMsg" {
			return
		}
	}
}

// Args returns the flags that open the app as it is.
func (a *App) Args() string { return strings.Join(a.State.Args(study.File{}), " ") }

// Press types keys, named as Bubble Tea names them; a single rune is text.
func (a *App) Press(keys ...string) {
	a.Helper()
	for _, k := range keys {
		a.Send(KeyPress(k))
	}
}

// KeyPress returns the message of a key.
func KeyPress(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "space": tea.KeySpace,
		"pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "home": tea.KeyHome, "end": tea.KeyEnd,
	}
	base, shift := strings.CutPrefix(name, "shift+")
	msg := tea.KeyPressMsg{}
	if shift {
		msg.Mod = tea.ModShift
	}
	if rest, ok := strings.CutPrefix(base, "ctrl+"); ok {
		msg.Mod, msg.Code = tea.ModCtrl, rune(rest[0])
		return msg
	}
	if code, ok := codes[base]; ok {
		msg.Code = code
		return msg
	}
	msg.Code, msg.Text = []rune(base)[0], base
	return msg
}

// Check fails unless every line of the screen has the screen's width.
func (a *App) Check() string {
	a.Helper()
	screen := a.View().Content
	if a.Width <= 0 || a.Height <= 0 {
		if screen != "" {
			a.Fatalf("%d×%d: %q", a.Width, a.Height, screen)
		}
		return ""
	}
	lines := strings.Split(screen, "\n")
	if len(lines) != a.Height {
		a.Fatalf("%d×%d: %d lines", a.Width, a.Height, len(lines))
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w != a.Width {
			a.Fatalf("%d×%d: line %d is %d wide: %q", a.Width, a.Height, i+1, w, ansi.Strip(l))
		}
	}
	return ansi.Strip(screen)
}

// Wants fails unless the screen has some texts.
func (a *App) Wants(parts ...string) {
	a.Helper()
	screen := a.Check()
	for _, p := range parts {
		if !strings.Contains(screen, p) {
			a.Fatalf("no %q on the screen:\n%s", p, screen)
		}
	}
}

// Lacks fails where the screen has a text.
func (a *App) Lacks(part string) {
	a.Helper()
	if screen := a.Check(); strings.Contains(screen, part) {
		a.Fatalf("%q on the screen:\n%s", part, screen)
	}
}

// Idle does without what a command brings: the work goes on by itself.
func (a *App) Idle(msg tea.Msg) { _ = a.take(msg) }

// ClickAt clicks on a cell.
func (a *App) ClickAt(x, y int) {
	a.Helper()
	a.Check() // the zones are those of the screen
	a.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// Find returns where a text is on the screen, in cells.
func (a *App) Find(text string) (x, y int) {
	a.Helper()
	for y, l := range strings.Split(a.Check(), "\n") {
		if i := strings.Index(l, text); i >= 0 {
			return len([]rune(l[:i])), y
		}
	}
	a.Fatalf("no %q on the screen:\n%s", text, a.Check())
	return 0, 0
}

// Domain makes a config of a domain's defaults.
func Domain(t testing.TB, domain string) func(*tui.Config) {
	return func(c *tui.Config) {
		t.Helper()
		var err error
		if c.Settings, err = study.Defaults(domain); err != nil {
			t.Fatal(err)
		}
	}
}

// Recorded makes a config of a file of walks.
func Recorded(t testing.TB) func(*tui.Config) {
	return func(c *tui.Config) {
		t.Helper()
		name := filepath.Join("..", "..", "cli", "testdata", "walk.jsonl")
		var err error
		if c.Data, err = c.Engine.Watch(t.Context(), study.Source{
			Name: "walk.jsonl",
			Open: func() (io.ReadCloser, error) { return os.Open(name) },
			Stat: func() (fs.FileInfo, error) { return os.Stat(name) },
		}); err != nil {
			t.Fatal(err)
		}
		c.Settings = study.FileDefaults(c.Data.File())
	}
}

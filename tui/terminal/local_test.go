//go:build unix

package terminal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"go.uber.org/goleak"

	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/emulator"
)

// localModel shows the size of its window in a colour, on as many lines.
type localModel struct {
	size  tea.WindowSizeMsg
	key   string
	theme string // of the terminal's background
}

func (m *localModel) Init() tea.Cmd { return nil }

func (m *localModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.size = msg
	case tea.BackgroundColorMsg:
		m.theme = map[bool]string{true: " dark", false: " light"}[msg.IsDark()]
	case tea.KeyPressMsg:
		m.key = msg.String()
		switch m.key {
		case "q":
			return m, tea.Quit
		case "u":
			panic("in Update")
		case "b":
			return m, tea.Batch(tea.RequestBackgroundColor, tea.SetClipboard("copied"))
		case "z":
			return m, tea.Sequence(tea.RequestBackgroundColor, tea.Quit)
		case "c":
			return m, tea.Batch(nil, func() tea.Msg { panic("in a command") }, tea.RequestBackgroundColor)
		}
	}
	return m, nil
}

func (m *localModel) View() tea.View {
	if m.key == "v" {
		panic("in View")
	}
	line := fmt.Sprintf("\x1b[38;2;1;2;3m%d×%d%s\x1b[m", m.size.Width, m.size.Height, m.theme)
	v := tea.NewView(strings.TrimSuffix(strings.Repeat(line+"\n", m.size.Height), "\n"))
	v.AltScreen, v.WindowTitle, v.MouseMode = true, "local", tea.MouseModeCellMotion
	return v
}

// showLocally shows the model on an emulated terminal, and returns a func that waits for
// its end, looks at what is left of it, and returns the error.
func showLocally(t *testing.T, ctx context.Context) (screen *emulator.Terminal, ends func() error) {
	t.Helper()
	e := emulator.Open(t, 80, 24)
	leaks := goleak.IgnoreCurrent()
	before := testutil.Get(term.GetState(e.TTY.Fd()))(t)
	ended := make(chan error, 1)
	go func() {
		terminal := Terminal{In: e.TTY, Out: e.TTY, Environ: []string{"TERM=xterm-256color"}}
		ended <- terminal.Show(ctx, new(localModel))
	}()
	return e, func() (err error) {
		t.Helper()
		select {
		case err = <-ended:
		case <-time.After(10 * time.Second):
			t.Fatal("the model does not end")
		}
		if after, err := term.GetState(e.TTY.Fd()); err != nil || !reflect.DeepEqual(after, before) {
			t.Errorf("the keyboard is not restored: %v, %v, want %v", after, err, before)
		}
		e.AwaitRestored()
		e.AwaitWritten("the cursor", 0, func(raw string) bool { return strings.Contains(raw, ansi.SetModeTextCursorEnable) })
		for set, reset := range map[string]string{
			ansi.SetModeAltScreenSaveCursor: ansi.ResetModeAltScreenSaveCursor,
			ansi.ResetModeTextCursorEnable:  ansi.SetModeTextCursorEnable,
			ansi.SetModeBracketedPaste:      ansi.ResetModeBracketedPaste,
			ansi.SetModeMouseButtonEvent:    ansi.ResetModeMouseButtonEvent,
			ansi.SetModeMouseExtSgr:         ansi.ResetModeMouseExtSgr,
			ansi.SetWindowTitle("local"):    ansi.SetWindowTitle(""),
		} {
			if at := strings.LastIndex(e.Raw(), set); at < 0 || strings.LastIndex(e.Raw(), reset) < at {
				t.Errorf("after %q no %q", set, reset)
			}
		}
		goleak.VerifyNone(t, leaks, // but for Bubble Tea's reader, which waits with input after the end, and after a panic for ever
			goleak.IgnoreAnyFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).StreamEvents"),
			goleak.IgnoreAnyFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendBytes"))
		return err
	}
}

// TestLocal shows as many colours as the terminal has, has the model ask for the background
// and the clipboard, and draws in windows of other sizes.
func TestLocal(t *testing.T) {
	e, ends := showLocally(t, t.Context())
	e.AwaitText("80×24")
	if raw := e.Raw(); strings.Contains(raw, "38;2;") || !strings.Contains(raw, "38;5;") {
		t.Errorf("not in 256 colours: %q", raw)
	}
	e.Type("b")
	e.AwaitText("80×24 dark")
	e.AwaitWritten("the clipboard", 0, func(raw string) bool { return strings.Contains(raw, ansi.SetSystemClipboard("copied")) })
	for _, size := range []Size{{40, 10}, {120, 30}} {
		e.Resize(size.Width, size.Height)
		e.Await("the screen of its size", func(screen string) bool {
			return strings.Count(screen, fmt.Sprintf("%d×%d", size.Width, size.Height)) == size.Height
		})
	}
	e.Type("q")
	if err := ends(); err != nil {
		t.Error(err)
	}
}

// TestLocalEnds with its context.
func TestLocalEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e, ends := showLocally(t, ctx)
	e.AwaitText("80×24")
	cancel()
	if err := ends(); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that of the context", err)
	}
}

// TestLocalPanics restores the terminal before it says what the panic was.
func TestLocalPanics(t *testing.T) {
	stderr := os.Stderr
	defer func() { os.Stderr = stderr }()
	for key, where := range map[string]string{"u": "in Update", "v": "in View", "c": "in a command"} {
		said := testutil.Get(os.Create(filepath.Join(t.TempDir(), "stderr")))(t)
		os.Stderr = said
		e, ends := showLocally(t, t.Context())
		e.AwaitText("80×24")
		e.Type(key)
		err := ends()
		os.Stderr = stderr
		if !errors.Is(err, tea.ErrProgramPanic) {
			t.Errorf("%s: %v, want an error of a panic", where, err)
		}
		text := testutil.Get(os.ReadFile(said.Name()))(t)
		_ = said.Close()
		if !strings.Contains(string(text), where) || !strings.Contains(string(text), "local_test.go:") {
			t.Errorf("%s: no stack in %q", where, text)
		}
	}
}

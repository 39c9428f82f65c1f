// Package drive drives Bubble Tea models in tests and for pictures: keys in, commands run to their
// end, screens out. It does not import the app, so that the app's own tests can use it.
//
// A story is a table with rows of keys | text on the screen | !absent text | $ flags. Story presses the keys
// in windows of several sizes and checks the screen and the flags. Screens compares the screen after some
// keys with golden files. PageSizes and ViewSizes are the usual windows.
package drive

import (
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui/shell"
)

// CommandLine returns the command with args.
func CommandLine(args []string) string {
	return shell.Join(append([]string{"lambdascope"}, args...))
}

// Run runs a command, sends the message and then runs the command that send returns, until no
// command is left. It drops tea.QuitMsg, because the model outlives the program in tests.
func Run(cmd tea.Cmd, send func(tea.Msg) tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, c := range msg {
			Run(c, send)
		}
	default:
		Run(send(msg), send)
	}
}

// KeyPress returns the message of a key by Bubble Tea's name; a single rune is text.
func KeyPress(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "space": tea.KeySpace, "tab": tea.KeyTab,
		"pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "home": tea.KeyHome, "end": tea.KeyEnd,
	}
	base, shift := strings.CutPrefix(name, "shift+")
	msg := tea.KeyPressMsg{}
	if shift {
		msg.Mod = tea.ModShift
	}
	if rest, ok := strings.CutPrefix(base, "ctrl+"); ok {
		msg.Mod = tea.ModCtrl
		msg.Code = rune(rest[0])
		return msg
	}
	if code, ok := codes[base]; ok {
		msg.Code = code
		return msg
	}
	msg.Code = []rune(base)[0]
	msg.Text = base
	return msg
}

// Plain returns a screen without escape sequences. It fails the test unless the screen has height
// lines of width cells.
func Plain(t testing.TB, screen string, width, height int) string {
	t.Helper()
	if width <= 0 || height <= 0 {
		if screen != "" {
			t.Fatalf("%d×%d: %q", width, height, screen)
		}
		return ""
	}
	lines := strings.Split(screen, "\n")
	if len(lines) != height {
		t.Fatalf("%d×%d: %d lines", width, height, len(lines))
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w != width {
			t.Fatalf("%d×%d: line %d is %d wide: %q", width, height, i+1, w, ansi.Strip(l))
		}
	}
	return ansi.Strip(screen)
}

// Wants fails the test unless a screen contains all texts.
func Wants(t testing.TB, screen string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(screen, p) {
			t.Fatalf("no %q on the screen:\n%s", p, screen)
		}
	}
}

// Lacks fails the test if a screen contains a text.
func Lacks(t testing.TB, screen, part string) {
	t.Helper()
	if strings.Contains(screen, part) {
		t.Fatalf("%q on the screen:\n%s", part, screen)
	}
}

// Find returns the place of a text on a screen, in cells.
func Find(t testing.TB, screen, text string) (x, y int) {
	t.Helper()
	for y, line := range strings.Split(screen, "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			return len([]rune(before)), y
		}
	}
	t.Fatalf("no %q on the screen:\n%s", text, screen)
	return 0, 0
}

// Defaults returns the default settings of a domain.
func Defaults(t testing.TB, domain string) settings.Settings {
	t.Helper()
	return testutil.Get(settings.Defaults(domain))(t)
}

// Load loads a text as a file into an engine and returns the default settings of the file.
func Load(t testing.TB, e *analysis.Engine, name, text string) settings.Settings {
	t.Helper()
	source := analysis.Source{
		Name: name,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
	}
	return settings.FileDefaults(testutil.Get(e.Load(t.Context(), source, nil))(t))
}

package tui

import (
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/screen"
)

// TestPreferencesChangeLive: a theme typed while the app runs takes hold at once, on the
// page, in the lessons and in the command that opens the view again; the state stays.
func TestPreferencesChangeLive(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) {
		c.Theme = screen.ThemeDark
		c.PreferenceArgs = []string{"--theme", "dark"}
	})
	line := func(text string) {
		t.Helper()
		drive.Tell(a, `: "`+text+`" enter`)
	}
	before, state := a.View().Content, a.State
	line("theme light")
	light := a.View().Content
	if a.prompt != nil || light == before || a.State != state {
		t.Fatalf("the prompt is open: %v; the screen is the same: %v", a.prompt != nil, light == before)
	}
	if got := strings.Join(a.args(), " "); !strings.HasSuffix(got, "--theme light") || strings.Contains(got, "dark") {
		t.Errorf("the command has %q", got)
	}
	line("--theme=dark")
	if a.View().Content != before {
		t.Error("dark again is another screen")
	}
	line("glyphs ascii")
	if a.styles.Glyphs() != chart.Plain || strings.Contains(a.View().Content, "λ") {
		t.Error("the screen is not in ASCII")
	}
	line("theme pink")
	a.wants("theme pink: want auto, dark, light or mono")
	a.press("esc")
	line("theme auto")
	a.send(tea.BackgroundColorMsg{Color: color.White})
	line("glyphs braille")
	if a.View().Content == before {
		t.Error("auto does not follow a light background")
	}
}

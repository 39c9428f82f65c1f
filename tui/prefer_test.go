package tui

import (
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/internal/drive"
)

// TestPreferencesChangeLive: a theme typed while the app runs takes hold at once, on the
// page, in the lessons and in the command that opens the view again; the state stays.
func TestPreferencesChangeLive(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) { c.PreferenceArgs = []string{"--theme", "dark"} })
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
	if strings.Contains(looks(`: "glyphs ascii" enter`), "λ") {
		t.Error("the screen is not in ASCII")
	}
	looks(`: "theme pink" enter | theme pink: want auto, dark, light or mono`)
	looks(`esc : "theme auto" enter`)
	a.send(tea.BackgroundColorMsg{Color: color.White})
	if looks(`: "glyphs braille" enter`) == dark {
		t.Error("auto does not follow a light background")
	}
}

package tui

import (
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/screen"
)

// goldenScreens compares whole screens, without colour, with those on file, which were
// looked at. go test ./tui -update writes them anew.
func goldenScreens(t *testing.T, name, sizes string, open func(t *testing.T, width, height int) *app, keys string) {
	t.Helper()
	drive.Screens(t, name, sizes, open, keys, golden.RequireEqual[string])
}

// with returns a func that opens the app with a config.
func with(change func(*Config)) func(t *testing.T, width, height int) *app {
	return func(t *testing.T, width, height int) *app {
		t.Helper()
		return startApp(t, width, height, change)
	}
}

func TestGolden(t *testing.T) {
	for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Block, chart.Plain} {
		goldenScreens(t, "%s/"+screen.GlyphNames()[glyphs], "60x20 80x24 120x36 200x60", with(func(c *Config) { c.Glyphs = glyphs }), ".*3")
	}
}

// TestGoldenDomains has the domains whose values come from rollouts.
func TestGoldenDomains(t *testing.T) {
	for _, domain := range []string{"2048", "mountain-car"} {
		goldenScreens(t, domain+"/%s", "80x24 120x36", with(domainOf(t, domain)), "")
	}
}

// TestGoldenTruncated has data of which some are cut off, which adds a control.
func TestGoldenTruncated(t *testing.T) {
	goldenScreens(t, "%s", "60x20 80x24 120x36", with(func(c *Config) { c.Settings.Problem.MaxSteps = 10 }), `/ "tai" enter right`)
}

// TestGoldenTarget has data of one policy and values of another.
func TestGoldenTarget(t *testing.T) {
	goldenScreens(t, "%s", "60x20 80x24 120x36 200x60", with(func(c *Config) { c.Settings.Problem.Target, c.Settings.Trajectories = 0.7, 100 }), "")
}

// TestGoldenColours keeps the escape sequences, in each theme.
func TestGoldenColours(t *testing.T) {
	for i, theme := range screen.ThemeNames()[1:] {
		t.Run(theme, func(t *testing.T) {
			a := startApp(t, 80, 24, func(c *Config) { c.Theme = screen.Theme(i + 1) })
			a.check()
			golden.RequireEqual(t, a.draw().text)
		})
	}
}

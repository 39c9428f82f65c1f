package tui

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// TestGolden compares whole screens, without colour, with those on file, which
// were looked at. go test ./tui -update writes them anew.
func TestGolden(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Block, chart.Plain} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
				a := startApp(t, size[0], size[1], func(c *Config) { c.Glyphs = glyphs })
				a.press(".", ".", ".")
				golden.RequireEqual(t, a.check())
			})
		}
	}
}

// TestGoldenDomains has the domains whose values come from rollouts.
func TestGoldenDomains(t *testing.T) {
	for _, domain := range []string{"2048", "mountain-car"} {
		for _, size := range [][2]int{{80, 24}, {120, 36}} {
			t.Run(fmt.Sprintf("%s/%dx%d", domain, size[0], size[1]), func(t *testing.T) {
				a := startApp(t, size[0], size[1], func(c *Config) {
					var err error
					if c.Settings, err = analysis.Defaults(domain); err != nil {
						t.Fatal(err)
					}
				})
				golden.RequireEqual(t, a.check())
			})
		}
	}
}

// TestGoldenTruncated has data of which some are cut off, which adds a control.
func TestGoldenTruncated(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			a := startApp(t, size[0], size[1], func(c *Config) { c.Settings.Problem.MaxSteps = 10 })
			a.focus = "tail"
			a.press("right")
			golden.RequireEqual(t, a.check())
		})
	}
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

package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
)

// copied presses keys and returns what the last of them puts on the clipboard.
func (a *app) copied(keys ...string) string {
	a.Helper()
	last := len(keys) - 1
	a.press(keys[:last]...)
	_, cmd := a.Update(drive.KeyPress(keys[last]))
	if cmd == nil {
		a.Fatalf("%q copies nothing", keys)
	}
	return fmt.Sprint(cmd())
}

// loadWalk has the app open a file.
func loadWalk(t *testing.T, name string) func(*Config) {
	return func(c *Config) {
		t.Helper()
		r := must.Have(os.Open(filepath.Join("cli", "testdata", "disk", "walk.jsonl")))(t)
		defer r.Close()
		f := must.Have(c.Engine.Load(name, r))(t)
		c.Settings = analysis.FileDefaults(f)
	}
}

// TestCopyShowsTheCommand finds every piece of the command on the screen, however
// long it is and wherever it is broken.
func TestCopyShowsTheCommand(t *testing.T) {
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
	for _, size := range [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, name := range []string{"walk.jsonl", "a file with spaces and " + strings.Repeat("averylongname", 20) + ".jsonl"} {
			a := startApp(t, size[0], size[1], func(c *Config) {
				loadWalk(t, name)(c)
				for _, gamma := range []float64{.5, .25, .125} {
					s := c.Settings
					s.Gamma, s.Ridge, s.Lambdas = gamma, .0123456789, "0:1:0.05"
					c.Pins = c.Pins.With(s)
				}
			})
			command := a.copied("v", ">", "y")
			if want := drive.CommandLine(a.args()); command != want || !strings.Contains(command, shell.Quote(name)) {
				t.Errorf("copied %q, want %q, which names the file", command, want)
			}
			shown := a.check()
			if !a.overlays.Empty() { // what it is scrolled through
				shown = ansi.Strip(strings.Join(a.overlays.Top().Text(a.styles, size[0]-4), "\n"))
			}
			if !strings.Contains(squeeze(shown), squeeze(command)) {
				t.Errorf("%v: %q is not on the screen in full:\n%s", size, command, shown)
			}
		}
	}
}

// TestGoldenText compares the page in words and numbers with those on file.
func TestGoldenText(t *testing.T) {
	for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
		goldenScreens(t, "%s/"+screen.GlyphNames()[glyphs], "44x40 60x40 80x24 120x36 200x60", with(func(c *Config) {
			c.Glyphs = glyphs
			s := c.Settings
			s.Gamma = .5
			c.Pins = c.Pins.With(s)
		}), "t")
	}
	goldenScreens(t, "recorded%.0s", "80x30", with(loadWalk(t, "walk.jsonl")), "t")
	goldenScreens(t, "hidden%.0s", "80x24", with(func(c *Config) { c.Hidden = true }), "t")
}

// TestTextIsCopied in full, whatever the screen shows of it.
func TestTextIsCopied(t *testing.T) {
	a := startApp(t, 44, 15, func(c *Config) { c.Glyphs = chart.Plain })
	text := a.copied("t", "y")
	for k, c := range a.analysis.Selection.Candidates {
		drive.Wants(t, text, fmt.Sprintf("%3v  %.4f", c.Lambda, c.LOTO), fmt.Sprintf("%.4f", a.analysis.RootMSVE(k)))
	}
	if !strings.Contains(text, a.analysis.Verdict()+"\n") || !strings.HasSuffix(text, "\nlambdascope --states 5\n") {
		t.Errorf("no verdict or command in\n%s", text)
	}
	a.wants("Copied, if your terminal allows it: this")
}

// TestHiddenTextKeepsTheSecret compares the text of two analyses that differ in
// what is hidden alone.
func TestHiddenTextKeepsTheSecret(t *testing.T) {
	a := startApp(t, 120, 60, func(c *Config) { c.Hidden = true })
	text := func() string { return strings.Join(a.onShow().Show(a.Snapshot()).Data().Text(), "\n") }
	before := text()
	other := *a.analysis
	other.Best, other.MSVE = 3, slices.Clone(other.MSVE)
	for k := range other.MSVE {
		other.MSVE[k] *= float64(k + 2)
	}
	a.analysis = &other
	if after := text(); after != before || strings.Contains(before, "MSVE") {
		t.Errorf("the text tells of the truth:\n%s\n%s", before, after)
	}
}

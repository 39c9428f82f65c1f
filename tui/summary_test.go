package tui

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

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
		r := must.Have(os.Open(filepath.Join("cli", "testdata", "walk.jsonl")))(t)
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
		for _, name := range []string{"", "walk.jsonl", "a file with spaces and " + strings.Repeat("averylongname", 20) + ".jsonl"} {
			a := startApp(t, size[0], size[1], func(c *Config) {
				if name != "" {
					loadWalk(t, name)(c)
				}
				for _, gamma := range []float64{.5, .25, .125} {
					s := c.Settings
					s.Gamma, s.Ridge, s.Lambdas = gamma, .0123456789, "0:1:0.05"
					c.Pins = c.Pins.With(s)
				}
			})
			command := a.copied("v", ">", "y")
			if want := shell.Join(append([]string{"lambdascope"}, a.args()...)); command != want {
				t.Errorf("copied %q, want %q", command, want)
			}
			if name != "" && !strings.Contains(command, shell.Quote(name)) {
				t.Errorf("%q does not name the file", command)
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

// TestCopyWithoutAResult has no charts to stand under.
func TestCopyWithoutAResult(t *testing.T) {
	a := startApp(t, 80, 24, func(c *Config) { c.Settings.Trajectories = 1 })
	a.press("y")
	a.wants("Copied, if", "lambdascope --states 5 --trajectories 1")
}

func TestWrapHard(t *testing.T) {
	p := screen.New(screen.ThemeMono, true, chart.Braille)
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"one two three", 7, []string{"one two", "three  "}},
		{"--a-flag --b-flag", 8, []string{"--a-flag", "--b-flag"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh "}},
		{"x abcdefgh y", 3, []string{"x  ", "abc", "def", "gh ", "y  "}},
		{"", 3, []string{"   "}},
		{"λλ見本", 3, []string{"λλ ", "見 ", "本 "}},
		{"a", 0, []string{"a"}},
	} {
		var got []string
		for _, l := range p.WrapHard(chart.InkText, c.text, c.width) {
			got = append(got, ansi.Strip(l))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%q in %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// TestGoldenText compares the page in words and numbers with those on file.
func TestGoldenText(t *testing.T) {
	for _, size := range [][2]int{{44, 40}, {60, 40}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
				a := startApp(t, size[0], size[1], func(c *Config) {
					c.Glyphs = glyphs
					s := c.Settings
					s.Gamma = .5
					c.Pins = c.Pins.With(s)
				})
				a.press("t")
				golden.RequireEqual(t, a.check())
			})
		}
	}
	t.Run("recorded", func(t *testing.T) {
		a := startApp(t, 80, 30, loadWalk(t, "walk.jsonl"))
		a.press("t")
		golden.RequireEqual(t, a.check())
	})
	t.Run("hidden", func(t *testing.T) {
		a := startApp(t, 80, 24, func(c *Config) { c.Hidden = true })
		a.press("t")
		golden.RequireEqual(t, a.check())
	})
}

// TestTextIsCopied in full, whatever the screen shows of it.
func TestTextIsCopied(t *testing.T) {
	a := startApp(t, 44, 15, func(c *Config) { c.Glyphs = chart.Plain })
	text := a.copied("t", "y")
	for k, c := range a.analysis.Selection.Candidates {
		if !strings.Contains(text, fmt.Sprintf("%3v  %.4f", c.Lambda, c.LOTO)) || !strings.Contains(text, fmt.Sprintf("%.4f", a.analysis.RootMSVE(k))) {
			t.Errorf("λ = %v: no row in\n%s", c.Lambda, text)
		}
	}
	if !strings.Contains(text, a.analysis.Verdict()+"\n") || !strings.HasSuffix(text, "\nlambdascope --states 5\n") {
		t.Errorf("no verdict or command in\n%s", text)
	}
	a.wants("Copied, if your terminal allows it: this")
}

func TestTextLeadsToTheExport(t *testing.T) {
	a, f := startExport(t, nil)
	a.press("t", "e")
	a.wants("Wrote explore.csv")
	if len(f.files) != len(exploreFiles(1)) {
		t.Errorf("wrote %q", f.names())
	}
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
	if after := text(); after != before {
		t.Errorf("the text tells of the truth:\n%s\n%s", before, after)
	}
	if strings.Contains(before, "MSVE") {
		t.Errorf("the text tells:\n%s", before)
	}
}

func TestTextRows(t *testing.T) {
	columns := func() []screen.Column {
		return []screen.Column{
			{Bottom: "λ", Cells: []string{"0", "0.5"}},
			{Top: "LOTO", Bottom: "error", Cells: []string{"12", "345678"}},
			{Cells: []string{"tied", ""}, Left: true},
			{Bottom: "more", Cells: []string{"x", "y"}, Spare: 1},
			{Bottom: "most", Cells: []string{"z", "z"}, Spare: 2},
		}
	}
	for width, want := range map[int]string{
		99: "       LOTO\n  λ   error        more  most\n  0      12  tied     x     z\n0.5  345678           y     z",
		28: "       LOTO\n  λ   error        more\n  0      12  tied     x\n0.5  345678           y",
		22: "       LOTO\n  λ   error\n  0      12  tied\n0.5  345678",
		3:  "       LOTO\n  λ   error\n  0      12  tied\n0.5  345678", // nothing more to spare
	} {
		if got := strings.Join(screen.Rows(columns(), width, func(s string) string { return s }), "\n"); got != want {
			t.Errorf("%d wide:\n%s\nwant\n%s", width, got, want)
		}
	}
	rows := screen.Rows(columns(), 99, chart.ASCII)
	if at := strings.Index(rows[1], "lambda"); at != 0 || !strings.HasPrefix(rows[2], "     0  ") {
		t.Errorf("in ASCII:\n%s", strings.Join(rows, "\n"))
	}
}

func TestFixedCells(t *testing.T) {
	inf := math.Inf(1)
	if got := fmt.Sprint(screen.Fixed([]float64{1.23456, -.5, inf, math.NaN(), 1e12}, 3)); got != "[1.235 -0.500 - - 1e+12]" {
		t.Error(got)
	}
	if got := fmt.Sprint(screen.Fixed([]float64{1.23456e-12}, screen.Decimals(1e-13, 2))); got != "[1.235e-12]" {
		t.Error(got)
	}
	for size, want := range map[float64]int{.0123: 3, 1: 1, 99: 0, 1e6: 0, 0: 0, -1: 0, inf: 0} {
		if got := screen.Decimals(size, 2); got != want {
			t.Errorf("%v: %d decimals, want %d", size, got, want)
		}
	}
}

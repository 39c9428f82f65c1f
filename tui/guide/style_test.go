package guide

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/markdown"
	"lambdascope/tui/screen"
)

// TestStyle draws the same text in each theme: code and headings differ
// from it, in each theme in another way.
func TestStyle(t *testing.T) {
	page := must.Have(markdown.Parse([]byte("# λ\n\nλ `code`")))(t)
	seen := make(map[string]screen.Theme)
	for _, theme := range []screen.Theme{screen.ThemeDark, screen.ThemeLight, screen.ThemeMono} {
		lines := page.Lines(40, Style(theme, true, chart.Braille))
		all := strings.Join(lines, "\n")
		if ansi.Strip(all) != "λ\n\nλ code" {
			t.Errorf("%s: %q", screen.ThemeNames()[theme], all)
		}
		if lines[0] == "λ" || strings.HasSuffix(lines[2], " code") || !strings.HasPrefix(lines[2], "λ ") {
			t.Errorf("%s: heading or code are drawn as text: %q", screen.ThemeNames()[theme], all)
		}
		if other, ok := seen[all]; ok {
			t.Errorf("%s and %s look the same", screen.ThemeNames()[theme], screen.ThemeNames()[other])
		}
		seen[all] = theme
	}
	for dark, theme := range map[bool]screen.Theme{true: screen.ThemeDark, false: screen.ThemeLight} {
		auto := strings.Join(page.Lines(40, Style(screen.ThemeAuto, dark, chart.Braille)), "\n")
		if seen[auto] != theme {
			t.Errorf("auto on a dark background (%v) is not %s", dark, screen.ThemeNames()[theme])
		}
	}
	ascii := strings.Join(page.Lines(40, Style(screen.ThemeMono, true, chart.Plain)), "\n")
	if ansi.Strip(ascii) != "lambda\n\nlambda code" {
		t.Errorf("in ASCII: %q", ascii)
	}
}

package screen

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"lambdascope/tui/chart"
)

func TestBroken(t *testing.T) {
	p := New(ThemeMono, true, chart.Braille)
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"the best, λ = 0.2", 14, []string{"the best,", "λ = 0.2"}},
		{"errors of .13 ± .02", 15, []string{"errors of", ".13 ± .02"}},
		{"Wrote lambdascope-1-values.csv", 20, []string{"Wrote", "lambdascope-1-values.csv"}},
		{"one line", 8, []string{"one line"}},
	} {
		if got := p.Break(c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// TestBrokenLosesNothing and keeps to the width where the words do.
func TestBrokenLosesNothing(t *testing.T) {
	p := New(ThemeMono, true, chart.Braille)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zλ.;-]{1,9}`), 1, 30).Draw(t, "words")
		width := rapid.IntRange(10, 60).Draw(t, "width")
		lines := p.Break(strings.Join(words, " "), width)
		if got := strings.Fields(strings.Join(lines, " ")); !slices.Equal(got, words) {
			t.Fatalf("%q from %q", got, words)
		}
		for _, l := range lines {
			if w := ansi.StringWidth(strings.TrimRight(l, " ")); w > width {
				t.Fatalf("%d cells in %d: %q", w, width, l)
			}
		}
	})
}

func TestClauses(t *testing.T) {
	p := New(ThemeMono, true, chart.Braille)
	const text = "First of all; then more. And the last."
	for _, c := range []struct {
		width, rows int
		want        string
	}{
		{40, 1, text},
		{30, 1, "First of all; then more."},
		{20, 1, "First of all."},
		{20, 2, text},
		{8, 1, text}, // which the ellipsis then cuts
		{40, 0, text},
	} {
		if got := p.Clauses(text, c.width, c.rows); got != c.want {
			t.Errorf("%d×%d: %q, want %q", c.width, c.rows, got, c.want)
		}
	}
}

// TestBreakSimple compares with the library, which takes any text.
func TestBreakSimple(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
			" ", " ", "  ", "a", "bc", "λ̂", "MSVE", "(±", "longer-word", "\u00a0", "≤", "\u2011", "…",
		}), 0, 30).Draw(t, "pieces"), "")
		width := rapid.IntRange(1, 20).Draw(t, "width")
		want := strings.Split(ansi.Wordwrap(strings.ReplaceAll(text, "-", "\u2011"), width, ""), "\n")
		got, ok := breakSimple(text, width)
		for i, l := range got {
			got[i] = strings.ReplaceAll(l, "-", "\u2011")
		}
		if !ok || !slices.Equal(got, want) {
			t.Fatalf("%q in %d: %q, %v, want %q", text, width, got, ok, want)
		}
	})
}

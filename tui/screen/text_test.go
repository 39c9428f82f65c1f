package screen

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"lambdascope/tui/chart"
)

// TestBroken breaks texts into lines, soft at words that belong together, and hard.
func TestBroken(t *testing.T) {
	p := New(ThemeMono, true, chart.Braille, colorprofile.TrueColor)
	hard := func(text string, width int) []string {
		var out []string
		for _, l := range p.WrapAll(chart.InkText, text, width) {
			out = append(out, ansi.Strip(l))
		}
		return out
	}
	for _, c := range []struct {
		text  string
		width int
		do    func(text string, width int) []string
		want  string
	}{
		{"the best, λ = 0.2", 14, p.Break, "the best,|λ = 0.2"},
		{"Wrote lambdascope-1-values.csv", 20, p.Break, "Wrote|lambdascope-1-values|.csv"},
		{"one line", 8, p.Break, "one line"},
		{"--a-flag --b-flag", 8, hard, "--a-flag|--b-flag"},
		{"x abcdefgh y", 3, hard, "x  |abc|def|gh |y  "},
		{"λλ見本", 3, hard, "λλ |見 |本 "},
	} {
		if got := strings.Join(c.do(c.text, c.width), "|"); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// TestBrokenLosesNothing and keeps to the width where the words do. Simple texts are broken
// as the library does it.
func TestBrokenLosesNothing(t *testing.T) {
	p := New(ThemeMono, true, chart.Braille, colorprofile.TrueColor)
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

// TestFold folds a text at a blank line after its middle. A text that fills both columns stays as it is.
func TestFold(t *testing.T) {
	text := []string{"a", "b", "c", "", "d", "e"}
	for rows, want := range map[int]string{9: "a    d|b    e|c", 3: "a    |b    d|c    e"} {
		if got := strings.Join(Fold(text, 1, rows), "|"); got != want {
			t.Errorf("%d rows: %q, want %q", rows, got, want)
		}
	}
}

package screen

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"lambdascope/tui/chart"
)

// TestBroken breaks texts into lines, soft at words that belong together, and hard.
func TestBroken(t *testing.T) {
	p := New(ThemeMono, true, chart.Braille)
	hard := func(text string, width int) []string {
		var out []string
		for _, l := range p.WrapHard(chart.InkText, text, width) {
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
		{"Wrote lambdascope-1-values.csv", 20, p.Break, "Wrote|lambdascope-1-values.csv"},
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

// TestNumbers: a number has as many digits as what is not known of it needs.
func TestNumbers(t *testing.T) {
	with := func(v, lo, hi float64) string {
		number, interval := WithInterval(v, lo, hi)
		return number + interval
	}
	for _, c := range [][2]string{
		{Approx(0, 3), "0"}, {Approx(.08641, 3), ".0864"}, {Approx(-.5, 2), "-.50"}, {Approx(1, 3), "1.00"},
		{Approx(.99996, 3), "1.000"}, {Approx(-20.04, 3), "-20.0"}, {Approx(100.2, 3), "100"},
		{Approx(1234567, 3), "1.23e+06"}, {Approx(1e-7, 2), "1e-07"}, {Approx(1.5e-10, 2), "1.5e-10"},
		{Signed(-10.5, 3), "-10.5"},
		{with(.1059, .0898, .12), ".106 (95 %: .090 to .120)"}, {with(.1059, math.NaN(), math.NaN()), ".106"},
		{WithError(.0011, .00014), ".00110 ± .00014"}, {WithError(.001083, .000048), ".001083 ± .000048"},
		{WithError(2.37e-6, 5.4e-7), "2.4e-06 ± 5.4e-07"}, {WithError(12, 0), "12 ± 0"}, {WithError(-.004, .14), ".00 ± .14"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
	for size, want := range map[float64]int{.0123: 3, 1: 1, 99: 0, 1e6: 0, 0: 0, -1: 0, math.Inf(1): 0} {
		if got := Decimals(size, 2); got != want {
			t.Errorf("%v: %d decimals, want %d", size, got, want)
		}
	}
}

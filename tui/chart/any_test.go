package chart_test

import (
	"flag"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/anychart"
)

// long is for 30,000 random charts instead of 100.
var long = flag.Bool("long", false, "also run what takes long")

// TestDrawTakesAnything checks that any chart has the requested size, and is ASCII with plain
// glyphs.
func TestDrawTakesAnything(t *testing.T) {
	colours := func(i chart.Ink) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(lipgloss.ANSIColor(int(i) + 1))
	}
	if *long {
		before := flag.Lookup("rapid.checks").Value.String()
		testutil.Check(t, flag.Set("rapid.checks", "30000"))
		defer flag.Set("rapid.checks", before)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := anychart.Spec(t)
		w, h := rapid.IntRange(-2, 69).Draw(t, "w"), rapid.IntRange(-2, 24).Draw(t, "h")
		o := chart.Options{Glyphs: chart.Glyphs(rapid.IntRange(0, 1).Draw(t, "glyphs")), Style: colours}
		d := s.Draw(w, h, o)
		if w, h = max(w, 0), max(h, 0); len(d.Lines) != h || d.Plot.Min.X < 0 || d.Plot.Min.Y < 0 || d.Plot.Max.X > w || d.Plot.Max.Y > h {
			t.Fatalf("%d lines, the plot is %v, want %d×%d", len(d.Lines), d.Plot, w, h)
		}
		for _, l := range d.Lines {
			if got := ansi.StringWidth(l); got != w || o.Glyphs == chart.Plain && strings.ContainsFunc(l, func(r rune) bool { return r >= 0x80 }) {
				t.Fatalf("%d wide, want %d: %q", got, w, l)
			}
		}
	})
}

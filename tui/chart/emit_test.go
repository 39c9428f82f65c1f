package chart

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
)

// TestGaps: short gaps in a run of an ink belong to it, where they look like any
// others; long ones, those between inks and those beside a band do not.
func TestGaps(t *testing.T) {
	style := func(i Ink) lipgloss.Style {
		s := lipgloss.NewStyle().Foreground(lipgloss.ANSIColor(i))
		if i == InkBand {
			s = s.Background(lipgloss.ANSIColor(i))
		}
		return s
	}
	run := func(ink Ink, text string) string { return style(ink).Render(text) }
	c := newCanvas(40, 1, nil)
	c.set(0, 0, 'a', InkTruth)
	c.set(2, 0, 'b', InkTruth)
	c.set(3+longestGap, 0, 'c', InkTruth)   // as long a gap as there may be
	c.set(5+2*longestGap, 0, 'd', InkTruth) // a longer one
	c.set(24, 0, 'e', InkEstimate)
	c.shade(26, 0, '░', InkBand)
	c.shade(28, 0, '░', InkBand)
	c.shade(30, 0, '░', InkTruth)
	c.set(30, 0, 'f', InkTruth)
	c.set(32, 0, 'g', InkTruth)
	p := painter{Spec: &Spec{}, Options: Options{Style: style, Workspace: NewWorkspace()}, c: c}
	long := strings.Repeat(" ", longestGap)
	want := run(InkTruth, "a b"+long+"c") + long + " " + run(InkTruth, "d") + "  " + run(InkEstimate, "e") + " " +
		run(InkBand, "░") + " " + run(InkBand, "░") + " " +
		style(InkTruth).Background(style(InkTruth).GetBackground()).Render("f") + " " + run(InkTruth, "g") + strings.Repeat(" ", 7)
	if got := p.emit(); len(got) != 1 || got[0] != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

package markdown

import (
	"slices"
	"testing"

	"charm.land/lipgloss/v2"

	"lambdascope/tui/chart"
)

// FuzzDraw draws any text at any width: no line is too wide or steers the
// terminal, and two drawings are alike.
func FuzzDraw(f *testing.F) {
	f.Add(sample(f), 60, false)
	f.Add("> - 1. a\n>   b\n\n|a|b|\n|-|-|\n|λ̂|漢|", 9, true)
	f.Add("[](0000)00", 0, false)
	f.Add("[a](b)![c](d)<e>`f`\x00\x1b\u202e", 0, false)
	f.Fuzz(func(t *testing.T, text string, width int, ascii bool) {
		d, err := Parse([]byte(text))
		if err != nil {
			return
		}
		width = max(minWidth, min(width, 300))
		s := Style{Code: lipgloss.NewStyle().Bold(true), Target: target}
		if ascii {
			s.Characters = chart.ASCII
		}
		lines := d.Lines(width, s)
		checkLines(t, lines, width)
		if !slices.Equal(lines, d.Lines(width, s)) {
			t.Error("two drawings differ")
		}
	})
}

package screen

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// Fill pads lines with blank ones, or cuts them, to a number of rows.
func (p *Styles) Fill(lines []string, width, rows int) []string {
	for len(lines) < rows {
		lines = append(lines, strings.Repeat(" ", width))
	}
	return lines[:rows]
}

// Faded returns lines in one faint ink, whatever they had: those of what is out of
// date.
func (p *Styles) Faded(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = p.Render(chart.InkFaint, ansi.Strip(l))
	}
	return out
}

// Beside joins two blocks of lines of the same height, with a separator.
func Beside(left, right []string, separator string) []string {
	out := make([]string, min(len(left), len(right)))
	for i := range out {
		out[i] = left[i] + separator + right[i]
	}
	return out
}

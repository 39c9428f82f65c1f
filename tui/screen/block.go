package screen

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// Fill pads lines with blank ones, or cuts them, to a number of rows.
func (p *Styles) Fill(lines []string, width, rows int) []string {
	if len(lines) < rows {
		blank := strings.Repeat(" ", width)
		lines = slices.Grow(lines, rows-len(lines))
		for len(lines) < rows {
			lines = append(lines, blank)
		}
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

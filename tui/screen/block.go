package screen

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// Fill appends blank lines, or cuts lines, to a number of rows.
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

// Faded returns lines in a faint ink without their styles, for results that are out of date.
func (p *Styles) Faded(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = p.Render(chart.InkFaint, ansi.Strip(l))
	}
	return out
}

// Beside joins blocks of lines side by side, with a separator. It drops rows below the end of the lowest
// block.
func Beside(separator string, blocks ...[]string) []string {
	n := len(blocks[0])
	for _, b := range blocks {
		n = min(n, len(b))
	}
	rows := make([]string, n)
	parts := make([]string, len(blocks))
	for i := range rows {
		for k, b := range blocks {
			parts[k] = b[i]
		}
		rows[i] = strings.Join(parts, separator)
	}
	return rows
}

package report

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Column is a column of text: its cells from the top, as many as in its
// neighbours.
type Column struct {
	Cells []string
	Left  bool // aligned to the left; numbers are to the right
}

// Align sets columns side by side with a gap between them, by their width on a
// terminal, a line for each row.
func Align(columns []Column, gap string) []string {
	if len(columns) == 0 {
		return nil
	}
	lines := make([]strings.Builder, len(columns[0].Cells))
	for i, c := range columns {
		width := 0
		for _, t := range c.Cells {
			width = max(width, ansi.StringWidth(t))
		}
		for k, t := range c.Cells {
			if i > 0 {
				lines[k].WriteString(gap)
			}
			space := strings.Repeat(" ", width-ansi.StringWidth(t))
			if c.Left {
				t += space
			} else {
				t = space + t
			}
			lines[k].WriteString(t)
		}
	}
	out := make([]string, len(lines))
	for k := range lines {
		out[k] = strings.TrimRight(lines[k].String(), " ")
	}
	return out
}

package cli

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// columns are a table whose cells are aligned by their width on the screen.
type columns struct {
	list []column
}

// column is a heading of two lines over cells, one per row.
type column struct {
	top, bottom string
	cells       []string
	left        bool // aligned to the left; numbers are to the right
}

// add adds a column.
func (c *columns) add(col column) { c.list = append(c.list, col) }

// columnGap stands between columns.
const columnGap = "   "

// lines returns the two lines of headings and one line per row.
func (c *columns) lines() (headings, rows []string) {
	if len(c.list) == 0 {
		return nil, nil
	}
	all := make([][]string, 2+len(c.list[0].cells))
	for _, col := range c.list {
		texts := append([]string{col.top, col.bottom}, col.cells...)
		width := 0
		for _, t := range texts {
			width = max(width, lipgloss.Width(t))
		}
		for i, t := range texts {
			space := strings.Repeat(" ", width-lipgloss.Width(t))
			if col.left {
				t += space
			} else {
				t = space + t
			}
			all[i] = append(all[i], t)
		}
	}
	out := make([]string, len(all))
	for i, cells := range all {
		out[i] = strings.TrimRight(strings.Join(cells, columnGap), " ")
	}
	return out[:2], out[2:]
}

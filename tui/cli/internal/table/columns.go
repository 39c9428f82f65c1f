package table

import "lambdascope/tui/report"

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
	var all []report.Column
	for _, col := range c.list {
		all = append(all, report.Column{Cells: append([]string{col.top, col.bottom}, col.cells...), Left: col.left})
	}
	lines := report.Align(all, columnGap)
	return lines[:2], lines[2:]
}

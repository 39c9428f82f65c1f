package screen

import "lambdascope/tui/report"

// CellGap stands between the cells of a row, and nowhere in prose.
const CellGap = "  "

// Column is a column of a table in a text.
type Column struct {
	Top, Bottom string // the heading
	Cells       []string
	Left        bool // aligned to the left; numbers are to the right
	Spare       int  // the columns with the largest go first where there is no room; 0 stays
}

// Rows sets columns as rows: two of headings and one for each cell, in the
// characters that text maps to. Columns to spare are left out until the rows are no
// wider than a width.
func Rows(columns []Column, width int, text func(string) string) []string {
	for i := range columns {
		c := &columns[i]
		c.Top, c.Bottom = text(c.Top), text(c.Bottom)
		cells := make([]string, len(c.Cells))
		for k, cell := range c.Cells {
			cells[k] = text(cell)
		}
		c.Cells = cells
	}
	for {
		rows := align(columns)
		worst := 0
		for i, c := range columns {
			if c.Spare > columns[worst].Spare {
				worst = i
			}
		}
		if Widest(rows) <= width || columns[worst].Spare == 0 {
			return rows
		}
		columns = append(columns[:worst:worst], columns[worst+1:]...)
	}
}

func align(columns []Column) []string {
	var all []report.Column
	for _, c := range columns {
		all = append(all, report.Column{Cells: append([]string{c.Top, c.Bottom}, c.Cells...), Left: c.Left})
	}
	return report.Align(all, CellGap)
}

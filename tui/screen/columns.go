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
	for {
		rows := Align(columns, CellGap, text)
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

// Align sets columns as rows, all of them, with a gap between their cells.
func Align(columns []Column, gap string, text func(string) string) []string {
	var all []report.Column
	for _, c := range columns {
		cells := append([]string{c.Top, c.Bottom}, c.Cells...)
		for k, cell := range cells {
			cells[k] = text(cell)
		}
		all = append(all, report.Column{Cells: cells, Left: c.Left})
	}
	return report.Align(all, gap)
}

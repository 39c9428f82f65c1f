package screen

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// CellGap stands between the cells of a row, and nowhere in prose.
const CellGap = "  "

// Column is a column of a table. All columns of a table have the same number of cells. A cell may have
// several lines.
type Column struct {
	Top, Bottom string // the heading
	Cells       []string
	Left        bool // aligned to the left; numbers are to the right
}

// Table lays out columns with a gap between columns, and returns up to two lines of headings and the rows.
// The function text maps cells to the characters of the terminal. Table does without Lip Gloss's table,
// because that takes as many lines of code and 20 to 150 times as long: 4 s for 30,000 rows.
func Table(columns []Column, gap string, text func(string) string) (headings, rows []string) {
	heights := make([]int, 2+len(columns[0].Cells)) // in lines
	cells := make([][]string, len(columns))
	for i, c := range columns {
		cells[i] = append([]string{c.Top, c.Bottom}, c.Cells...)
		for k, cell := range cells[i] {
			cells[i][k] = text(cell)
			heights[k] = max(heights[k], lipgloss.Height(cell))
		}
	}
	var blocks []string
	for i, c := range columns {
		for k, height := range heights {
			cells[i][k] += strings.Repeat("\n", height-lipgloss.Height(cells[i][k]))
		}
		side := lipgloss.Right
		if c.Left {
			side = lipgloss.Left
		}
		if i > 0 {
			blocks = append(blocks, gap)
		}
		blocks = append(blocks, lipgloss.JoinVertical(side, cells[i]...))
	}
	lines := strings.Split(lipgloss.JoinHorizontal(lipgloss.Top, blocks...), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	headings = slices.DeleteFunc(lines[:2:2], func(line string) bool { return line == "" })
	return headings, lines[2:]
}

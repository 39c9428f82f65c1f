package markdown

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"lambdascope/tui/screen"
)

// table draws a table. It narrows the widest columns of a table that is too wide, and cuts lines that are too
// wide with columns of one cell. Blank lines separate rows with several broken cells, because readers could
// not tell the rows apart otherwise.
func (p painter) table(t *tables.Table, width int) []string {
	columns := make([]screen.Column, len(t.Alignments))
	widths := make([]int, len(columns))
	total := len(screen.CellGap) * (len(columns) - 1)
	rows := p.In(t)
	for k := range columns {
		columns[k].Left = t.Alignments[k] != tables.AlignRight
		widths[k] = 1
		for i, row := range rows {
			text := ""
			if cells := p.In(row); k < len(cells) {
				text = p.cell(cells[k], i == 0)
			}
			columns[k].Cells = append(columns[k].Cells, text)
			widths[k] = max(widths[k], lipgloss.Width(text))
		}
		total += widths[k]
	}
	for ; total > width && slices.Max(widths) > 1; total-- {
		widths[slices.Index(widths, slices.Max(widths))]--
	}
	head := 0
	roomy := false
	for i := range rows {
		broken := 0
		for k, c := range columns {
			lines := screen.Break(c.Cells[i], widths[k])
			c.Cells[i] = strings.Join(lines, "\n")
			if i == 0 {
				head = max(head, len(lines))
			} else if len(lines) > 1 {
				broken++
			}
		}
		roomy = roomy || broken > 1
	}
	if roomy {
		for i := 1; i < len(rows)-1; i++ {
			for _, c := range columns {
				c.Cells[i] += "\n"
			}
		}
	}
	_, lines := screen.Table(columns, screen.CellGap, func(text string) string { return text })
	lines = slices.Insert(lines, head, p.rule(min(total, width)))
	for i, line := range lines {
		lines[i] = ansi.Truncate(line, width, "")
	}
	return lines
}

// cell returns the text of a cell. A cell of code alone needs no backticks.
func (p painter) cell(cell ast.Node, heading bool) string {
	p.bare = !slices.ContainsFunc(p.In(cell), func(n ast.Node) bool {
		return n.Kind() != ast.KindCodeSpan && strings.Trim(p.TextOf(n), ", ") != ""
	})
	style := p.Text
	if heading {
		style = style.Bold(true)
	}
	return p.inline(cell, style)
}

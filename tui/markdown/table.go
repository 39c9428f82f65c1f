package markdown

import (
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

// columnGap is between columns.
const columnGap = 2

// table draws a table with its columns side by side. Where there is no room for that, the
// widest columns become narrower, and what has no room for a character in each is cut.
func (p painter) table(t *tables.Table, width int) []string {
	var rows [][][]word // of the heading and the others, by column
	widths := make([]int, len(t.Alignments))
	for i, row := range p.In(t) {
		rows = append(rows, make([][]word, len(widths)))
		for k, cell := range p.In(row) {
			rows[i][k] = p.cell(cell, i == 0)
			whole := strings.Join(p.fill(rows[i][k], p.Text, math.MaxInt), "\n")
			widths[k] = max(widths[k], 1, lipgloss.Width(whole))
		}
	}
	total := columnGap * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > width; total-- {
		widest := slices.Max(widths)
		if widest == 1 {
			break
		}
		widths[slices.Index(widths, widest)]--
	}
	filled, roomy := make([][][]string, len(rows)), false
	for i, row := range rows {
		broken := 0
		for k, words := range row {
			lines := p.fill(words, p.Text, widths[k])
			if len(lines) > 1 {
				broken++
			}
			filled[i] = append(filled[i], lines)
		}
		roomy = roomy || broken > 1 && i > 0
	}
	out := append(sideBySide(filled[0], widths, t.Alignments), p.rule(min(total, width)))
	for i, row := range filled[1:] {
		if roomy && i > 0 {
			out = append(out, "")
		}
		out = append(out, sideBySide(row, widths, t.Alignments)...)
	}
	for i, line := range out {
		out[i] = ansi.Truncate(line, width, "")
	}
	return out
}

// cell returns the words of a cell. Code that is all of a cell needs no backticks.
func (p painter) cell(cell ast.Node, heading bool) []word {
	l := look(0)
	if heading {
		l = strong
	}
	b := breaker{painter: p, bare: true}
	words := b.words(cell, l)
	for _, w := range words {
		for _, r := range w.runs {
			if r.look&(code|faint) == 0 && r.text != "," {
				return p.words(cell, l)
			}
		}
	}
	return words
}

// sideBySide joins the cells of a row.
func sideBySide(cells [][]string, widths []int, align []tables.Alignment) []string {
	height := 1
	for _, c := range cells {
		height = max(height, len(c))
	}
	out := make([]string, height)
	for row := range out {
		space := 0 // before the next text; none at the end of a line
		for i, c := range cells {
			if row >= len(c) {
				space += widths[i] + columnGap
				continue
			}
			left, right := 0, widths[i]-ansi.StringWidth(c[row])
			switch align[i] {
			case tables.AlignRight:
				left, right = right, 0
			case tables.AlignCenter:
				left, right = right/2, right-right/2
			}
			out[row] += strings.Repeat(" ", space+left) + c[row]
			space = right + columnGap
		}
	}
	return out
}

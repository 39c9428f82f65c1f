package markdown

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

// Between columns, if there is room and if not.
const (
	columnGap = 2
	narrowGap = 1
)

// maxLeast is the widest word that a column makes room for. One that is wider can
// be broken, into parts of half of it or more.
const maxLeast = 24

// column is what is known of a column's width.
type column struct {
	least   int // for its longest word
	natural int // of its longest cell on one line
	width   int // as it is drawn
}

// table draws a table with its columns side by side, or where there is no room for
// that with the cells of each row below one another.
func (p painter) table(t *tables.Table, width int) []string {
	var rows [][][]word // of the heading and the others, by column
	for i, row := range p.In(t) {
		rows = append(rows, make([][]word, len(t.Alignments)))
		for k, cell := range p.In(row) {
			rows[i][k] = p.cell(cell, i == 0)
		}
	}
	columns := measure(rows)
	gap := columnGap
	if !share(columns, width, gap) {
		gap = narrowGap
		if !share(columns, width, gap) {
			return p.records(t, width)
		}
	}
	filled, roomy := make([][][]string, len(rows)), false
	for i, row := range rows {
		broken := 0
		for k, words := range row {
			lines := p.fill(words, p.Text, columns[k].width)
			if len(lines) > 1 {
				broken++
			}
			filled[i] = append(filled[i], lines)
		}
		roomy = roomy || broken > 1 && i > 0
	}
	total := gap * (len(columns) - 1)
	for _, c := range columns {
		total += c.width
	}
	out := append(sideBySide(filled[0], columns, t.Alignments, gap), p.rule(min(total, width)))
	for i, row := range filled[1:] {
		if roomy && i > 0 {
			out = append(out, "")
		}
		out = append(out, sideBySide(row, columns, t.Alignments, gap)...)
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

// measure returns the columns of a table of words.
func measure(rows [][][]word) []column {
	columns := make([]column, len(rows[0]))
	for i := range columns {
		c := &columns[i]
		c.least, c.natural = 1, 1
		for _, row := range rows {
			used := 0
			for _, w := range row[i] {
				least := w.width
				if least > maxLeast {
					least = maxLeast / 2
				}
				c.least = max(c.least, least)
				if w.start {
					used = 0
				}
				if used > 0 {
					used++
				}
				used += w.width
				c.natural = max(c.natural, used)
			}
		}
	}
	return columns
}

// share gives columns a width: all that they can use if there is room, else narrow
// ones all of it and wide ones equal shares of the rest. It returns false where
// the longest words have no room.
func share(columns []column, width, gap int) bool {
	room := width - gap*(len(columns)-1)
	least, most := 0, 0
	for _, c := range columns {
		least += c.least
		most = max(most, c.natural)
	}
	if least > room {
		return false
	}
	total := func(limit int) (sum int) {
		for i, c := range columns {
			columns[i].width = min(c.natural, max(c.least, limit))
			sum += columns[i].width
		}
		return sum
	}
	low, high := 0, most // total(low) has room
	for low < high {
		if middle := (low + high + 1) / 2; total(middle) <= room {
			low = middle
		} else {
			high = middle - 1
		}
	}
	left := room - total(low)
	for i := range columns {
		if left > 0 && columns[i].width < columns[i].natural {
			columns[i].width++
			left--
		}
	}
	return true
}

// sideBySide joins the cells of a row.
func sideBySide(cells [][]string, columns []column, align []tables.Alignment, gap int) []string {
	height := 1
	for _, c := range cells {
		height = max(height, len(c))
	}
	out := make([]string, height)
	for row := range out {
		space := 0 // before the next text; none at the end of a line
		for i, c := range cells {
			if row >= len(c) {
				space += columns[i].width + gap
				continue
			}
			left, right := 0, columns[i].width-ansi.StringWidth(c[row])
			switch align[i] {
			case tables.AlignRight:
				left, right = right, 0
			case tables.AlignCenter:
				left, right = right/2, right-right/2
			}
			out[row] += strings.Repeat(" ", space+left) + c[row]
			space = right + gap
		}
	}
	return out
}

// records draws each row of a table as lines of "heading: cell". The cell of the
// first column stands above the others.
func (p painter) records(t *tables.Table, width int) []string {
	var out []string
	rows := p.In(t)
	names := p.In(rows[0])
	for i, row := range rows[1:] {
		if i > 0 {
			out = append(out, "")
		}
		for k, cell := range p.In(row) {
			if !cell.HasChildren() {
				continue
			}
			if k == 0 {
				out = append(out, p.fill(p.words(cell, strong), p.Text, width)...)
				continue
			}
			b := breaker{painter: p}
			if name := strings.TrimSpace(p.TextOf(names[k])); name != "" {
				b.text(name+": ", 0)
			}
			words := b.words(cell, 0)
			const indent = "  "
			out = append(out, hung(indent, indent, width, func(width int) []string { return p.fill(words, p.Text, width) })...)
		}
	}
	return out
}

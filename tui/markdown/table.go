package markdown

import "strings"

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
func (s Style) table(t Table, width int) []line {
	columns := s.columns(t)
	gap := columnGap
	if !share(columns, width, gap) {
		gap = narrowGap
		if !share(columns, width, gap) {
			return s.records(t, width)
		}
	}
	rows := make([][][]line, 0, 1+len(t.Rows))
	roomy := false
	for i, row := range append([][]Cell{t.Head}, t.Rows...) {
		cells := make([][]line, len(row))
		broken := 0
		for k, c := range row {
			if i == 0 {
				c = emphasized(c)
			}
			cells[k] = s.fill(s.cellWords(c), s.Text, columns[k].width)
			if len(cells[k]) > 1 {
				broken++
			}
		}
		roomy = roomy || broken > 1 && i > 0
		rows = append(rows, cells)
	}
	var out []line
	for i, cells := range rows {
		if roomy && i > 1 {
			out = append(out, line{})
		}
		out = append(out, sideBySide(cells, columns, t.Align, gap)...)
		if i == 0 {
			total := gap * (len(columns) - 1)
			for _, c := range columns {
				total += c.width
			}
			out = append(out, s.rule(min(total, width)))
		}
	}
	return out
}

// emphasized returns the text of a heading of a column.
func emphasized(c Cell) Cell {
	out := make(Cell, len(c))
	for i, span := range c {
		span.Strong = true
		out[i] = span
	}
	return out
}

// cellWords returns the words of a cell. Code that is all of a cell needs no
// backticks.
func (s Style) cellWords(c Cell) []word {
	for _, span := range c {
		if !span.Code && strings.Trim(span.Text, " ,") != "" {
			return s.words(c)
		}
	}
	return (&breaker{style: s, bare: true}).spans(c)
}

// columns measures the columns of a table.
func (s Style) columns(t Table) []column {
	columns := make([]column, len(t.Head))
	for _, row := range append([][]Cell{t.Head}, t.Rows...) {
		for i, cell := range row {
			used := 0
			for _, w := range s.cellWords(cell) {
				least := w.width
				if least > maxLeast {
					least = maxLeast / 2
				}
				columns[i].least = max(columns[i].least, least)
				if w.start {
					used = 0
				}
				if used > 0 {
					used++
				}
				used += w.width
				columns[i].natural = max(columns[i].natural, used)
			}
		}
	}
	for i := range columns {
		columns[i].least = max(1, columns[i].least)
		columns[i].natural = max(1, columns[i].natural)
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
func sideBySide(cells [][]line, columns []column, align []Align, gap int) []line {
	height := 1
	for _, c := range cells {
		height = max(height, len(c))
	}
	out := make([]line, height)
	for row := range out {
		space := 0 // before the next text; none at the end of a line
		for i, c := range cells {
			var l line
			if row < len(c) {
				l = c[row]
			}
			left, right := 0, columns[i].width-l.width
			switch align[i] {
			case AlignRight:
				left, right = right, 0
			case AlignCenter:
				left, right = right/2, right-right/2
			}
			if l.width > 0 {
				out[row] = l.pad(space+left, 0).after(out[row])
				space = right + gap
			} else {
				space += columns[i].width + gap
			}
		}
	}
	return out
}

// records draws each row of a table as lines of "heading: cell". The cell of the
// first column stands above the others.
func (s Style) records(t Table, width int) []line {
	var out []line
	for i, row := range t.Rows {
		if i > 0 {
			out = append(out, line{})
		}
		for k, cell := range row {
			if len(cell) == 0 {
				continue
			}
			if k == 0 {
				out = append(out, s.flow(emphasized(cell), s.Text, width)...)
				continue
			}
			text := cell
			if name := strings.TrimSpace(Plain(t.Head[k])); name != "" {
				text = append(Cell{{Text: name + ": "}}, cell...)
			}
			const indent = 2
			space := line{}.pad(indent, 0)
			out = append(out, hung(space, space, width, func(width int) []line {
				return s.flow(text, s.Text, width)
			})...)
		}
	}
	return out
}

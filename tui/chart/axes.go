package chart

import (
	"math"
	"slices"
)

// label is a tick in cells: the cell on its axis and, on the x axis, the first cell of its text.
type label struct {
	at, start int
	text      text // empty for a tick without label
	mark      Marker
	ink       Ink
}

// labels returns the ticks inside the plot.
func (p *painter) labels(ts []Tick, cell func(float64) (int, bool)) []label {
	ls := make([]label, 0, len(ts))
	for _, t := range ts {
		if at, ok := cell(t.Value); ok {
			l := label{at: at, text: p.text(t.Name), mark: t.Mark, ink: InkFaint}
			if t.Zero {
				l.ink = InkSelected
			}
			ls = append(ls, l)
		}
	}
	return ls
}

// yLabels returns the ticks of the left axis: those of the row layout or, without one, about as
// many as suit the height.
func (p *painter) yLabels() []label {
	if p.rowTicks != nil {
		return p.labels(p.rowTicks, p.plot.row)
	}
	h, y := p.plot.Dy(), p.plot.y
	if len(p.Y.Ticks) > 0 { // which may lie beyond the centres of the outer rows
		y = p.yRange
	}
	return p.labels(p.YTicks(y, max(2, min(11, h/3+1)), max(2, h), func(a, b Tick) bool {
		before, _ := p.plot.row(a.Value)
		row, _ := p.plot.row(b.Value)
		return before != row
	}), p.plot.row)
}

// xLabels returns the ticks of the x axis, as many as fit side by side, and the label of the
// cursor. That label clears the labels below it.
func (p *painter) xLabels() []label {
	ls := p.labels(p.XTicks(p.xRange, min(12, p.plot.Dx()/3), p.apart), p.plot.col)
	p.centre(ls)
	if p.Cursor == nil {
		return ls
	}
	at, ok := p.plot.col(*p.Cursor)
	if !ok {
		return ls
	}
	name := number(*p.Cursor, 6)
	if i := slices.Index(p.X.Ticks, *p.Cursor); i >= 0 && i < len(p.X.Names) {
		name = p.X.Names[i]
	}
	chip := []label{{at: at, text: append(append(text{' '}, p.text(name)...), ' '), ink: InkChip}}
	p.centre(chip)
	from, end := chip[0].start, chip[0].start+len(chip[0].text)
	for i := range ls {
		if ls[i].start < end && from < ls[i].start+len(ls[i].text) {
			ls[i].text = nil
		}
	}
	return append(ls, chip...)
}

// apart reports whether the labels of two ticks fit side by side below the plot.
func (p *painter) apart(a, b Tick) bool {
	ls := p.labels([]Tick{a, b}, p.plot.col)
	p.centre(ls)
	return len(ls) < 2 || ls[0].start+len(ls[0].text) < ls[1].start
}

// centre centres the labels on their ticks, beside the y axis.
func (p *painter) centre(ls []label) {
	for i, l := range ls {
		ls[i].text = l.text.cut(p.plot.Dx())
		n := len(ls[i].text)
		before := n / 2
		if p.plot.slots > 0 { // the middle cell of an even slot is left of the centre
			before = (n - 1) / 2
		}
		ls[i].start = max(p.gutter+1, min(l.at-before, max(p.plot.Max.X, p.c.w-1)-n))
	}
}

// frame draws the axes with their labels. The labels of x stand in the axis line itself, which
// saves a row and keeps the strip right under the plot, or below marks in that line.
func (p *painter) frame() {
	if p.axisRow < 0 {
		return
	}
	for y := p.plot.Min.Y; y < p.plot.Max.Y; y++ {
		p.c.set(p.gutter, y, '│', InkRule)
	}
	for _, l := range p.yTicks {
		p.c.set(p.gutter, l.at, '┤', InkRule)
		p.c.put(p.gutter-1-len(l.text), l.at, l.text, l.ink)
	}
	p.c.set(p.gutter, p.axisRow, '└', InkRule)
	p.c.row(p.gutter+1, max(p.plot.Max.X, p.c.w-1), p.axisRow, '─', InkRule)
	row := p.axisRow
	for _, l := range p.xTicks {
		if l.mark.Drawn() {
			p.c.set(l.at, row, l.mark.rune(), InkText)
		} else {
			p.c.set(l.at, row, '┴', InkRule)
		}
	}
	if p.X.Marks != nil {
		row++
	}
	for _, l := range p.xTicks {
		p.c.put(l.start, row, l.text, l.ink)
		if before := l.start - 1; len(l.text) > 0 && l.text[0] == '-' && before > p.gutter {
			p.c.set(before, row, ' ', InkFaint) // otherwise a minus would look like the axis
		}
	}
	p.axisName(p.axisRow, p.X.Label, InkFaint)
}

// axisName writes the name of a row under the plot if there is room on the left.
func (p *painter) axisName(row int, name string, ink Ink) {
	t := p.text(name)
	if left := p.gutter - 1 - len(t); left >= 0 {
		p.c.put(left, row, t, ink)
	}
}

// drawStrips draws the rows under the axis.
func (p *painter) drawStrips() {
	for i, row := range p.stripRows {
		s := &p.Strips[i]
		switch {
		case s.Marks != nil:
			p.stripMarks(s, row)
		case s.Names != nil:
			p.stripNames(s, row)
		default:
			p.stripBars(s, row)
		}
		p.axisName(row, s.Label, s.Ink)
	}
}

// stripNames draws the texts of a strip, as many as fit side by side.
func (p *painter) stripNames(s *Strip, row int) {
	var ts []Tick
	for i := range s.Len() {
		ts = append(ts, Tick{Value: s.X[i], Name: s.Names[i]})
	}
	thin(ts, p.apart)
	ls := p.labels(ts, p.plot.col)
	p.centre(ls)
	for _, l := range ls {
		p.c.put(l.start, row, l.text, s.Ink)
	}
}

// stripMarks draws the marks of a strip. In a dense strip crosses and runs reach from mark to mark,
// except a run to a cross. Of several marks in a cell a star covers a ring, a ring a run, and a run a
// cross: a cell shows × only if all of its marks are ×.
func (p *painter) stripMarks(s *Strip, row int) {
	for _, m := range []Marker{MarkCross, MarkRun, MarkRing, MarkStar} {
		for i := range s.Len() {
			x, ok := p.plot.col(s.X[i])
			if !ok || s.Marks[i] != m {
				continue
			}
			from, to := x, x
			for _, j := range []int{i - 1, i + 1} {
				if s.Dense && m != MarkStar && j >= 0 && j < s.Len() && (m == MarkCross || s.Marks[j] != MarkCross) {
					beside, _ := p.plot.col(s.X[j])
					from, to = min(from, beside), max(to, beside)
				}
			}
			p.c.row(from, to+1, row, m.rune(), s.Inks[i])
		}
	}
}

// stripBars draws the bars of a strip, the tallest of a cell. Bars are as wide as the columns of a
// stack.
func (p *painter) stripBars(s *Strip, foot int) {
	tall, most, width := map[int]float64{}, 0., 1 // tall is by the first cell of a bar
	for i, y := range s.Y[:s.Len()] {
		from, ok := p.plot.col(s.X[i])
		if ok && p.plot.slots > 0 {
			from, width = p.plot.column(int(s.X[i]))
		}
		if ok && finite(y) {
			tall[from] = max(tall[from], y)
			most = max(most, y)
		}
	}
	for from, y := range tall {
		if y == 0 {
			p.c.set(from, foot, '·', InkFaint)
			continue
		}
		left := max(1, int(math.Round(float64(8*max(1, s.Rows))*y/most))) // in eighths of a row
		for row := foot; left > 0; row-- {
			p.c.row(from, from+width, row, lowerBlocks[min(8, left)], s.Ink)
			left -= 8
		}
	}
}

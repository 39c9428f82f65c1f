package chart

import "slices"

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

// yLabels returns the ticks of the left axis: the ticks of the row layout or, without one, about
// as many as suit the height.
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
		ls[i].start = max(p.gutter+1, min(l.at-before, max(p.plot.Max.X, p.Width-1)-n))
	}
}

// frame draws the axes with their labels. The labels of x stand in the axis line itself, which
// saves a row and keeps the strip right under the plot, or below marks in that line.
func (p *painter) frame() {
	if p.axisRow < 0 {
		return
	}
	for y := p.plot.Min.Y; y < p.plot.Max.Y; y++ {
		p.Set(p.gutter, y, '│', InkRule)
	}
	for _, l := range p.yTicks {
		p.Set(p.gutter, l.at, '┤', InkRule)
		p.put(p.gutter-1-len(l.text), l.at, l.text, l.ink)
	}
	p.Set(p.gutter, p.axisRow, '└', InkRule)
	p.Row(p.gutter+1, max(p.plot.Max.X, p.Width-1), p.axisRow, '─', InkRule)
	row := p.axisRow
	for _, l := range p.xTicks {
		if l.mark.Drawn() {
			p.Set(l.at, row, l.mark.rune(), InkText)
		} else {
			p.Set(l.at, row, '┴', InkRule)
		}
	}
	if p.X.Marks != nil {
		row++
	}
	for _, l := range p.xTicks {
		p.put(l.start, row, l.text, l.ink)
		if before := l.start - 1; len(l.text) > 0 && l.text[0] == '-' && before > p.gutter {
			p.Set(before, row, ' ', InkFaint) // otherwise a minus would look like the axis
		}
	}
	p.axisName(p.axisRow, p.X.Label, InkFaint)
}

// axisName writes the name of a row under the plot if there is room on the left.
func (p *painter) axisName(row int, name string, ink Ink) {
	t := p.text(name)
	if left := p.gutter - 1 - len(t); left >= 0 {
		p.put(left, row, t, ink)
	}
}

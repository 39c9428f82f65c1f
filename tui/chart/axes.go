package chart

import "math"

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

// Thin clears all labels but every kth, for the least k at which neighbours fit.
func Thin[T any](ls []T, clear func(*T), fit func(a, b T) bool) []T {
	for k := 1; ; k++ {
		ok := true
		for i := k; i < len(ls) && ok; i += k {
			ok = fit(ls[i-k], ls[i])
		}
		if ok {
			for i := range ls {
				if i%k != 0 {
					clear(&ls[i])
				}
			}
			return ls
		}
	}
}

func untold(l *label) { l.text = nil }

// yLabels returns the ticks of the left axis: those of the row layout or, without one, about as
// many as suit the height, and two if possible because one label gives no scale.
func (p *painter) yLabels() (ls []label) {
	if p.rowTicks != nil {
		return p.labels(p.rowTicks, p.plot.row)
	}
	h := p.plot.Dy()
	for n := max(2, min(11, h/3+1)); n <= max(2, h) && len(ls) < 2; n++ {
		ls = Thin(p.labels(p.YTicks(p.yRange, n), p.plot.row), untold, func(a, b label) bool { return a.at != b.at })
	}
	return ls
}

// xLabels returns the ticks of the x axis, as many as fit side by side, and the label of the
// cursor. That label clears the labels below it.
func (p *painter) xLabels() []label {
	ls := p.xTickLabels()
	if p.Cursor == nil {
		return ls
	}
	at, ok := p.plot.col(*p.Cursor)
	if !ok {
		return ls
	}
	name := number(*p.Cursor)
	for _, t := range p.X.given(p.xRange) {
		if t.Value == *p.Cursor {
			name = t.Name
		}
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

// xTickLabels returns the ticks of the x axis, as many as fit side by side.
func (p *painter) xTickLabels() []label {
	for n := min(12, p.plot.Dx()/3); n > 0; n-- {
		ls := p.labels(p.XTicks(p.xRange, n), p.plot.col)
		p.centre(ls)
		all := len(ls)
		fit := 0
		for _, l := range Thin(ls, untold, func(a, b label) bool { return a.start+len(a.text) < b.start }) {
			if l.text != nil {
				fit++
			}
		}
		if fit == all || len(p.X.Ticks) > 0 {
			return ls
		}
		n = min(n, all)
	}
	return nil
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
	for x := p.gutter + 1; x < max(p.plot.Max.X, p.c.w-1); x++ {
		p.c.set(x, p.axisRow, '─', InkRule)
	}
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

// axisName writes the name of a row under the plot, on the left if there is room, otherwise on
// the right.
func (p *painter) axisName(row int, name string, ink Ink) {
	t := p.text(name)
	if left := p.gutter - 1 - len(t); left >= 0 {
		p.c.put(left, row, t, ink)
	} else if right := p.plot.Max.X + 1; right+len(t) <= p.c.w {
		p.c.put(right, row, t, ink)
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
	ls := p.labels(ts, p.plot.col)
	p.centre(ls)
	for _, l := range Thin(ls, untold, func(a, b label) bool { return a.start+len(a.text) < b.start }) {
		p.c.put(l.start, row, l.text, s.Ink)
	}
}

// stripMarks draws the marks of a strip. Of several marks in a cell the last one other than a run
// is visible, except that a run covers a cross: a cell shows × only if all of its marks are ×.
func (p *painter) stripMarks(s *Strip, row int) {
	run := func(i int) bool { return s.Marks[i] == MarkRun }
	star := func(i int) bool { return s.Marks[i] == MarkStar }
	for i := range s.Len() {
		x, ok := p.plot.col(s.X[i])
		if !ok || !s.Marks[i].Drawn() {
			continue
		}
		if before, _ := p.c.at(x, row); !(run(i) && before == MarkStar.rune() || s.Marks[i] == MarkCross && before != 0) {
			p.c.set(x, row, s.Marks[i].rune(), s.Inks[i])
		}
		if i == 0 || !(run(i) && (run(i-1) || star(i-1)) || star(i) && run(i-1)) {
			continue
		}
		from, _ := p.plot.col(s.X[i-1])
		ink := s.Inks[i]
		if star(i) {
			ink = s.Inks[i-1]
		}
		for at := max(p.plot.Min.X, from+1); at < x; at++ {
			p.c.set(at, row, MarkRun.rune(), ink)
		}
	}
}

// stripBars draws the bars of a strip, the tallest of a cell. Bars are as wide as the columns of a
// stack.
func (p *painter) stripBars(s *Strip, foot int) {
	tallest := RangeOf(s.Y[:s.Len()]).Hi
	heights := make(map[int]float64)
	for i := range s.Len() {
		x, ok := p.plot.col(s.X[i])
		if !ok || !finite(s.Y[i]) {
			continue
		}
		heights[x] = max(heights[x], s.Y[i])
		if heights[x] <= 0 {
			p.c.set(x, foot, '·', InkFaint)
			continue
		}
		from, width := x, 1
		if p.plot.slots > 0 {
			from, width = p.plot.column(int(s.X[i]))
		}
		left := max(1, int(math.Round(float64(8*max(1, s.Rows))*heights[x]/tallest))) // in eighths of a row
		for row := foot; left > 0; row-- {
			for x := from; x < from+width; x++ {
				p.c.set(x, row, lowerBlocks[min(8, left)], s.Ink)
			}
			left -= 8
		}
	}
}

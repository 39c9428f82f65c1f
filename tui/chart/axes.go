package chart

import (
	"strconv"
	"strings"
)

// label is a tick in cells: the cell on its axis and, on the x axis, the first cell of its text.
type label struct {
	at, start int
	text      text   // empty for a tick without label
	mark      Marker // on the axis; MarkNone for a stroke
	origin    bool
	chip      bool
}

// labels returns the ticks inside the plot.
func (p *painter) labels(ts []Tick, cell func(float64) (int, bool)) []label {
	ls := make([]label, 0, len(ts))
	for _, t := range ts {
		if at, ok := cell(t.Value); ok {
			ls = append(ls, label{at: at, text: p.text(t.Name), mark: t.Mark, origin: t.Origin && p.Y.Origin != nil})
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

func otherRow(a, b label) bool { return a.at != b.at }

// few returns the number of ticks that suits an axis n rows high.
func few(n int) int { return max(2, min(11, n/3+1)) }

// yLabels returns the ticks of the left axis.
func (p *painter) yLabels() []label {
	if len(p.Y.Ticks) > 0 {
		return Thin(p.labels(p.YTicks(p.yRange, 0), p.plot.row), untold, otherRow)
	}
	return p.roundRows()
}

// roundRows returns the ticks of an axis with round numbers. Without a row layout it returns
// about as many as suit the plot's height, at least two where possible because one label gives no
// scale, and one of them in the upper third.
func (p *painter) roundRows() (ls []label) {
	if p.aligned.each > 0 {
		return p.labels(p.rowTicks(), p.plot.row)
	}
	h := p.plot.Dy()
	for n := few(h); n <= max(few(h), h); n++ {
		next := Thin(p.labels(p.YTicks(p.yRange, n), p.plot.row), untold, otherRow)
		if len(ls) < 2 {
			ls = next
		}
		if len(next) >= 2 && 3*(next[len(next)-1].at-p.plot.Min.Y) <= h-1 {
			return next
		}
	}
	return ls
}

// xLabels returns the ticks of the x axis, as many as fit side by side, and the label of the
// chip. The chip clears the labels below it.
func (p *painter) xLabels() []label {
	ls := p.xTickLabels()
	if p.Chip == nil {
		return ls
	}
	at, ok := p.plot.col(*p.Chip)
	if !ok {
		return ls
	}
	chip := label{at: at, text: p.text(strings.TrimPrefix(strconv.FormatFloat(*p.Chip, 'g', 4, 64), "0."))}
	if strings.HasPrefix(strconv.FormatFloat(*p.Chip, 'g', 4, 64), "0.") {
		chip.text = append(text{'.'}, chip.text...)
	}
	chip.text = append(append(text{' '}, chip.text...), ' ')
	chip.chip = true
	chips := []label{chip}
	p.centre(chips)
	chip = chips[0]
	for i := range ls {
		if ls[i].start < chip.start+len(chip.text) && chip.start < ls[i].start+len(ls[i].text) {
			ls[i].text = nil
		}
	}
	return append(ls, chip)
}

// xTickLabels returns the ticks of the x axis, as many as fit side by side.
func (p *painter) xTickLabels() []label {
	if p.slots() > 0 {
		return p.slotLabels()
	}
	if len(p.X.Ticks) > 0 {
		ls := p.labels(p.XTicks(p.xRange, 0), p.plot.col)
		p.centre(ls)
		return Thin(ls, untold, apart(1))
	}
	for n := min(12, p.plot.Dx()/3); n > 0; n-- {
		ls := p.labels(p.XTicks(p.xRange, n), p.plot.col)
		p.centre(ls)
		if fit := apart(2); adjacent(ls, fit) {
			return ls
		}
		n = min(n, len(ls))
	}
	return nil
}

// centre centres the labels on their ticks, inside the plot's width.
func (p *painter) centre(ls []label) {
	for i, l := range ls {
		ls[i].text = l.text.cut(p.plot.Dx(), p.g.ellipsis)
		n := len(ls[i].text)
		ls[i].start = max(p.plot.Min.X, min(l.at-n/2, p.plot.Max.X-n))
	}
}

// apart returns a test for at least gap cells between two labels.
func apart(gap int) func(a, b label) bool {
	return func(a, b label) bool { return a.start+len(a.text)+gap <= b.start }
}

func adjacent(ls []label, fit func(a, b label) bool) bool {
	for i := 1; i < len(ls); i++ {
		if !fit(ls[i-1], ls[i]) {
			return false
		}
	}
	return true
}

// frame draws the axes with their labels. The labels of x stand in the axis line itself, which
// saves a row and keeps the strip right under the plot.
func (p *painter) frame() {
	if p.axisRow < 0 {
		return
	}
	r, axis, end := p.plot.Rectangle, p.plot.Min.X-1, p.plot.Max.X
	for y := r.Min.Y; y < r.Max.Y; y++ {
		p.c.set(axis, y, p.g.vertical, InkRule)
	}
	for _, l := range p.yTicks {
		p.c.set(axis, l.at, p.g.tickLeft, InkRule)
		ink := InkFaint
		if l.origin {
			ink = InkSelected
		}
		p.c.put(p.gutter-len(l.text), l.at, l.text, ink)
	}
	p.c.set(axis, p.axisRow, p.g.corner, InkRule)
	for x := r.Min.X; x < end; x++ {
		p.c.set(x, p.axisRow, p.g.horizontal, InkRule)
	}
	for _, l := range p.xTicks {
		p.c.set(l.at, p.axisRow, p.g.tick, InkRule)
	}
	bright, marks := p.brightColumn()
	for _, l := range p.xTicks {
		ink := InkFaint
		switch {
		case l.chip:
			ink = InkChip
		case marks && l.at == bright:
			ink = InkCursor
		}
		if r := p.g.mark(l.mark); r != 0 {
			p.c.set(l.at, p.axisRow, r, InkText)
		}
		p.c.put(l.start, p.labelRow, l.text, ink)
		if before := l.start - 1; p.labelRow == p.axisRow && len(l.text) > 0 && l.text[0] == p.g.horizontal && before >= r.Min.X {
			p.c.set(before, p.axisRow, ' ', InkFaint) // otherwise a minus would look like the axis
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
	} else if right := p.plot.Max.X + 1 + widestBar; right+len(t) <= p.c.w {
		p.c.put(right, row, t, ink)
	}
}

// cursor draws the vertical line at the cursor.
func (p *painter) cursor() {
	if p.Cursor == nil {
		return
	}
	x, ok := p.plot.col(p.Cursor.X)
	if !ok {
		return
	}
	for y := p.plot.Min.Y; y < p.plot.Max.Y; y++ {
		p.c.set(x, y, p.g.cursor, p.Cursor.Ink)
	}
}

package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
)

// clip returns the visible part of a segment, by Liang and Barsky, and the share of its length
// before that part.
func (p plot) clip(x0, y0, x1, y1 float64) (cx0, cy0, cx1, cy1, skipped float64, ok bool) {
	dx, dy := x1-x0, y1-y0
	t0, t1 := 0., 1.
	for _, e := range [4]struct{ d, q float64 }{
		{-dx, x0 + .5}, {dx, float64(p.Dx()) - .5 - x0},
		{-dy, y0 + .5}, {dy, float64(p.Dy()) - .5 - y0},
	} {
		switch t := e.q / e.d; {
		case e.d == 0:
			if e.q < 0 {
				return
			}
		case e.d < 0:
			t0 = max(t0, t)
		default:
			t1 = min(t1, t)
		}
	}
	if t0 > t1 {
		return
	}
	return x0 + float64(t0*dx), y0 + float64(t0*dy), x0 + float64(t1*dx), y0 + float64(t1*dy), t0, true
}

// A braille cell is dotsX × dotsY dots, nearly square in most fonts, so that lengths in dots are
// lengths on the screen.
const (
	dotsX = 2
	dotsY = 4
)

// Drawn reports whether the line is visible.
func (l Line) Drawn() bool { return l > LineNone && l <= LineSpan }

// inked reports whether a line shows at a distance along the line, in dots.
func (l Line) inked(at float64) bool {
	switch l {
	case LineDashed:
		return int(at)%6 < 4
	case LineDotted:
		return int(at)%2 < 1
	}
	return true
}

// line draws the line of a series in dots. A cell has dots of one ink, since the dots of two would
// look like one thick line; the last line has the cell. A point between
// two gaps is a dot. Dashes continue from segment to segment.
func (p *painter) line(s *Series) {
	if !s.Line.Drawn() {
		return
	}
	if s.Line == LineSpan {
		p.span(s)
		return
	}
	var px, py, length float64 // of the last point, and the length since the last gap in dots
	joined := false
	for i := range s.Len() {
		x, y, ok := p.plot.place(s.X[i], s.Y[i])
		if !ok {
			joined = false
			continue
		}
		if !joined {
			px, py, length = x, y, 0
		}
		full := math.Hypot(dotsX*(x-px), dotsY*(y-py))
		if x0, y0, x1, y1, skipped, ok := p.plot.clip(px, py, x, y); ok {
			p.segment(s, x0, y0, x1, y1, length+float64(skipped*full))
		}
		px, py, length = x, y, length+full
		joined = true
	}
}

// span draws ├─┤ from the first point of a series to the last. An end outside of the plot has no
// sign.
func (p *painter) span(s *Series) {
	last := s.Len() - 1
	if last < 1 {
		return
	}
	row, ok := p.plot.row(s.Y[0])
	from, _, known := p.plot.place(s.X[0], s.Y[0])
	to, _, too := p.plot.place(s.X[last], s.Y[0])
	if !ok || !known || !too {
		return
	}
	first := math.Floor(from + .5)
	end := math.Floor(to + .5)
	for x := max(0, first); x <= min(end, float64(p.plot.Dx()-1)); x++ {
		r := '─'
		switch x {
		case first:
			r = '├'
		case end:
			r = '┤'
		}
		p.c.set(p.plot.Min.X+int(x), row, r, s.Ink)
	}
}

// segment draws the dots of a segment between two places. from is the distance along the line.
func (p *painter) segment(s *Series, x0, y0, x1, y1, from float64) {
	// The centre of a cell is half a dot off the dots.
	x0, x1 = float64(x0*dotsX)+.5, float64(x1*dotsX)+.5
	y0, y1 = float64(y0*dotsY)+1.5, float64(y1*dotsY)+1.5
	n := math.Ceil(max(math.Abs(x1-x0), math.Abs(y1-y0), 1))
	step := math.Hypot(x1-x0, y1-y0) / n
	for i := 0.; i <= n; i++ {
		if s.Line.inked(from + float64(i*step)) {
			p.dot(int(math.Floor(x0+(x1-x0)*i/n+.5)), int(math.Floor(y0+(y1-y0)*i/n+.5)), s.Ink)
		}
	}
}

// brailleDots are the bits of a braille cell's dots, by row and column.
var brailleDots = [dotsY][dotsX]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// dot adds a dot to the canvas, in dots from the top left of the plot.
func (p *painter) dot(x, y int, ink Ink) {
	if x < 0 || x >= p.plot.Dx()*dotsX || y < 0 || y >= p.plot.Dy()*dotsY {
		return
	}
	column, row := p.plot.Min.X+x/dotsX, p.plot.Min.Y+y/dotsY
	r := runes.BrailleBlockOffset + rune(brailleDots[y%dotsY][x%dotsX])
	if old, l := p.c.at(column, row); runes.IsBraillePattern(old) && l.fg == ink {
		r = runes.CombineBraillePatterns(old, r)
	}
	p.c.set(column, row, r, ink)
}

// markers draws the points of all series, the later above the earlier, and ▴ or ▾ at the edge for
// points above or below the plot.
func (p *painter) markers() {
	for i := range p.Series {
		s := &p.Series[i]
		for j := range s.Len() {
			x, y, ok := p.plot.place(s.X[j], s.Y[j])
			column, inside := p.plot.col(s.X[j])
			m := s.Mark(j)
			if !ok || !inside || !m.Drawn() && !s.Line.Drawn() {
				continue
			}
			row := math.Floor(y + .5)
			if p.Stack != nil && m == MarkDown {
				row--
			}
			switch {
			case s.Ink == InkFaint && (row < 0 || row >= float64(p.plot.Dy())): // guides have no end
			case row < 0:
				p.c.set(column, p.plot.Min.Y, '▴', s.Ink)
			case row >= float64(p.plot.Dy()):
				p.c.set(column, p.plot.Max.Y-1, '▾', s.Ink)
			case m == MarkPoint:
				p.dot(int(math.Floor(dotsX*(x+.5))), int(math.Floor(dotsY*(y+.5))), s.Ink)
			case m.Drawn():
				p.c.set(column, p.plot.Min.Y+int(row), m.rune(), s.Ink)
			}
		}
	}
}

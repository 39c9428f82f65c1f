package chart

import (
	"math"
	"slices"

	"github.com/NimbleMarkets/ntcharts/v2/canvas"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/graph"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Paths returns the visible parts of the line of a series, in the coordinates of place, which
// returns NaN for a value without a place. A gap ends a path. A point between two gaps is a path of
// one point.
func (s *Series) Paths(place func(x, y float64) vg.Point, within vg.Rectangle) (paths [][]vg.Point) {
	clip := vgdraw.Canvas{Rectangle: within}
	var path []vg.Point
	end := func() {
		if len(path) == 1 && within.Min.X <= path[0].X && path[0].X <= within.Max.X && within.Min.Y <= path[0].Y && path[0].Y <= within.Max.Y {
			paths = append(paths, path)
		}
		paths = append(paths, clip.ClipLinesXY(path)...)
		path = nil
	}
	for i := range s.Len() {
		if at := place(s.X[i], s.Y[i]); math.IsNaN(float64(at.X + at.Y)) {
			end()
		} else {
			path = append(path, at)
		}
	}
	end()
	return paths
}

// A braille cell is dotsX × dotsY dots, nearly square in most fonts, so that lengths in dots are
// lengths on the screen.
const (
	dotsX = 2
	dotsY = 4
)

// Drawn reports whether the line is visible.
func (l Line) Drawn() bool { return l > LineNone && l <= LineSpan }

// inked reports whether the line shows its nth dot.
func (l Line) inked(n int) bool {
	switch l {
	case LineDashed:
		return n%6 < 4
	case LineDotted:
		return n%2 == 0
	}
	return true
}

// line draws the line of a series in dots. A cell has dots of one ink, since the dots of two would
// look like one thick line; the last line has the cell. Dashes continue from segment to segment.
func (p *painter) line(s *Series) {
	if !s.Line.Drawn() {
		return
	}
	place := func(x, y float64) vg.Point { // in dots; the centre of a cell is half a dot off the dots
		cx, cy, _ := p.plot.place(x, y)
		return vg.Point{X: vg.Length(cx*dotsX + .5), Y: vg.Length(cy*dotsY + 1.5)}
	}
	whole := vg.Rectangle{Min: vg.Point{X: -.5, Y: -.5}, Max: vg.Point{X: vg.Length(p.plot.Dx()*dotsX) - .5, Y: vg.Length(p.plot.Dy()*dotsY) - .5}}
	for _, path := range s.Paths(place, whole) {
		if s.Line == LineSpan {
			p.span(path, s.Ink)
			continue
		}
		n := 0 // dots so far
		for i, to := range path {
			from := path[max(0, i-1)]
			dots := graph.GetLinePoints(dotAt(from), dotAt(to))
			if dots[0] != dotAt(from) {
				slices.Reverse(dots)
			}
			for _, d := range dots[min(i, 1):] { // the first dot belongs to the last segment
				if s.Line.inked(n) {
					p.dot(d.X, d.Y, s.Ink)
				}
				n++
			}
		}
	}
}

// dotAt returns the nearest dot.
func dotAt(p vg.Point) canvas.Point {
	return canvas.Point{X: int(math.Floor(float64(p.X) + .5)), Y: int(math.Floor(float64(p.Y) + .5))}
}

// span draws ├─┤ from the first point of a path to the last. An end where the plot cuts the line has
// no sign: it lies beyond the centres of the outer cells.
func (p *painter) span(path []vg.Point, ink Ink) {
	from, to := path[0], path[len(path)-1]
	x, y, end := dotAt(from).X/dotsX, p.plot.Min.Y+dotAt(from).Y/dotsY, min(dotAt(to).X/dotsX, p.plot.Dx()-1)
	p.Row(p.plot.Min.X+x, p.plot.Min.X+end+1, y, '─', ink)
	if from.X >= 0 {
		p.Set(p.plot.Min.X+x, y, '├', ink)
	}
	if float64(to.X) < float64(p.plot.Dx()*dotsX-1) {
		p.Set(p.plot.Min.X+end, y, '┤', ink)
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
	if old, l := p.at(column, row); runes.IsBraillePattern(old) && l.fg == ink {
		r = runes.CombineBraillePatterns(old, r)
	}
	p.Set(column, row, r, ink)
}

// markers draws the points of all series, the later above the earlier, and ▴ or ▾ at the edge for
// points above or below the plot, ◂ or ▸ for marks of a span beside the plot.
func (p *painter) markers() {
	for i := range p.Series {
		s := &p.Series[i]
		for j := range s.Len() {
			x, y, ok := p.plot.place(s.X[j], s.Y[j])
			column, inside := p.plot.col(s.X[j])
			row := math.Floor(y + .5)
			m := s.Mark(j)
			if p.Stack != nil && m == MarkDown {
				row--
			}
			switch {
			case !ok || !inside && s.Line != LineSpan || !m.Drawn() && !s.Line.Drawn():
			case s.Ink == InkFaint && (row < 0 || row >= float64(p.plot.Dy())): // guides have no end
			case row < 0:
				p.Set(column, p.plot.Min.Y, '▴', s.Ink)
			case row >= float64(p.plot.Dy()):
				p.Set(column, p.plot.Max.Y-1, '▾', s.Ink)
			case m == MarkPoint:
				p.dot(int(math.Floor(dotsX*(x+.5))), int(math.Floor(dotsY*(y+.5))), s.Ink)
			case m.Drawn() && inside:
				p.Set(column, p.plot.Min.Y+int(row), m.rune(), s.Ink)
			case m.Drawn() && x < 0:
				p.Set(p.plot.Min.X, p.plot.Min.Y+int(row), '◂', s.Ink)
			case m.Drawn():
				p.Set(p.plot.Max.X-1, p.plot.Min.Y+int(row), '▸', s.Ink)
			}
		}
	}
}

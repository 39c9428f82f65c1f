package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
)

// line draws the line of a series, if any.
func (p *painter) line(s *Series) {
	if s.Line <= LineNone || s.Line > LineDotted {
		return
	}
	if p.Glyphs == Braille {
		p.brailleLine(s)
	} else {
		p.cellLine(s)
	}
}

// segments calls draw for each visible part of a series. Coordinates are cells from the centre of
// the plot's top left cell. from is the distance along the line to the visible start of the
// segment, measured by dist from the start of the line or its last gap, so that dashes continue
// from segment to segment. A point between two gaps is a segment of length 0.
func (p *painter) segments(s *Series, dist func(dx, dy float64) float64, draw func(x0, y0, x1, y1, from float64)) {
	var px, py, length float64
	joined, drawn := false, false // whether a point precedes, and whether a segment starts there
	alone := func() {
		if joined && !drawn {
			if x0, y0, _, _, _, ok := p.plot.clip(px, py, px, py); ok {
				draw(x0, y0, x0, y0, 0)
			}
		}
	}
	for i := range s.Len() {
		x, y, ok := p.plot.place(s.X[i], s.Y[i])
		if !ok {
			alone()
			joined, drawn, length = false, false, 0
			continue
		}
		if joined {
			full := dist(x-px, y-py)
			if x0, y0, x1, y1, skipped, ok := p.plot.clip(px, py, x, y); ok {
				draw(x0, y0, x1, y1, length+float64(skipped*full))
			}
			length += full
			drawn = true
		}
		px, py, joined = x, y, true
	}
	alone()
}

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

// inked reports whether a line shows at a distance along the line, in dots.
func (l Line) inked(at float64) bool {
	switch l {
	case LineDashed:
		return modulo(at, 6) < 4
	case LineDotted:
		return modulo(at, 2) < 1
	}
	return true
}

// modulo returns math.Mod(x, y) for 0 ≤ x < 2^50 and a small whole y > 0, in a tenth of
// the time.
func modulo(x, y float64) float64 {
	switch r := x - float64(math.Floor(x/y)*y); {
	case r < 0: // the quotient was rounded up
		return r + y
	case r >= y:
		return r - y
	default:
		return r
	}
}

// brailleLine draws a series in dots on a grid of its own, then merges the dots into the canvas.
// A cell takes the ink of the last line.
func (p *painter) brailleLine(s *Series) {
	w, h := p.plot.Dx(), p.plot.Dy()
	all := make([]uint8, w*h)
	dist := func(dx, dy float64) float64 { return math.Hypot(dx*dotsX, dy*dotsY) }
	p.segments(s, dist, func(x0, y0, x1, y1, from float64) {
		// The centre of a cell is half a dot off the dots.
		x0, x1 = x0*dotsX+.5, x1*dotsX+.5
		y0, y1 = float64(y0*dotsY)+1.5, float64(y1*dotsY)+1.5
		n := math.Ceil(max(math.Abs(x1-x0), math.Abs(y1-y0), 1))
		step := math.Hypot(x1-x0, y1-y0) / n
		for i := 0.; i <= n; i++ {
			if s.Line.inked(from + float64(i*step)) {
				x, y := int(math.Floor(x0+(x1-x0)*i/n+.5)), int(math.Floor(y0+(y1-y0)*i/n+.5))
				if x >= 0 && x < w*dotsX && y >= 0 && y < h*dotsY {
					all[y/dotsY*w+x/dotsX] |= brailleDots[y%dotsY][x%dotsX]
				}
			}
		}
	})
	for at, dots := range all {
		if dots != 0 {
			p.braille(p.plot.Min.X+at%w, p.plot.Min.Y+at/w, dots, s.Ink)
		}
	}
}

// brailleDots are the bits of a braille cell's dots, by row and column.
var brailleDots = [dotsY][dotsX]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// braille adds dots to a cell.
func (p *painter) braille(x, y int, dots uint8, ink Ink) {
	r := runes.BrailleBlockOffset + rune(dots)
	if old, _ := p.c.at(x, y); runes.IsBraillePattern(old) {
		r = runes.CombineBraillePatterns(old, r)
	}
	p.c.set(x, y, r, ink)
}

// cellLine draws a series in ASCII: a path from cell to neighbouring cell with joined corners.
func (p *painter) cellLine(s *Series) {
	w, h := p.plot.Dx(), p.plot.Dy()
	joints := make([]uint8, w*h) // the directions in which the line leaves a cell
	inked := make([]bool, w*h)
	x, y, steps := -1, -1, 0
	visit := func(nx, ny int) {
		x, y = nx, ny
		if s.Line != LineDashed || steps%3 < 2 {
			inked[y*w+x] = true
		}
	}
	move := func(dx, dy int, out, in uint8) {
		joints[y*w+x] |= out
		steps++
		visit(x+dx, y+dy)
		joints[y*w+x] |= in
	}
	climb := func(to int) {
		for y > to {
			move(0, -1, up, down)
		}
		for y < to {
			move(0, 1, down, up)
		}
	}
	cell := func(v float64, n int) int { return max(0, min(n-1, int(math.Floor(v+.5)))) }
	dist := func(dx, dy float64) float64 { return math.Abs(dx) + math.Abs(dy) }
	p.segments(s, dist, func(x0, y0, x1, y1, from float64) {
		if cx, cy := cell(x0, w), cell(y0, h); cx != x || cy != y || from == 0 {
			steps = int(math.Mod(from, 6))
			visit(cx, cy)
		}
		end := cell(x1, w)
		for x != end {
			if x < end {
				move(1, 0, right, left)
			} else {
				move(-1, 0, left, right)
			}
			climb(cell(y0+float64((y1-y0)*max(0, min(1, (float64(x)-x0)/(x1-x0)))), h))
		}
		climb(cell(y1, h))
	})
	for i, on := range inked {
		if !on {
			continue
		}
		r := '.'
		if s.Line != LineDotted {
			r = rune(asciiJoints[joints[i]])
		}
		p.c.set(p.plot.Min.X+i%w, p.plot.Min.Y+i/w, r, s.Ink)
	}
}

package chart

import (
	"cmp"
	"math"
	"slices"

	"charm.land/lipgloss/v2"
)

// leastShade is the share of a cell that a band must cover to shade it.
const leastShade = .5

// leastUnder is how many rows a band is high at least that lies under a curve in its
// middle.
const leastUnder = .25

// band shades the cells between Lo and Hi, read off at the centre of every
// column.
func (p *painter) band(b *Band) {
	order := p.Workspace.numbers[:0]
	for i := range b.Len() {
		if finite(p.plot.x.Place(b.X[i])) {
			order = append(order, i)
		}
	}
	if !slices.IsSortedFunc(order, func(i, j int) int { return cmp.Compare(b.X[i], b.X[j]) }) {
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(b.X[i], b.X[j]) })
	}
	look := bandLook{p.g.band(b.Ink), p.bandInk(b), p.fillsParts(b.Ink)}
	edges := func(i int) (x, lo, hi float64, ok bool) {
		x, lo, ok1 := p.plot.place(b.X[i], b.Lo[i])
		_, hi, ok2 := p.plot.place(b.X[i], b.Hi[i])
		return x, lo, hi, ok1 && ok2
	}
	const slack = 1e-6 // of a cell, for centres that rounding moved past an end
	var x0, lo0, hi0 float64
	before, joined := false, false // is there a point before, is it part of a stretch
	alone := func() {
		if before && !joined {
			p.shade(math.Floor(x0+.5), lo0, hi0, look)
		}
	}
	for _, i := range order {
		x1, lo1, hi1, ok := edges(i)
		if before && ok {
			for c := max(0, math.Ceil(x0-slack)); c <= min(x1+slack, float64(p.plot.Dx()-1)); c++ {
				t := 0.
				if x1 > x0 {
					t = max(0, min(1, (c-x0)/(x1-x0)))
				}
				p.shade(c, lo0+float64(t*(lo1-lo0)), hi0+float64(t*(hi1-hi0)), look)
			}
			joined = true
		}
		if !ok {
			alone()
			joined = false
		}
		x0, lo0, hi0, before = x1, lo1, hi1, ok
	}
	alone()
	p.Workspace.numbers = order
}

// bandLook is what the cells of a band are drawn in.
type bandLook struct {
	sign    rune
	ink     Ink
	inParts bool // to an eighth of a row
}

// shade shades column c of the plot between two heights in cells.
func (p *painter) shade(c float64, y0, y1 float64, look bandLook) {
	if c < 0 || c >= float64(p.plot.Dx()) {
		return
	}
	h := float64(p.plot.Dy())
	y0, y1 = max(min(y0, y1), -.5), min(max(y0, y1), h-.5)
	if look.inParts {
		p.shadeEighths(int(c), y0, y1, look)
		return
	}
	if !(y1-y0 >= leastShade) {
		return
	}
	first, last := math.Ceil(y0+leastShade-.5), math.Floor(y1-leastShade+.5)
	if first > last { // it lies across two cells: the one that its middle is in
		first = min(h-1, math.Floor((y0+y1)/2+.5))
		last = first
	}
	for r := first; r <= last; r++ {
		p.c.shade(p.plot.Min.X+int(c), p.plot.Min.Y+int(r), look.sign, look.ink)
	}
}

// bandInk returns what a band is drawn in: its hue, where there are colours.
func (p *painter) bandInk(b *Band) Ink {
	if b.Hue != 0 && p.fillsParts(b.Hue) {
		return b.Hue
	}
	return b.Ink
}

// fillsParts tells whether a band is drawn to an eighth of a row.
func (p *painter) fillsParts(ink Ink) bool { return p.Glyphs != Plain && p.solid(ink) }

// solid tells whether a band is drawn in a colour of the background, which can fill
// parts of a cell; without one, signs fill whole cells.
func (p *painter) solid(ink Ink) bool {
	if p.Style == nil {
		return false
	}
	_, none := p.Style(ink).GetBackground().(lipgloss.NoColor)
	return !none
}

// shadeEighths shades column c of the plot between two heights in cells, its edges
// to an eighth of a row. A part that is in the middle of a cell is moved to its
// nearer side.
//
// Mostly a curve runs in the middle of a band and takes its cells. It lies in the band
// all along, except where that is so thin that a cell would show four times of it: there
// the band keeps to the cell of its middle, behind the curve, as what sticks out beside
// that would be single blocks.
func (p *painter) shadeEighths(c int, y0, y1 float64, look bandLook) {
	const eighth = 8
	from, to := int(math.Round((y0+.5)*eighth)), int(math.Round((y1+.5)*eighth)) // from the top of the plot
	middle := min(p.plot.Dy()-1, int(math.Floor((y0+y1)/2+.5)))
	thin := y1-y0 < leastUnder
	if thin {
		n := int(math.Round((y1 - y0) * eighth))
		from = max(middle*eighth, min(from, (middle+1)*eighth-n))
		to = from + n
	}
	for r := from / eighth; r*eighth < to; r++ {
		top, bottom := max(0, from-r*eighth), min(eighth, to-r*eighth)
		x, y := p.plot.Min.X+c, p.plot.Min.Y+r
		switch {
		case top == 0 && bottom == eighth:
			p.c.shade(x, y, look.sign, look.ink)
		case bottom-top == 0:
		case bottom == eighth, top > eighth-bottom:
			p.c.shadePart(x, y, bottom-top, look.sign, look.ink)
		default:
			p.c.shadePart(x, y, top-bottom, look.sign, look.ink)
		}
	}
	if !thin {
		p.c.cells[(p.plot.Min.Y+middle)*p.c.w+p.plot.Min.X+c].under = look.ink
	}
}

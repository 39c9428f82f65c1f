package chart

import (
	"cmp"
	"math"
	"slices"
)

// leastShade is the share of a cell that a band must cover to shade it.
const leastShade = .5

// band shades the cells between Lo and Hi, read off at the centre of every
// column.
func (p *painter) band(b *Band) {
	order := make([]int, 0, b.Len())
	for i := range b.Len() {
		if finite(p.plot.x.Place(b.X[i])) {
			order = append(order, i)
		}
	}
	if !slices.IsSortedFunc(order, func(i, j int) int { return cmp.Compare(b.X[i], b.X[j]) }) {
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(b.X[i], b.X[j]) })
	}
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
			p.shade(math.Floor(x0+.5), lo0, hi0, b.Ink)
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
				p.shade(c, lo0+t*(lo1-lo0), hi0+t*(hi1-hi0), b.Ink)
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
}

// shade shades column c of the plot between two heights in cells.
func (p *painter) shade(c float64, y0, y1 float64, ink Ink) {
	if c < 0 || c >= float64(p.plot.Dx()) {
		return
	}
	h := float64(p.plot.Dy())
	y0, y1 = max(min(y0, y1), -.5), min(max(y0, y1), h-.5)
	if !(y1-y0 >= leastShade) {
		return
	}
	first, last := math.Ceil(y0+leastShade-.5), math.Floor(y1-leastShade+.5)
	if first > last { // it lies across two cells: the one that its middle is in
		first = min(h-1, math.Floor((y0+y1)/2+.5))
		last = first
	}
	for r := first; r <= last; r++ {
		p.c.shade(p.plot.Min.X+int(c), p.plot.Min.Y+int(r), p.g.band, ink)
	}
}

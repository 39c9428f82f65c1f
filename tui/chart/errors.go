package chart

import "math"

// ErrorBars are intervals at single x. With verdicts they are intervals of differences from Base,
// and the drawing rounds the rows of a bar to its verdict, so that the picture agrees with the
// verdict at every size: a bar that is in touches the row of Base, a bar that is out ends apart
// from Base.
type ErrorBars struct {
	Name      string
	Short     string    // the name in a short legend; empty for Name
	X, Lo, Hi []float64 // of equal length; NaN or infinity is a gap
	Base      float64
	Out       []bool // intervals that exclude Base; nil without verdicts
	Ink       Ink    // of bars that are in
	OutInk    Ink    // of bars that are out
}

// Len returns the number of complete bars.
func (b *ErrorBars) Len() int {
	n := min(len(b.X), len(b.Lo), len(b.Hi))
	if b.Out != nil {
		n = min(n, len(b.Out))
	}
	return n
}

// InkOf returns the ink of the j-th bar.
func (b *ErrorBars) InkOf(j int) Ink {
	if b.Out != nil && b.Out[j] {
		return b.OutInk
	}
	return b.Ink
}

// Band is an interval along x, drawn as two dotted edges.
type Band struct {
	Name      string
	Short     string    // the name in a short legend; empty for Name
	X, Lo, Hi []float64 // of equal length; NaN or infinity is a gap
	Ink       Ink
}

// Len returns the number of complete points.
func (b *Band) Len() int { return min(len(b.X), len(b.Lo), len(b.Hi)) }

// band draws the two edges.
func (p *painter) band(b *Band) {
	p.line(&Series{X: b.X, Y: b.Lo, Ink: b.Ink, Line: LineDotted})
	p.line(&Series{X: b.X, Y: b.Hi, Ink: b.Ink, Line: LineDotted})
}

// errorBars draws the bars into blank cells, below lines and marks. A bar ends at half a cell.
func (p *painter) errorBars() {
	for i := range p.Errors {
		b := &p.Errors[i]
		for j := range b.Len() {
			p.errorBar(b, j)
		}
	}
}

func (p *painter) errorBar(b *ErrorBars, j int) {
	x, ok := p.plot.col(b.X[j])
	top, bottom := p.halfRow(b.Hi[j]), p.halfRow(b.Lo[j])
	base := 2 * math.Floor(p.halfRow(b.Base)/2) // the upper half of the row of Base
	if !ok || math.IsNaN(top) || math.IsNaN(bottom) || math.IsNaN(base) {
		return
	}
	switch {
	case b.Out == nil:
	case b.Out[j] && b.Lo[j] > b.Base:
		bottom = min(bottom, base-1)
		top = min(top, bottom)
	case b.Out[j]:
		top = max(top, base+2)
		bottom = max(bottom, top)
	default:
		top = min(top, base+1)
		bottom = max(bottom, base)
	}
	last := 2*p.plot.Dy() - 1
	from, to := int(max(0, top)), int(min(float64(last), bottom))
	for row := from / 2; row <= to/2 && from <= to; row++ {
		r := '│'
		switch {
		case row == 0 && top < 0:
			r = '▴'
		case row == last/2 && bottom > float64(last):
			r = '▾'
		case 2*row < from:
			r = '╷'
		case 2*row == to:
			r = '╵'
		}
		y := p.plot.Min.Y + row
		if before, _ := p.c.at(x, y); before == 0 || before == levelLine {
			p.c.set(x, y, r, b.InkOf(j))
		}
	}
}

// halfRow returns the half row of a value, counted from 0 at the top of the plot. Outside the
// plot the number is negative or beyond the last half row; a value without a place gives NaN.
func (p *painter) halfRow(v float64) float64 {
	_, y, ok := p.plot.place(p.plot.x.At(0), v)
	if !ok {
		return math.NaN()
	}
	return math.Floor(2 * (y + .5))
}

const levelLine = '╌'

// level draws the reference line of differences across the plot.
func (p *painter) level() {
	if p.Level == nil {
		return
	}
	y, ok := p.plot.row(*p.Level)
	for x := p.plot.Min.X; ok && x < p.plot.Max.X; x++ {
		p.c.set(x, y, levelLine, InkRule)
	}
}

package chart

import "math"

// Interval is a set of intervals along x: a bar at each X, or two edges. With verdicts the
// intervals are of differences, and the drawing rounds the rows of a bar to its verdict, so that
// the picture agrees with the verdict at every size: a bar that is in touches the row of 0, a bar
// that is out ends above it.
type Interval struct {
	Name      string
	Short     string    // the name in a short legend; empty for Name
	X, Lo, Hi []float64 // of equal length; NaN or infinity is a gap
	Edges     bool      // two dotted lines, in files an area, in place of bars
	Thick     bool      // thick bars in cells
	Out       []bool    // intervals above 0; nil without verdicts
	Ink       Ink       // of bars that are out InkAgainstDim
}

// Len returns the number of complete intervals.
func (b *Interval) Len() int {
	n := min(len(b.X), len(b.Lo), len(b.Hi))
	if b.Out != nil {
		n = min(n, len(b.Out))
	}
	return n
}

// InkOf returns the ink of the j-th bar.
func (b *Interval) InkOf(j int) Ink {
	if b.Out != nil && b.Out[j] {
		return InkAgainstDim
	}
	return b.Ink
}

// edges draws the edges of intervals.
func (p *painter) edges() {
	for i := range p.Intervals {
		if b := &p.Intervals[i]; b.Edges {
			p.line(&Series{X: b.X, Y: b.Lo, Ink: b.Ink, Line: LineDotted})
			p.line(&Series{X: b.X, Y: b.Hi, Ink: b.Ink, Line: LineDotted})
		}
	}
}

// bars draws the bars into blank cells, below lines and marks. A bar ends at half a cell. On the
// row of 0 it covers lines, also of pinned curves, because a bar that touches 0 is the verdict.
func (p *painter) bars() {
	for i := range p.Intervals {
		for j := range p.Intervals[i].Len() {
			p.bar(&p.Intervals[i], j)
		}
	}
}

func (p *painter) bar(b *Interval, j int) {
	x, ok := p.plot.col(b.X[j])
	top, bottom := p.halfRow(b.Hi[j]), p.halfRow(b.Lo[j])
	zero := 2 * math.Floor(p.halfRow(0)/2) // the upper half of the row of 0
	if b.Edges || !ok || math.IsNaN(top) || math.IsNaN(bottom) || math.IsNaN(zero) {
		return
	}
	switch {
	case b.Out == nil:
	case b.Out[j]:
		bottom = min(bottom, zero-1)
		top = min(top, bottom)
	default: // the upper end of a difference is never below 0
		bottom = max(bottom, zero)
	}
	last := 2*p.plot.Dy() - 1
	from, to := int(max(0, top)), int(min(float64(last), bottom))
	signs := []rune("│╷╵")
	if b.Thick {
		signs = []rune("┃╻╹")
	}
	for row := from / 2; row <= to/2 && from <= to; row++ {
		r := signs[0]
		switch {
		case row == 0 && top < 0:
			r = '▴'
		case row == last/2 && bottom > float64(last):
			r = '▾'
		case 2*row < from:
			r = signs[1]
		case 2*row == to:
			r = signs[2]
		}
		y := p.plot.Min.Y + row
		verdict := b.Out != nil && row == int(zero)/2
		if before, _ := p.at(x, y); before == 0 || before == zeroLine || verdict {
			p.Set(x, y, r, b.InkOf(j))
		}
	}
}

// halfRow returns the half row of a value, counted from 0 at the top of the plot. Outside the
// plot the number is negative or beyond the last half row; a value without a place gives NaN.
func (p *painter) halfRow(v float64) float64 {
	_, y, _ := p.plot.place(p.plot.x.At(0), v)
	return math.Floor(2 * (y + .5))
}

const zeroLine = '╌'

// zero draws the line of 0 across a plot of differences.
func (p *painter) zero() {
	if y, ok := p.plot.row(0); ok && p.Y.Zero != "" {
		p.Row(p.plot.Min.X, max(p.plot.Max.X, p.Width-1), y, zeroLine, InkRule)
	}
}

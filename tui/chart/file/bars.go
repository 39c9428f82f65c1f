package file

import (
	"math"

	"lambdascope/tui/chart"
)

// bars draws columns from the bottom of the plot up.
func (p *page) bars(b *chart.Bars) {
	var xs []float64
	for i := range b.Len() {
		if x := p.atX(b.X[i]); p.inside(x, p.bottom) {
			xs = append(xs, x)
		}
	}
	half := barHalf(xs)
	for i := range b.Len() {
		x, y := p.atX(b.X[i]), p.atY(b.Y[i])
		if p.inside(x, p.bottom) && b.Y[i] > 0 && !math.IsNaN(y) && y > p.bottom {
			p.fill(colour(b.Ink), max(p.left, x-half), p.bottom, min(p.right, x+half), min(p.top, y))
		}
	}
}

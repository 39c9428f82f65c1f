package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
)

// widestBar is how many cells a bar of the strip has on either side of its x, at
// most; wider ones read as an area.
const widestBar = 2

// strip draws the row of bars.
func (p *painter) strip() {
	if p.stripRow < 0 {
		return
	}
	tallest := 0.
	heights := make([]float64, p.plot.Dx()) // by column; −1 where there is no bar
	for c := range heights {
		heights[c] = -1
	}
	for i := range p.Strip.Len() {
		c, ok := p.plot.x.cell(p.Strip.X[i], p.plot.Dx())
		if y := p.Strip.Y[i]; ok && finite(y) {
			heights[c] = max(heights[c], y, 0)
			tallest = max(tallest, y)
		}
	}

	side := barSide(heights, widestBar)
	for c, y := range heights {
		switch x := p.plot.Min.X + c; {
		case y < 0:
		case y == 0:
			p.c.set(x, p.stripRow, p.g.none, InkFaint)
		default:
			// A bar at either end may reach over the axis.
			for i := max(x-side, p.gutter); i <= x+side; i++ {
				p.c.set(i, p.stripRow, p.bar(y/tallest), p.Strip.Ink)
			}
		}
	}
	p.axisName(p.stripRow, p.Strip.Label)
}

// barSide returns how many cells the bars can have on either side, at most, a cell
// between two of them. Heights are by cell, below 0 where there is no bar.
func barSide(heights []float64, most int) int {
	last, gap := -1, 2*most+2
	for c, y := range heights {
		if y < 0 {
			continue
		}
		if last >= 0 {
			gap = min(gap, c-last)
		}
		last = c
	}
	return max(0, (gap-2)/2)
}

// bar returns the bar of a height above 0, up to 1; the least bar is still seen.
func (p *painter) bar(height float64) rune {
	height = max(height, 1./8)
	if p.Glyphs == Plain {
		return rune(asciiLevels[int(math.Round(height*8))-1])
	}
	return runes.LowerBlockElementFromFloat64(height)
}

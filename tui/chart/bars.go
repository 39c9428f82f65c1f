package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
)

// Bars are the columns of a histogram, from 0 up to Y. In cells they stand on the lowest row of
// the plot, so the axis should begin at 0. Columns that share a cell show the tallest.
type Bars struct {
	Name string    // in the legend; empty for no entry
	X, Y []float64 // of equal length; Y ≤ 0 has no column, NaN or infinity is a gap
	Ink  Ink
}

// Len returns the number of complete columns.
func (b *Bars) Len() int { return min(len(b.X), len(b.Y)) }

// widestColumn is the largest number of cells of a column on either side of its x.
const widestColumn = 4

// bars draws the columns, with space between neighbours.
func (p *painter) bars(b *Bars) {
	heights := make([]float64, p.plot.Dx()) // by column of cells; −1 without a column
	for c := range heights {
		heights[c] = -1
	}
	for i := range b.Len() {
		c, ok := p.plot.x.cell(b.X[i], p.plot.Dx())
		if !ok {
			continue
		}
		heights[c] = max(heights[c], 0) // keeps the place of a column without height free
		if at := p.plot.y.Place(b.Y[i]); b.Y[i] > 0 && !math.IsNaN(at) {
			// The centre of the lowest row is the low end of the axis. A value in its upper half
			// fills the row, because the least column would otherwise look half a row high.
			rows := float64(at * float64(p.plot.Dy()-1))
			heights[c] = max(heights[c], min(2*rows, rows+.5))
		}
	}
	side := barSide(heights, widestColumn)
	for c, y := range heights {
		for i := max(c-side, 0); y > 0 && i <= min(c+side, p.plot.Dx()-1); i++ {
			p.column(i, y, b.Ink)
		}
	}
}

// column draws a column of cells from the foot of the plot to a height in cells.
func (p *painter) column(c int, height float64, ink Ink) {
	height = min(height, float64(p.plot.Dy()))
	for r := 0; float64(r) < height; r++ {
		if part := height - float64(r); r == 0 || part >= 1./16 {
			p.c.set(p.plot.Min.X+c, p.plot.Max.Y-1-r, p.bar(min(1, part)), ink)
		}
	}
}

// widestBar is the largest number of cells of a strip's bar on either side of its x; wider bars
// read as an area.
const widestBar = 2

// drawStrips draws the rows under the axis.
func (p *painter) drawStrips() {
	for i := range p.strips {
		s := &p.Strips[i]
		row := p.stripRow + i
		if s.Marks != nil {
			p.stripMarks(s, row)
		} else {
			p.stripBars(s, row)
		}
		ink := InkFaint
		if s.Marks != nil {
			ink = s.Ink
		}
		p.axisName(row, s.Label, ink)
	}
}

func (p *painter) stripMarks(s *Strip, row int) {
	for i := range min(len(s.X), len(s.Marks), len(s.Inks)) {
		if x, ok := p.plot.col(s.X[i]); ok && s.Marks[i].Rank() > 0 {
			p.c.set(x, row, p.g.mark(s.Marks[i]), s.Inks[i])
		}
	}
}

func (p *painter) stripBars(s *Strip, row int) {
	tallest := 0.
	heights := make([]float64, p.plot.Dx()) // by column; −1 where there is no bar
	for c := range heights {
		heights[c] = -1
	}
	for i := range s.Len() {
		c, ok := p.plot.col(s.X[i])
		if y := s.Y[i]; ok && finite(y) {
			c -= p.plot.Min.X
			heights[c] = max(heights[c], y, 0)
			tallest = max(tallest, y)
		}
	}
	side := barSide(heights, widestBar)
	for c, y := range heights {
		switch x := p.plot.Min.X + c; {
		case y < 0:
		case y == 0:
			p.c.set(x, row, p.g.none, InkFaint)
		default:
			// A bar at either end may cover the axis.
			for i := max(x-side, p.gutter); i <= x+side; i++ {
				p.c.set(i, row, p.bar(y/tallest), s.Ink)
			}
		}
	}
}

// barSide returns the number of cells, up to most, that bars can have on either side and still
// leave a blank cell between neighbours. heights is by cell; a negative height is no bar.
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

// bar returns the glyph of a bar of a height in (0, 1]. Heights below 1/8 count as 1/8 so that
// the bar stays visible.
func (p *painter) bar(height float64) rune {
	height = max(height, 1./8)
	if p.Glyphs == Plain {
		return rune(asciiLevels[int(math.Round(height*8))-1])
	}
	return runes.LowerBlockElementFromFloat64(height)
}

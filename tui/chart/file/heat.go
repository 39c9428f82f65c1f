package file

import (
	"image/color"
	"math"

	"lambdascope/tui/chart"
)

// heat draws the cells of the heat map. Negative cells of a diverging scale have a dash, so that
// a grey print shows the sign.
func (p *page) heat() {
	h := p.Heat
	if h == nil {
		return
	}
	scale := h.Scale()
	columns, rows := chart.Spans(h.X), chart.Spans(h.Y)
	ink := func(row, column int) (chart.Ink, bool) {
		if row >= len(rows) || column >= len(columns) {
			return 0, false
		}
		i := scale.Ink(h.Value(rows[row].Index, columns[column].Index))
		return i, i >= 0
	}
	for r := range rows {
		for c := 0; c < len(columns); {
			i, ok := ink(r, c)
			_, above := ink(r+1, c)
			end := c + 1
			for ; end < len(columns); end++ { // equal cells form one rectangle
				j, ok2 := ink(r, end)
				if _, above2 := ink(r+1, end); j != i || ok2 != ok || above2 != above {
					break
				}
			}
			if ok {
				_, beside := ink(r, end)
				p.cells(colour(i), columns, rows, r, c, end, beside, above)
			}
			c = end
		}
	}
	for r, row := range rows {
		for c, column := range columns {
			if i, ok := ink(r, c); ok && i.Negative() {
				y0, y1 := p.withinY(row.Lo), p.withinY(row.Hi)
				p.dash(i, p.withinX(column.Lo), p.withinX(column.Hi), (y0+y1)/2, y1-y0)
			}
		}
	}
}

// cells fills the cells of row r from column first up to, but not including, end. Before a cell
// beside or above, the rectangle extends into that cell, which is drawn later: soft edges that
// only touched would show the white page.
func (p *page) cells(c color.Color, columns, rows []chart.Span, r, first, end int, beside, above bool) {
	const overlap = 1.5
	x0, x1 := p.withinX(columns[first].Lo), p.withinX(columns[end-1].Hi)
	y0, y1 := p.withinY(rows[r].Lo), p.withinY(rows[r].Hi)
	if !(x0 < x1 && y0 < y1) {
		return
	}
	to := x1
	if beside {
		to = math.Min(x1+overlap, p.withinX(columns[end].Hi))
	}
	p.fill(c, x0, y0, to, y1)
	if above {
		p.fill(c, x0, y0, x1, math.Min(y1+overlap, p.withinY(rows[r+1].Hi)))
	}
}

// dash draws a minus sign into a cell with enough room.
func (p *page) dash(i chart.Ink, x0, x1, y, height float64) {
	const least = 4
	const longest = 5
	if !(min(x1-x0, height) >= least) {
		return
	}
	half := min(longest, .6*(x1-x0)) / 2
	middle := (x0 + x1) / 2
	c := colour(i)
	line := colour(chart.InkText)
	if int(c.R)+int(c.G)+int(c.B) < 3*0x80 {
		line.R = 0xFF
		line.G = 0xFF
		line.B = 0xFF
	}
	p.segment(line, .6, middle-half, y, middle+half, y)
}

// withinX and withinY are atX and atY, limited to the frame of the plot; NaN for a value without
// a place.
func (p *page) withinX(v float64) float64 { return math.Max(p.left, math.Min(p.right, p.atX(v))) }
func (p *page) withinY(v float64) float64 { return math.Max(p.bottom, math.Min(p.top, p.atY(v))) }

// The size of an ink in the key of a heat map, in points.
const (
	swatchWidth  = 12
	swatchHeight = 9
)

// keyWidth returns the width of the key: the inks between the ends of the scale.
func (p *page) keyWidth() float64 {
	s := p.Heat.Scale()
	low, high := s.Ends()
	return p.width(low, textSize) + p.width(high, textSize) + 2*gap + float64(swatchWidth*len(s.Inks))
}

// drawKey draws the key from x to the right, centred on the height y.
func (p *page) drawKey(x, y float64) {
	s := p.Heat.Scale()
	low, high := s.Ends()
	p.write(low, x, y-.36*textSize, textSize, start)
	x += p.width(low, textSize) + gap
	for _, ink := range s.Inks {
		p.fill(colour(ink), x, y-swatchHeight/2, x+swatchWidth, y+swatchHeight/2)
		if ink.Negative() {
			p.dash(ink, x, x+swatchWidth, y, swatchHeight)
		}
		x += swatchWidth
	}
	p.write(high, x+gap, y-.36*textSize, textSize, start)
}

package chart

import "math"

// Stack is a set of columns of parts. The parts lie on top of each other from 0 up, so that the
// height of a column is the sum of its parts. The columns stand at x = 0, 1, 2 …: the x axis
// needs names for the columns, and the y axis should begin at 0. Without colours parts end at
// whole rows, because a cell has one glyph.
type Stack struct {
	Parts  []Part // from the foot up
	Bright int    // the current column, the others being dim; negative for no dim columns
}

// Part is one part of all columns of a Stack.
type Part struct {
	Name  string    // in the legend; empty for no entry
	Short string    // the name in a short legend; empty for Name
	Y     []float64 // by column; a value ≤ 0 has no height
	Ink   Ink
	Dim   Ink // of the other columns
}

// Len returns the number of columns.
func (k *Stack) Len() (n int) {
	for i := range k.Parts {
		n = max(n, len(k.Parts[i].Y))
	}
	return n
}

// Tops returns the heights at which the parts of a column end, from the foot up.
func (k *Stack) Tops(column int) []float64 {
	tops, sum := make([]float64, len(k.Parts)), 0.
	for j := range k.Parts {
		if y := k.Parts[j].Y; column < len(y) && y[column] > 0 && finite(y[column]) {
			sum += y[column]
		}
		tops[j] = sum
	}
	return tops
}

// InkOf returns the ink of a part in a column.
func (k *Stack) InkOf(part, column int) Ink {
	if k.Bright < 0 || k.Bright == column {
		return k.Parts[part].Ink
	}
	return k.Parts[part].Dim
}

// stack draws the columns.
func (p *painter) stack() {
	if p.Stack == nil || p.Stack.Len() == 0 {
		return
	}
	n, w := p.plot.slots, p.plot.Dx()
	if w >= n {
		for i := range n {
			from, width := p.plot.slot(i)
			for x := range width {
				p.stackColumn(from+x, i)
			}
		}
		return
	}
	for x := range w { // several columns share a cell
		i, end := x*n/w, (x+1)*n/w
		if b := p.Stack.Bright; i <= b && b < end {
			i = b
		}
		p.stackColumn(p.plot.Min.X+x, i)
	}
}

// stackColumn draws a column in one column of cells.
func (p *painter) stackColumn(x, column int) {
	const eighths = 8
	whole := p.Glyphs == Plain || !p.coloured()
	unit := 1. / eighths
	if whole {
		unit = 1
	}
	h := p.plot.Dy()
	var ends []int // of the parts, in eighths of a row from the foot
	for _, top := range p.Stack.Tops(column) {
		share := max(0, min(1, p.yRange.Place(top)))
		if math.IsNaN(share) { // no place on the axis
			share = 0
		}
		ends = append(ends, int(math.Round(float64(share*float64(h))/unit)*unit*eighths))
	}
	for row := range h {
		foot := row * eighths
		most, largest, reach := 0, 0, 0 // the part with the most of the cell, its eighths, and the sum over all parts
		first, lower := -1, 0           // the lowest part and its end
		from := foot
		for j, end := range ends {
			part := min(end, foot+eighths) - max(from, foot)
			if part <= 0 {
				continue
			}
			if first < 0 {
				first, lower = j, part
			}
			if part > largest {
				most, largest = j, part
			}
			reach += part
			from = end
		}
		if first < 0 {
			return
		}
		y := p.plot.Max.Y - 1 - row
		ink := p.Stack.InkOf(most, column)
		switch {
		case whole:
			p.c.set(x, y, p.g.stackRune(most), ink)
		case reach < eighths || lower == eighths:
			p.c.set(x, y, lowerBlocks[reach], ink)
		default: // the background is the part above the lowest
			above := most
			if above == first {
				above = p.partAbove(ends, first, foot+eighths)
			}
			p.c.fill(x, y, lowerBlocks[lower], look{p.Stack.InkOf(first, column), p.Stack.InkOf(above, column)})
		}
	}
}

// partAbove returns the part above another part that reaches a height.
func (p *painter) partAbove(ends []int, below, height int) int {
	for j := below + 1; j < len(ends); j++ {
		if ends[j] >= height {
			return j
		}
	}
	return below
}

// stackRune returns the glyph of a part in a chart without colours.
func (g glyphSet) stackRune(part int) rune { return g.stacks[part%len(g.stacks)] }

// lowerBlocks are the glyphs that fill 0 to 8 lower eighths of a cell.
var lowerBlocks = [...]rune{' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

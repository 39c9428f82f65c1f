package chart

import (
	"math"
	"slices"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
)

// Stack is a set of columns of parts. The parts lie on top of each other from 0 up, so that the
// height of a column is the sum of its parts. The columns stand at x = 0, 1, 2 …: the x axis
// needs names for the columns, and the y axis should begin at 0. A ▼ of a series stands in the row above its y.
type Stack struct {
	Parts []Part // from the foot up
}

// Part is one part of all columns of a Stack.
type Part struct {
	Name  string    // in the legend; empty for no entry
	Short string    // the name in a short legend; empty for Name
	Y     []float64 // by column; a value ≤ 0 has no height
	Ink   Ink
	Dim   Ink // of the columns off the cursor
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
	tops := make([]float64, len(k.Parts))
	sum := 0.
	for j := range k.Parts {
		if y := elem(k.Parts[j].Y, column); y > 0 && finite(y) {
			sum += y
		}
		tops[j] = sum
	}
	return tops
}

// plainPart returns the sign of a part that fills a share of a cell from below in a chart without colours.
// Parts above the lowest have dots.
func plainPart(part int, share float64) rune {
	if part == 0 {
		return runes.LowerBlockElementFromFloat64(share)
	}
	return []rune(" ⣀⣤⣶⣿")[int(math.Ceil(4*share))]
}

// stack draws the columns. Where several columns share a cell, the cell shows the one at the
// cursor or the first.
func (p *painter) stack() {
	if p.Stack == nil || p.Stack.Len() == 0 {
		return
	}
	n := p.plot.slots
	w := p.plot.Dx()
	for x := range w {
		i, end := x*n/w, (x+1)*n/w
		if c := p.bright(); i <= c && c < end {
			i = c
		}
		if from, width := p.plot.column(i); w < n || p.plot.Min.X+x >= from && p.plot.Min.X+x < from+width {
			p.stackColumn(p.plot.Min.X+x, i)
		}
	}
}

// bright returns the column at the cursor, or −1 without a cursor.
func (s *Spec) bright() int {
	if s.Cursor == nil {
		return -1
	}
	return int(max(-1, min(1e6, *s.Cursor)))
}

// StackInk returns the ink of a part in a column: soft off the cursor.
func (s *Spec) StackInk(part, column int) Ink {
	if b := s.bright(); b >= 0 && b != column {
		return s.Stack.Parts[part].Dim
	}
	return s.Stack.Parts[part].Ink
}

// stackColumn draws a column in one column of cells, in eighths of rows. Where two parts share a full cell, the
// higher one is the background. The top cell needs its background for the space above, and a cell without
// colours has one glyph, so these show the part that fills most of them.
func (p *painter) stackColumn(x, column int) {
	var ends []int // of the parts, in eighths
	tops := p.Stack.Tops(column)
	for _, top := range tops {
		eighths := max(0, min(1, p.yRange.Place(top))) * 8 * float64(p.plot.Dy())
		if math.IsNaN(eighths) {
			return
		}
		ends = append(ends, int(math.Round(eighths)))
	}
	if last := len(ends) - 1; tops[last] > 0 { // low columns are seen, too
		ends[last] = max(1, ends[last])
	}
	for row := 0; 8*row < ends[len(ends)-1]; row++ {
		level := 0         // of the parts in the cell
		var parts [][2]int // height and index
		for j, end := range ends {
			if to := max(0, min(8, end-8*row)); to > level {
				parts = append(parts, [2]int{to - level, j})
				level = to
			}
		}
		most := slices.MaxFunc(parts, func(a, b [2]int) int { return a[0] - b[0] })[1]
		r, l := runes.LowerBlockElementFromFloat64(float64(level)/8), look{p.StackInk(most, column), inkNone}
		if !p.coloured() {
			r = plainPart(most, float64(level)/8)
		} else if level == 8 && len(parts) > 1 {
			r = runes.LowerBlockElementFromFloat64(float64(parts[0][0]) / 8)
			l = look{p.StackInk(parts[0][1], column), p.StackInk(parts[1][1], column)}
		}
		p.fill(x, p.plot.Max.Y-1-row, r, l)
	}
}

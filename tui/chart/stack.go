package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
)

// Stack is a set of columns of parts. The parts lie on top of each other from 0 up, so that the
// height of a column is the sum of its parts. The columns stand at x = 0, 1, 2 …: the x axis
// needs names for the columns, and the y axis should begin at 0. Without colours parts end at
// whole rows, because a cell has one glyph. A ▼ of a series stands in the row above its y.
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
	tops, sum := make([]float64, len(k.Parts)), 0.
	for j := range k.Parts {
		if y := elem(k.Parts[j].Y, column); y > 0 && finite(y) {
			sum += y
		}
		tops[j] = sum
	}
	return tops
}

// stackSigns are the signs of parts in a chart without colours, from the foot up.
var stackSigns = []rune("█░▒")

// stack draws the columns. Where several columns share a cell, the cell shows the one at the
// cursor or the first.
func (p *painter) stack() {
	if p.Stack == nil || p.Stack.Len() == 0 {
		return
	}
	n, w := p.plot.slots, p.plot.Dx()
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

// stackColumn draws a column in one column of cells: without colours in whole cells, otherwise in
// eighths. It draws the highest part first, from the foot up. The lower part covers the higher one,
// which is the background where the two share a cell.
func (p *painter) stackColumn(x, column int) {
	tops := p.Stack.Tops(column)
	for j := len(tops) - 1; j >= 0; j-- {
		rows := max(0, min(1, p.yRange.Place(tops[j]))) * float64(p.plot.Dy())
		if math.IsNaN(rows) || j > 0 && tops[j] == tops[j-1] {
			continue
		}
		if !p.coloured() {
			rows = math.Round(rows)
		}
		for y := p.plot.Max.Y - 1; rows >= leastBlock; y-- {
			r, l := runes.LowerBlockElementFromFloat64(rows), look{p.StackInk(j, column), inkNone}
			_, higher := p.at(x, y)
			switch {
			case !p.coloured():
				r = stackSigns[j%len(stackSigns)]
			case r != runes.FullBlock:
				l.bg = higher.fg
			}
			p.fill(x, y, r, l)
			rows--
		}
	}
}

package chart

import (
	"cmp"
	"math"
	"slices"
)

// Heat is a map of one quantity over x and y. Its cells fill the plot: the axes span the outer
// edges of the cells unless they have bounds. A cell reaches half way to its neighbours, measured
// on the drawn axis. Categories are the places 0, 1, 2 … with labels in the axis's Ticks and
// Names. Rows from the top down have the places 0, −1, −2 … because y grows upwards.
//
// Series, such as the path of λ̂, and the cursor lie on top.
type Heat struct {
	Name string    // the quantity, beside the key
	X, Y []float64 // centres of columns and rows, in any order
	Z    []float64 // Z[i·len(X)+j] is the value at Y[i] and X[j]; a NaN, infinite or missing value is a gap

	// Min and Max are the ends of the colour scale; 0 and 0 fit the data. Values beyond an end
	// have the colour of the end.
	Min, Max float64
	// Diverging centres the colours on 0 and makes the ends ±max(|Min|, |Max|), so that the
	// colour shows the sign.
	Diverging bool
	Colours   string // the name of the colour range, as in Axis.Scale
}

// value returns the value of a cell; NaN for a gap.
func (h *Heat) value(row, column int) float64 {
	if i := row*len(h.X) + column; i < len(h.Z) && finite(h.Z[i]) {
		return h.Z[i]
	}
	return math.NaN()
}

// Span is the extent of a heat map's column or row on its axis.
type Span struct {
	Index       int // into Heat.X or Heat.Y
	Lo, Mid, Hi float64
}

// HeatColumns returns the spans of the heat map's columns on the x axis, in ascending order. It
// leaves out duplicates and columns without a place on the axis.
func (s *Spec) HeatColumns() []Span {
	if s.Heat == nil {
		return nil
	}
	return spans(s.Heat.X, s.X.Log)
}

// HeatRows returns the spans of the rows on the y axis, as HeatColumns does for x.
func (s *Spec) HeatRows() []Span {
	if s.Heat == nil {
		return nil
	}
	return spans(s.Heat.Y, s.Y.Log)
}

func spans(at []float64, log bool) []Span {
	place, back := func(v float64) float64 { return v }, func(v float64) float64 { return v }
	if log {
		place, back = math.Log10, func(v float64) float64 { return math.Pow(10, v) }
	}
	out := make([]Span, 0, len(at))
	for i, v := range at {
		if finite(v) && (!log || v > 0) {
			out = append(out, Span{Index: i, Mid: v})
		}
	}
	slices.SortStableFunc(out, func(a, b Span) int { return cmp.Compare(a.Mid, b.Mid) })
	out = slices.CompactFunc(out, func(a, b Span) bool { return a.Mid == b.Mid })
	if len(out) == 0 {
		return nil
	}

	// edge returns the place half way from span i to span j.
	edge := func(i, j int) float64 { return place(out[i].Mid)/2 + place(out[j].Mid)/2 }
	last := len(out) - 1
	for i := range last {
		v := back(edge(i, i+1))
		out[i].Hi, out[i+1].Lo = v, v
	}
	first, end := place(out[0].Mid)-.5, place(out[last].Mid)+.5
	if last > 0 { // outer cells reach outwards as far as inwards
		first = 2*place(out[0].Mid) - edge(0, 1)
		end = 2*place(out[last].Mid) - edge(last-1, last)
	}
	out[0].Lo = max(-math.MaxFloat64, back(first))
	out[last].Hi = min(math.MaxFloat64, back(end))
	return out
}

// part is a half-open range of spans: first included, end excluded.
type part struct{ first, end int }

// parts divides a scale into n equal parts, from its low end on, and returns the spans that each
// part shows: the spans with their middles in the part or, without any, the span under the middle
// of the part.
func parts(spans []Span, s Scale, n int) []part {
	out := make([]part, n)
	next := 0
	for c := range out {
		to := float64(c+1) / float64(n)
		for next < len(spans) && s.Place(spans[next].Mid) < float64(c)/float64(n) {
			next++
		}
		first := next
		for next < len(spans) && s.Place(spans[next].Mid) < to {
			next++
		}
		if first < next {
			out[c] = part{first, next}
			continue
		}
		middle := (float64(c) + .5) / float64(n)
		for i := max(0, next-1); i < min(len(spans), next+1); i++ {
			if s.Place(spans[i].Lo) <= middle && middle < s.Place(spans[i].Hi) {
				out[c] = part{i, i + 1}
			}
		}
	}
	return out
}

// heatGrid is a heat map laid out in cells.
type heatGrid struct {
	columns, rows  []Span
	byColumn       []part // by cell of the plot, left to right
	byRow, byRowUp []part // by row of the plot, top down; by half row
}

func (p *painter) heatGrid() *heatGrid {
	g := &heatGrid{columns: p.HeatColumns(), rows: p.HeatRows()}
	g.byColumn = parts(g.columns, p.xRange, p.plot.Dx())
	g.byRow = parts(g.rows, p.yRange, p.plot.Dy())
	g.byRowUp = parts(g.rows, p.yRange, 2*p.plot.Dy())
	slices.Reverse(g.byRow)
	slices.Reverse(g.byRowUp)
	return g
}

// mean returns the mean of the values in a range of rows and columns; NaN if all are gaps.
func (h *Heat) mean(g *heatGrid, rows, columns part) float64 {
	sum, n := 0., 0.
	for i := rows.first; i < rows.end; i++ {
		for j := columns.first; j < columns.end; j++ {
			if v := h.value(g.rows[i].Index, g.columns[j].Index); !math.IsNaN(v) {
				n++
				sum += (v - sum) / n // a running mean, because a sum could overflow
			}
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum
}

// heat draws the cells: in colour two half rows a cell, otherwise a glyph a cell.
func (p *painter) heat() {
	if p.Heat == nil {
		return
	}
	coloured := p.coloured()
	halves := coloured && p.Glyphs != Plain
	ramp := p.g.ramp(p.Heat.Diverging)
	for y, rows := range p.grid.byRow {
		for x, columns := range p.grid.byColumn {
			atX, atY := p.plot.Min.X+x, p.plot.Min.Y+y
			if halves {
				top, ok := p.scale.Ink(p.Heat.mean(p.grid, p.grid.byRowUp[2*y], columns))
				bottom, ok2 := p.scale.Ink(p.Heat.mean(p.grid, p.grid.byRowUp[2*y+1], columns))
				switch {
				case ok && ok2 && top == bottom:
					p.c.fill(atX, atY, ' ', look{top, top})
				case ok:
					p.c.fill(atX, atY, '▀', look{top, bottom}) // bottom is inkNone for a gap
				case ok2:
					p.c.fill(atX, atY, '▄', look{bottom, inkNone})
				}
				continue
			}
			ink, ok := p.scale.Ink(p.Heat.mean(p.grid, rows, columns))
			switch {
			case ok && coloured:
				p.c.fill(atX, atY, p.scale.glyph(ramp, ink), look{InkText, ink})
			case ok:
				p.c.fill(atX, atY, p.scale.glyph(ramp, ink), look{ink, inkNone})
			}
		}
	}
}

// HeatRow returns the index into Heat.Y of the row under a cell row of the drawing, so that a
// mouse click finds its value; false outside the map. Of several rows in a cell the first counts.
func (d Drawing) HeatRow(row int) (i int, ok bool) {
	if d.grid == nil || row < d.Plot.Min.Y || row >= d.Plot.Max.Y {
		return 0, false
	}
	rows := d.grid.byRow[row-d.Plot.Min.Y]
	if rows.first == rows.end {
		return 0, false
	}
	return d.grid.rows[rows.first].Index, true
}

// HeatColumn returns the index into Heat.X of the column under a cell column, as HeatRow does for
// rows.
func (d Drawing) HeatColumn(column int) (j int, ok bool) {
	if d.grid == nil || column < d.Plot.Min.X || column >= d.Plot.Max.X {
		return 0, false
	}
	columns := d.grid.byColumn[column-d.Plot.Min.X]
	if columns.first == columns.end {
		return 0, false
	}
	return d.grid.columns[columns.first].Index, true
}

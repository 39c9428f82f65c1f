package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"charm.land/lipgloss/v2"
)

// Heat is a map of one quantity over x and y. Its cells fill the plot: the axes span the outer
// edges of the cells unless they have bounds. A cell reaches half way to its neighbours.
// Categories are the places 0, 1, 2 … with labels in the axis's Ticks and Names. Rows from the top
// down have the places 0, −1, −2 … because y grows upwards.
//
// Series, such as the path of λ̂, lie on top.
type Heat struct {
	Name string    // the quantity, beside the key
	X, Y []float64 // centres of columns and rows, in any order
	Z    []float64 // Z[i·len(X)+j] is the value at Y[i] and X[j]; a NaN, infinite or missing value is a gap

	// Min and Max are the ends of the colour scale. Values beyond an end have the colour of the
	// end.
	Min, Max float64
	// Diverging makes the ends ±Max and centres the colours on 0, so that the colour shows the
	// sign.
	Diverging bool
	Colours   string // the name of the colour range, as in Axis.Scale
}

// Value returns the value of a cell; NaN for a gap.
func (h *Heat) Value(row, column int) float64 {
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

// HeatColumns returns the spans of the heat map's columns on the x axis, in ascending order and
// without duplicates.
func (s *Spec) HeatColumns() []Span {
	if s.Heat == nil {
		return nil
	}
	return spans(s.Heat.X)
}

// HeatRows returns the spans of the rows on the y axis, as HeatColumns does for x.
func (s *Spec) HeatRows() []Span {
	if s.Heat == nil {
		return nil
	}
	return spans(s.Heat.Y)
}

func spans(at []float64) []Span {
	var out []Span
	for i, v := range at {
		if finite(v) {
			out = append(out, Span{Index: i, Mid: v})
		}
	}
	slices.SortStableFunc(out, func(a, b Span) int { return cmp.Compare(a.Mid, b.Mid) })
	out = slices.CompactFunc(out, func(a, b Span) bool { return a.Mid == b.Mid })
	last := len(out) - 1
	for i := range out {
		before, after := .5, .5 // half the distances to the neighbours
		if i > 0 {
			before = (out[i].Mid - out[i-1].Mid) / 2
			after = before // of the last cell
		}
		if i < last {
			after = (out[i+1].Mid - out[i].Mid) / 2
		}
		if i == 0 {
			before = after
		}
		out[i].Lo, out[i].Hi = out[i].Mid-before, out[i].Mid+after
	}
	return out
}

// heatGrid has the index of the column or row that a column, row or half row of cells shows, −1
// for none.
type heatGrid struct{ columns, rows, halves []int }

func (p *painter) heatGrid() heatGrid {
	rows := p.HeatRows()
	g := heatGrid{
		columns: sampled(p.HeatColumns(), p.xRange, p.plot.Dx()),
		rows:    sampled(rows, p.yRange, p.plot.Dy()),
		halves:  sampled(rows, p.yRange, 2*p.plot.Dy()),
	}
	slices.Reverse(g.rows)
	slices.Reverse(g.halves)
	return g
}

// sampled divides a scale into n equal parts, from its low end on, and returns the index of the
// span below the middle of each part.
func sampled(spans []Span, s Scale, n int) []int {
	out := make([]int, n)
	for i := range out {
		v := s.At((float64(i) + .5) / float64(n))
		at, ok := slices.BinarySearchFunc(spans, v, func(s Span, v float64) int { return cmp.Compare(s.Hi, v) })
		if out[i] = -1; ok || at < len(spans) && spans[at].Lo <= v {
			out[i] = spans[at].Index
		}
	}
	return out
}

// heat draws the cells: in colour two half rows a cell, otherwise a sign a cell.
func (p *painter) heat() {
	if p.Heat == nil {
		return
	}
	scale := p.Heat.Scale()
	ink := func(row, column int) Ink {
		if row < 0 || column < 0 {
			return inkNone
		}
		return scale.Ink(p.Heat.Value(row, column))
	}
	for y := range p.plot.Dy() {
		for x, column := range p.grid.columns {
			atX, atY := p.plot.Min.X+x, p.plot.Min.Y+y
			top, bottom := ink(p.grid.halves[2*y], column), ink(p.grid.halves[2*y+1], column)
			if !p.coloured() {
				top = ink(p.grid.rows[y], column)
				bottom = top
			}
			switch {
			case top == inkNone && bottom == inkNone:
			case !p.coloured():
				p.c.fill(atX, atY, scale.sign(top), look{top, inkNone})
			case top == bottom:
				p.c.fill(atX, atY, ' ', look{top, top})
			case top == inkNone:
				p.c.fill(atX, atY, '▄', look{bottom, inkNone})
			default:
				p.c.fill(atX, atY, '▀', look{top, bottom})
			}
		}
	}
}

// HeatRow returns the index into Heat.Y of the row under a cell row of the drawing, so that a
// mouse click finds its value; false outside the map.
func (d Drawing) HeatRow(row int) (i int, ok bool) {
	at := row - d.Plot.Min.Y
	if at < 0 || at >= len(d.heatRows) || d.heatRows[at] < 0 {
		return 0, false
	}
	return d.heatRows[at], true
}

// HeatScale maps the values of a heat map to inks.
type HeatScale struct {
	Lo, Hi    float64
	diverging bool
}

// Scale returns the colour scale.
func (h *Heat) Scale() HeatScale {
	s := HeatScale{h.Min, h.Max, h.Diverging}
	if h.Diverging {
		s.Lo = -s.Hi
	}
	if !finite(s.Lo) || !finite(s.Hi) {
		s.Lo, s.Hi = 0, 0
	}
	s.Lo, s.Hi, _ = widened(s.Lo, s.Hi, false)
	return s
}

// RoundOutwards widens the range from lo to hi to multiples of a power of ten: the largest power
// that is at most a tenth of the range. A range too narrow for distinct numbers stays unchanged.
func RoundOutwards(lo, hi float64) (float64, float64) {
	if !(hi-lo > smallest) || !finite(hi-lo) {
		return lo, hi
	}
	const slack = 1e-9 // of a step, so that round ends stay
	k := int(math.Floor(math.Log10(hi-lo))) - 1
	l, h := math.Floor(decimal(lo, -k)+slack), math.Ceil(decimal(hi, -k)-slack)
	if l, h = decimal(l, k), decimal(h, k); h > l {
		return l, h
	}
	return lo, hi
}

// Inks returns the inks of the scale, from low to high.
func (s HeatScale) Inks() []Ink {
	first, n := s.inks()
	out := make([]Ink, n)
	for i := range out {
		out[i] = first + Ink(i)
	}
	return out
}

func (s HeatScale) inks() (first Ink, n int) {
	if s.diverging {
		return InkDiverging, DivergingSteps
	}
	return InkHeat, HeatSteps
}

// Ink returns the ink of a value; negative for NaN and infinity, which are gaps.
func (s HeatScale) Ink(v float64) Ink {
	if !finite(v) {
		return inkNone
	}
	first, n := s.inks()
	share := (v - s.Lo) / (s.Hi - s.Lo)
	return first + Ink(max(0, min(float64(n-1), math.Floor(share*float64(n)))))
}

// Negative reports whether an ink is for values below 0 of a diverging scale.
func (i Ink) Negative() bool { return i >= InkDiverging && i < InkDiverging+DivergingSteps/2 }

// heat reports whether an ink is a colour of heat maps.
func (i Ink) heat() bool { return i >= InkHeat && i < InkDiverging+DivergingSteps }

// Ends returns the labels of the ends of the scale. The high end of a diverging scale has a plus
// sign.
func (s HeatScale) Ends() (low, high string) {
	low, high = number(s.Lo), number(s.Hi)
	if s.diverging {
		high = "+" + high
	}
	return low, high
}

// sign returns an ink's sign in a chart without colours: lines are negative, shades positive.
func (s HeatScale) sign(ink Ink) rune {
	first, n := s.inks()
	signs := []rune("·░▒▓█")
	if s.diverging {
		signs = []rune("≡═─∼·░▒▓█")
	}
	return signs[int(ink-first)*len(signs)/n]
}

// keySample draws the inks of the heat map between the ends of its scale.
func (p *painter) keySample() (t text, looks []look) {
	scale := p.Heat.Scale()
	add := func(r rune, l look) {
		t = append(t, r)
		looks = append(looks, l)
	}
	say := func(s string) {
		for _, r := range p.text(s) {
			add(r, look{InkFaint, inkNone})
		}
	}
	low, high := scale.Ends()
	say(low)
	add(' ', look{InkFaint, inkNone})
	for _, ink := range scale.Inks() {
		if p.coloured() {
			add(' ', look{ink, ink})
		} else {
			add(scale.sign(ink), look{ink, inkNone})
		}
	}
	add(' ', look{InkFaint, inkNone})
	say(high)
	return t, looks
}

// Legible returns black or white, the colour with more contrast to c, so that marks on a heat map
// stay readable.
func Legible(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 { return math.Pow(float64(v)/0xFFFF, 2.2) }
	const even = .18 // of luminance: black and white have about the same contrast
	if float64(.2126*linear(r))+float64(.7152*linear(g))+float64(.0722*linear(b)) > even {
		return lipgloss.Color("#000000")
	}
	return lipgloss.Color("#FFFFFF")
}

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

// Value returns the value of a cell; NaN for a gap or a negative row or column.
func (h *Heat) Value(row, column int) float64 {
	if i := row*len(h.X) + column; row >= 0 && column >= 0 && i < len(h.Z) && finite(h.Z[i]) {
		return h.Z[i]
	}
	return math.NaN()
}

// Span is the extent of a heat map's column or row on its axis.
type Span struct {
	Index       int // into Heat.X or Heat.Y
	Lo, Mid, Hi float64
}

// Spans returns the extents of columns or rows about their centres, in ascending order and without
// duplicates.
func Spans(at []float64) (out []Span) {
	for i, v := range at {
		if finite(v) {
			out = append(out, Span{Index: i, Mid: v})
		}
	}
	slices.SortStableFunc(out, func(a, b Span) int { return cmp.Compare(a.Mid, b.Mid) })
	out = slices.CompactFunc(out, func(a, b Span) bool { return a.Mid == b.Mid })
	for i := 1; i < len(out); i++ {
		edge := (out[i-1].Mid + out[i].Mid) / 2
		out[i-1].Hi = edge
		out[i].Lo = edge
	}
	if last := len(out) - 1; last == 0 {
		out[0].Lo, out[0].Hi = out[0].Mid-.5, out[0].Mid+.5
	} else if last > 0 { // the outer edges mirror the inner ones
		out[0].Lo = 2*out[0].Mid - out[0].Hi
		out[last].Hi = 2*out[last].Mid - out[last].Lo
	}
	return out
}

// sampled divides a scale into n equal parts, from its low end on, and returns the index of the
// span below the middle of each part.
func sampled(spans []Span, s Scale, n int) []int {
	out := make([]int, n)
	for i := range out {
		v := s.At((float64(i) + .5) / float64(n))
		at := slices.IndexFunc(spans, func(s Span) bool { return s.Lo <= v && v <= s.Hi })
		if out[i] = -1; at >= 0 {
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
	parts := 1 // of a cell
	if p.coloured() {
		parts = 2
	}
	scale := p.Heat.Scale()
	columns := sampled(Spans(p.Heat.X), p.xRange, p.plot.Dx())
	rows := sampled(Spans(p.Heat.Y), p.yRange, parts*p.plot.Dy())
	for y := range p.plot.Dy() {
		at := len(rows) - 1 - parts*y // rows ascend
		for x, column := range columns {
			top := scale.Ink(p.Heat.Value(rows[at], column))
			bottom := scale.Ink(p.Heat.Value(rows[at+1-parts], column))
			switch x, y := p.plot.Min.X+x, p.plot.Min.Y+y; {
			case top == inkNone && bottom == inkNone:
			case top == bottom:
				p.swatch(x, y, scale, top)
			case top == inkNone:
				p.fill(x, y, '▄', look{bottom, inkNone})
			default:
				p.fill(x, y, '▀', look{top, bottom})
			}
		}
	}
}

// HeatScale maps the values of a heat map to inks.
type HeatScale struct {
	Lo, Hi float64
	Inks   []Ink // from low to high
	signs  []rune
}

// Scale returns the colour scale. Without colours lines are negative values, shades positive ones.
func (h *Heat) Scale() HeatScale {
	s := HeatScale{Lo: h.Min, Hi: h.Max, Inks: make([]Ink, HeatSteps), signs: []rune("·░▒▓█")}
	first := InkHeat
	if h.Diverging {
		s.Lo = -s.Hi
		s.Inks = make([]Ink, DivergingSteps)
		s.signs = []rune("≡═─∼·░▒▓█")
		first = InkDiverging
	}
	for i := range s.Inks {
		s.Inks[i] = first + Ink(i)
	}
	if !finite(s.Lo) || !finite(s.Hi) {
		s.Lo, s.Hi = 0, 0
	}
	s.Lo, s.Hi = widened(s.Lo, s.Hi, false)
	return s
}

// Ink returns the ink of a value; negative for NaN and infinity, which are gaps.
func (s HeatScale) Ink(v float64) Ink {
	if !finite(v) {
		return inkNone
	}
	n := float64(len(s.Inks))
	return s.Inks[int(max(0, min(n-1, math.Floor((v-s.Lo)/(s.Hi-s.Lo)*n))))]
}

// Negative reports whether an ink is for values below 0 of a diverging scale.
func (i Ink) Negative() bool { return i >= InkDiverging && i < InkDiverging+DivergingSteps/2 }

// heat reports whether an ink is a colour of heat maps.
func (i Ink) heat() bool { return i >= InkHeat && i < InkDiverging+DivergingSteps }

// Ends returns the ends of the scale in three digits. The high end of a diverging scale has a plus
// sign.
func (s HeatScale) Ends() (low, high string) {
	low, high = number(s.Lo, 3), number(s.Hi, 3)
	if s.Inks[0] == InkDiverging {
		high = "+" + high
	}
	return low, high
}

// sign returns an ink's sign in a chart without colours.
func (s HeatScale) sign(ink Ink) rune { return s.signs[int(ink-s.Inks[0])*len(s.signs)/len(s.Inks)] }

// key draws the inks of the heat map between the ends of its scale, which begin at x.
func (p *painter) key(x, row int) {
	scale := p.Heat.Scale()
	low, _ := scale.Ends()
	for i, ink := range scale.Inks {
		p.swatch(x+len(p.text(low))+1+i, row, scale, ink)
	}
}

// swatch fills a cell with an ink of a scale or, without colours, the sign of the ink.
func (p *painter) swatch(x, y int, s HeatScale, ink Ink) {
	if p.coloured() {
		p.fill(x, y, ' ', look{ink, ink})
	} else {
		p.fill(x, y, s.sign(ink), look{ink, inkNone})
	}
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

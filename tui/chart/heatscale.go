package chart

import (
	"image/color"
	"math"

	"charm.land/lipgloss/v2"
)

// HeatScale maps the values of a heat map to inks.
type HeatScale struct {
	lo, hi    float64
	diverging bool
}

// Scale returns the colour scale. A scale fitted to the data has its ends rounded outwards, so
// that the key is easy to read. A diverging scale has opposite ends.
func (h *Heat) Scale() HeatScale {
	s := HeatScale{lo: h.Min, hi: h.Max, diverging: h.Diverging}
	if h.Min == 0 && h.Max == 0 || !finite(h.Min) || !finite(h.Max) {
		e := newExtent(false)
		for _, v := range h.Z {
			e.add(v)
		}
		if e.empty() {
			e.add(0)
		}
		if s.lo, s.hi = e.lo, e.hi; h.Diverging {
			most := max(math.Abs(e.lo), math.Abs(e.hi))
			s.lo, s.hi = -most, most
		}
		s.lo, s.hi = RoundOutwards(s.lo, s.hi)
	}
	const most = math.MaxFloat64 / 4 // hi − lo stays finite
	s.lo, s.hi = max(-most, min(s.lo, s.hi, most)), min(most, max(s.lo, s.hi, -most))
	if h.Diverging {
		s.hi = max(math.Abs(s.lo), math.Abs(s.hi))
		s.lo = -s.hi
	}
	const least = 1e-300                                                               // shares of a smaller range lose digits
	if !(s.hi-s.lo > max(math.Abs(s.lo)*narrowest, math.Abs(s.hi)*narrowest, least)) { // a single value
		half := max(math.Abs(s.lo)/10, least)
		if s.lo == 0 {
			half = 1
		}
		s.lo, s.hi = s.lo-half, s.hi+half
	}
	s.lo, s.hi = max(s.lo, -most), min(s.hi, most)
	return s
}

// RoundOutwards widens the range from lo to hi to multiples of a power of ten: the largest power
// that is at most a tenth of the range. An empty range, and a range too narrow for distinct
// numbers, stays unchanged.
func RoundOutwards(lo, hi float64) (float64, float64) {
	size := hi/2 - lo/2
	if !(size > 0) || !finite(size) {
		return lo, hi
	}
	const slack = 1e-9 // of a step, so that round ends stay
	k := int(math.Floor(float64(math.Log10(size))+math.Log10(2))) - 1
	l, h := math.Floor(decimal(lo, -k)+slack), math.Ceil(decimal(hi, -k)-slack)
	if l, h = decimal(l, k), decimal(h, k); finite(l) && finite(h) && h > l {
		return l, h
	}
	return lo, hi
}

// Inks returns the inks of the scale, from low to high.
func (s HeatScale) Inks() []Ink {
	first, n := InkHeat, HeatSteps
	if s.diverging {
		first, n = InkDiverging, DivergingSteps
	}
	out := make([]Ink, n)
	for i := range out {
		out[i] = first + Ink(i)
	}
	return out
}

// Ink returns the ink of a value; false for NaN and infinity, which are gaps.
func (s HeatScale) Ink(v float64) (Ink, bool) {
	if !finite(v) {
		return inkNone, false
	}
	first, n := InkHeat, HeatSteps
	if s.diverging {
		first, n = InkDiverging, DivergingSteps
	}
	share := (v/4 - s.lo/4) / (s.hi/4 - s.lo/4) // quarters, to avoid overflow
	return first + Ink(max(0, min(float64(n-1), math.Floor(share*float64(n))))), true
}

// Negative reports whether an ink is for values below 0 of a diverging scale.
func (i Ink) Negative() bool { return i >= InkDiverging && i < InkDiverging+DivergingSteps/2 }

// heat reports whether an ink is a colour of heat maps.
func (i Ink) heat() bool { return i >= InkHeat && i < InkDiverging+DivergingSteps }

// Ticks returns the low end, the middle and the high end of the scale with their labels. The high
// end of a diverging scale has a plus sign.
func (s HeatScale) Ticks() []Tick {
	vs := []float64{s.lo, s.lo/2 + s.hi/2, s.hi}
	ts := named(vs, func(vs []float64) []string { return formatTicks(vs, s.hi-s.lo, true) })
	if s.diverging {
		ts[2].Name = signed(ts[2].Name)
	}
	return ts
}

// glyph returns an ink's glyph in a ramp from low to high.
func (s HeatScale) glyph(ramp []rune, ink Ink) rune {
	if s.diverging {
		return ramp[min(int(ink-InkDiverging)*len(ramp)/DivergingSteps, len(ramp)-1)]
	}
	return ramp[min(int(ink-InkHeat)*len(ramp)/HeatSteps, len(ramp)-1)]
}

// key returns the key of the heat map as a legend entry at most w cells wide; false without room.
// The key has the inks in order with the values at the ends and, if there is room, in the middle.
// It leaves out the name in a narrow legend. others is the width of the rest of the legend.
func (p *painter) key(w, others int) (entry, bool) {
	if p.Heat == nil {
		return entry{}, false
	}
	e := entry{name: p.text(p.Heat.Name)}
	for _, room := range []int{w - others, w} {
		for _, form := range []struct {
			each   int
			middle bool
		}{{2, true}, {1, true}, {1, false}} {
			e.sample, e.looks = p.keySample(form.each, form.middle)
			if e.width() <= room {
				return e, true
			}
		}
	}
	e.name = nil
	return e, len(e.sample) <= w
}

// keySample draws each ink in some cells, with the values at the ends. The optional middle value
// stands between the inks, or on the ink of 0.
func (p *painter) keySample(each int, middle bool) (t text, looks []look) {
	ticks, inks := p.scale.Ticks(), p.scale.Inks()
	add := func(s text, l look) {
		t = append(t, s...)
		for range s {
			looks = append(looks, l)
		}
	}
	plain := look{InkFaint, inkNone}
	blank := text{' '}
	swatches := func(ink Ink, n int) {
		for range n {
			r, l := p.swatch(ink)
			add(text{r}, l)
		}
	}
	add(p.text(ticks[0].Name), plain)
	add(blank, plain)
	for i, ink := range inks {
		inMiddle := middle && i == len(inks)/2
		switch {
		case inMiddle && p.Heat.Diverging:
			on := plain
			if p.coloured() {
				on.bg = ink
			}
			swatches(ink, 1)
			add(p.text(ticks[1].Name), on)
			swatches(ink, 1)
			continue
		case inMiddle:
			add(blank, plain)
			add(p.text(ticks[1].Name), plain)
			add(blank, plain)
		}
		swatches(ink, each)
	}
	add(blank, plain)
	add(p.text(ticks[2].Name), plain)
	return t, looks
}

// swatch returns a cell filled with a heat map's ink.
func (p *painter) swatch(ink Ink) (rune, look) {
	ramp := p.g.ramp(p.Heat.Diverging)
	switch {
	case !p.coloured():
		return p.scale.glyph(ramp, ink), look{ink, inkNone}
	case p.Glyphs == Plain:
		return p.scale.glyph(ramp, ink), look{InkText, ink}
	}
	return ' ', look{ink, ink}
}

// coloured reports whether the inks of heat maps have colours; otherwise glyphs must show the
// values.
func (p *painter) coloured() bool {
	if p.Style == nil {
		return false
	}
	_, none := p.Style(InkHeat).GetForeground().(lipgloss.NoColor)
	return !none
}

// legible returns black or white, the colour with more contrast to c, so that marks on a heat map
// stay readable.
func legible(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 { return math.Pow(float64(v)/0xFFFF, 2.2) }
	const even = .18 // of luminance: black and white have about the same contrast
	if float64(.2126*linear(r))+float64(.7152*linear(g))+float64(.0722*linear(b)) > even {
		return lipgloss.Color("#000000")
	}
	return lipgloss.Color("#FFFFFF")
}

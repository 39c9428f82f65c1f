package chart

import (
	"image/color"
	"math"

	"charm.land/lipgloss/v2"
)

// key returns the key of the heat map as a legend entry at most w cells wide, if
// it has room: the inks in order with the values at the ends and, if there is
// room, in the middle. others is how wide the rest of the legend is.
func (p *painter) key(w, others int) (entry, bool) {
	if p.Heat == nil {
		return entry{}, false
	}
	e := entry{name: p.text(p.Heat.Name), ownInks: true}
	for _, room := range []int{w - others, w} {
		for _, form := range []struct {
			each   int
			middle bool
		}{{2, true}, {1, true}, {1, false}} {
			e.sample = p.keySample(form.each, form.middle)
			if e.width() <= room {
				return e, true
			}
		}
	}
	return e, len(e.sample) <= w // the name is cut
}

// keySample draws each ink in some cells, with the values at the ends and perhaps
// in the middle: between the inks, or on that of 0.
func (p *painter) keySample(each int, middle bool) text {
	ticks, inks := p.scale.Ticks(), p.scale.Inks()
	var t text
	say := func(s string) {
		for _, c := range p.text(s) {
			c.ink, c.shade = InkFaint, inkNone
			t = append(t, c)
		}
	}
	blank := func() { t = append(t, cell{ink: inkNone, shade: inkNone}) }
	swatch := func(ink Ink) {
		for range each {
			t = append(t, p.swatch(ink))
		}
	}

	say(ticks[0].Name)
	blank()
	for i, ink := range inks {
		switch {
		case middle && p.Heat.Diverging && i == len(inks)/2:
			from := len(t)
			t = append(t, p.swatch(ink))
			say(ticks[1].Name)
			t = append(t, p.swatch(ink))
			if p.coloured() {
				for j := from; j < len(t); j++ {
					t[j].shade = ink
				}
			}
			continue
		case middle && !p.Heat.Diverging && i == len(inks)/2:
			blank()
			say(ticks[1].Name)
			blank()
		}
		swatch(ink)
	}
	blank()
	say(ticks[2].Name)
	return t
}

// swatch is a cell of a heat map's ink.
func (p *painter) swatch(ink Ink) cell {
	c := cell{r: ' ', ink: ink, shade: ink}
	if !p.coloured() {
		c.shade = inkNone
	}
	if p.Glyphs == Plain || !p.coloured() {
		c.r = p.scale.glyph(p.g.ramp(p.Heat.Diverging), ink)
	}
	if p.Glyphs == Plain && p.coloured() {
		c.ink = InkText
	}
	return c
}

// coloured tells whether the inks of heat maps have colours; without, glyphs must
// say it all.
func (p *painter) coloured() bool {
	if p.Style == nil {
		return false
	}
	_, none := p.Style(InkHeat).GetForeground().(lipgloss.NoColor)
	return !none
}

// legible returns black or white, whichever has more contrast to c, for what
// stands on a heat map.
func legible(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 { return math.Pow(float64(v)/0xFFFF, 2.2) }
	const even = .18 // black and white have about the same contrast to it
	if .2126*linear(r)+.7152*linear(g)+.0722*linear(b) > even {
		return lipgloss.Color("#000000")
	}
	return lipgloss.Color("#FFFFFF")
}

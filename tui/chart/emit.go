package chart

import (
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// Escapes caches the escape sequences of a Style between drawings, because lipgloss takes longer
// for the sequences than a drawing for its cells. Only one goroutine may use a cache at a time.
type Escapes map[look]escape

// escape switches a look on and off.
type escape struct {
	on, off string
	unseen  bool // blanks in this look are invisible
}

// lines returns the rows of the drawing, each of its exact width, with one pair of escape
// sequences around every run of equal looks. Blanks join the run to their left, which saves
// sequences.
func (p *painter) lines() []string {
	c, b := p.c, p.c.out[:0]
	ends := make([]int, c.h)
	for y := range ends {
		last := look{inkNone, inkNone}
		var now escape
		for x := range c.w {
			r, l := c.at(x, y)
			if r == 0 && l.fg == inkNone && (now.unseen || last.fg == inkNone) {
				l = last
			}
			if l != last {
				b = append(b, now.off...)
				now = p.escape(l)
				b = append(b, now.on...)
				last = l
			}
			switch {
			case r == wideTail:
			case r == 0:
				b = append(b, ' ')
			case p.Glyphs == Plain && r >= utf8.RuneSelf:
				b = append(b, (asciiRune(r) + " ")[0])
			case r >= firstCluster && int(r-firstCluster) < len(c.clusters):
				b = append(b, c.clusters[r-firstCluster]...)
			default:
				b = utf8.AppendRune(b, r)
			}
		}
		b = append(b, now.off...)
		ends[y] = len(b)
	}
	c.out = b
	all := string(b)
	rows := make([]string, c.h)
	from := 0
	for y, end := range ends {
		rows[y] = all[from:end]
		from = end
	}
	return rows
}

// escape returns the sequences of a look.
func (p *painter) escape(l look) escape {
	if p.Style == nil || l.fg == inkNone {
		return escape{}
	}
	if p.Escapes == nil {
		p.Escapes = make(Escapes)
	}
	e, ok := p.Escapes[l]
	if !ok {
		e = p.newEscape(l)
		p.Escapes[l] = e
	}
	return e
}

// newEscape gets the sequences of a look from lipgloss. On a heat map, other inks are black or
// white, since any colour may lie below them.
func (p *painter) newEscape(l look) escape {
	style := p.Style(known(l.fg))
	if l.bg != inkNone {
		under := p.Style(known(l.bg)).GetForeground()
		style = style.Background(under)
		if l.bg.heat() && !l.fg.heat() {
			style = style.Foreground(Legible(under))
		}
	}
	// Inline, since margins and padding would break the lines.
	on, off, ok := strings.Cut(style.Inline(true).Render("x"), "x")
	if !ok {
		return escape{}
	}
	_, unseen := style.GetBackground().(lipgloss.NoColor)
	return escape{on, off, unseen && !style.GetReverse() && !style.GetUnderline()}
}

// known returns ink, or InkText for an invalid number.
func known(ink Ink) Ink {
	if ink < 0 || ink >= numInks {
		return InkText
	}
	return ink
}

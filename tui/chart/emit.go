package chart

import (
	"strings"
	"unicode/utf8"
)

// escape is what switches an ink on and off.
type escape struct {
	on, off string
	known   bool
}

// emit returns the canvas's rows as lines, each of exactly its width, with one
// pair of escape sequences around each run of equal ink.
func (p *painter) emit() []string {
	var inks [numInks]escape
	lines := make([]string, p.c.h)
	var b []byte
	for y := range lines {
		b = b[:0]
		last := inkNone
		for _, c := range p.c.cells[y*p.c.w : (y+1)*p.c.w] {
			if c.ink != inkNone && (c.ink < 0 || c.ink >= numInks) {
				c.ink = InkText
			}
			if c.ink != last {
				if last != inkNone {
					b = append(b, inks[last].off...)
				}
				if c.ink != inkNone {
					if !inks[c.ink].known {
						inks[c.ink] = p.escape(c.ink)
					}
					b = append(b, inks[c.ink].on...)
				}
				last = c.ink
			}
			switch c.r {
			case wideTail:
			case 0:
				b = append(b, ' ')
			default:
				b = append(utf8.AppendRune(b, c.r), c.marks...)
			}
		}
		if last != inkNone {
			b = append(b, inks[last].off...)
		}
		lines[y] = string(b)
	}
	return lines
}

// escape asks lipgloss for the sequences of an ink, once a drawing.
func (p *painter) escape(ink Ink) escape {
	if p.Style == nil {
		return escape{known: true}
	}
	// Inline, since margins and padding would break the lines.
	on, off, ok := strings.Cut(p.Style(ink).Inline(true).Render("x"), "x")
	if !ok {
		return escape{known: true}
	}
	return escape{on, off, true}
}

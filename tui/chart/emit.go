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
	var inks [numInks][numInks + 1]escape // by ink, and by shade from inkNone on
	lines := make([]string, p.c.h)
	var b []byte
	for y := range lines {
		b = b[:0]
		last, lastShade := inkNone, inkNone
		for _, c := range p.c.cells[y*p.c.w : (y+1)*p.c.w] {
			if c.ink != inkNone && (c.ink < 0 || c.ink >= numInks) {
				c.ink = InkText
			}
			if c.shade < 0 || c.shade >= numInks {
				c.shade = inkNone
			}
			if c.ink != last || c.shade != lastShade {
				if last != inkNone {
					b = append(b, inks[last][lastShade+1].off...)
				}
				if c.ink != inkNone {
					e := &inks[c.ink][c.shade+1]
					if !e.known {
						*e = p.escape(c.ink, c.shade)
					}
					b = append(b, e.on...)
				}
				last, lastShade = c.ink, c.shade
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
			b = append(b, inks[last][lastShade+1].off...)
		}
		lines[y] = string(b)
	}
	return lines
}

// escape asks lipgloss for the sequences of an ink on a shade, once a drawing.
// Where the ink of a band has a background, all that stands in the band has it.
func (p *painter) escape(ink, shade Ink) escape {
	if p.Style == nil {
		return escape{known: true}
	}
	style := p.Style(ink)
	if shade != inkNone {
		style = style.Background(p.Style(shade).GetBackground())
	}
	// Inline, since margins and padding would break the lines.
	on, off, ok := strings.Cut(style.Inline(true).Render("x"), "x")
	if !ok {
		return escape{known: true}
	}
	return escape{on, off, true}
}

package chart

import (
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// escape is what switches an ink on and off.
type escape struct {
	on, off string
	known   bool
	unseen  bool // a blank in the ink looks like any other
}

// longestGap is how many blanks at most take the ink around them: to switch it off
// and on again takes more bytes than they do.
const longestGap = 8

// emit returns the canvas's rows as lines, each of exactly its width, with one
// pair of escape sequences around each run of equal ink. Short gaps in a run belong
// to it.
func (p *painter) emit() []string {
	var inks [numInks][numInks + 3]escape // by ink, and by shade from inverse on
	lines := make([]string, p.c.h)
	var b []byte
	for y := range lines {
		b = b[:0]
		last, lastShade := inkNone, inkNone
		row := p.c.cells[y*p.c.w : (y+1)*p.c.w]
		for x, c := range row {
			if c.ink != inkNone && (c.ink < 0 || c.ink >= numInks) {
				c.ink = InkText
			}
			if c.shade < inverse || c.shade >= numInks {
				c.shade = inkNone
			}
			if last != inkNone && lastShade == inkNone && c.blank() && inks[last][inkNone-inverse].unseen && inkAfterGap(row[x:]) == last {
				c.ink = last
			}
			if c.ink != last || c.shade != lastShade {
				if last != inkNone {
					b = append(b, inks[last][lastShade-inverse].off...)
				}
				if c.ink != inkNone {
					e := &inks[c.ink][c.shade-inverse]
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
			b = append(b, inks[last][lastShade-inverse].off...)
		}
		lines[y] = string(b)
	}
	return lines
}

// inkAfterGap returns the ink that follows the blanks at the start of some cells;
// inkNone where a shade does, or where they are many.
func inkAfterGap(cells []cell) Ink {
	for _, c := range cells[:min(len(cells), longestGap+1)] {
		switch {
		case c.blank():
		case c.shade != inkNone:
			return inkNone
		default:
			return c.ink
		}
	}
	return inkNone
}

// escape asks lipgloss for the sequences of an ink on a shade, once a drawing.
// Where the ink of a band has a background, all that stands in the band has it;
// what stands on a heat map has its colour behind it.
func (p *painter) escape(ink, shade Ink) escape {
	if p.Style == nil {
		return escape{known: true}
	}
	style := p.Style(ink)
	switch shade {
	case inkNone:
	case upright:
		style = style.UnsetBackground()
	case inverse:
		style = style.UnsetBackground().Reverse(true)
	default:
		under := p.Style(shade)
		switch {
		case !shade.heat():
			style = style.Background(under.GetBackground())
		case ink.heat():
			style = style.Background(under.GetForeground())
		default: // any colour may lie under it
			style = style.Background(under.GetForeground()).Foreground(legible(under.GetForeground()))
		}
	}
	// Inline, since margins and padding would break the lines.
	on, off, ok := strings.Cut(style.Inline(true).Render("x"), "x")
	if !ok {
		return escape{known: true}
	}
	_, unseen := style.GetBackground().(lipgloss.NoColor)
	return escape{on, off, true, unseen && !style.GetReverse() && !style.GetUnderline()}
}

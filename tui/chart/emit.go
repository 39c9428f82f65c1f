package chart

import (
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// escape is what switches an ink on and off.
type escape struct {
	on, off string
	unseen  bool // a blank in the ink looks like any other
}

// Escapes keeps the escape sequences of a Style from drawing to drawing, as to make
// them takes a large part of one. It is for one goroutine at a time.
type Escapes struct {
	known map[coloured]escape
}

// coloured is an ink on a shade.
type coloured struct{ ink, shade Ink }

// NewEscapes returns a store for the sequences of one Style.
func NewEscapes() *Escapes { return &Escapes{make(map[coloured]escape)} }

// longestGap is how many blanks at most take the ink around them: to switch it off
// and on again takes more bytes than they do.
const longestGap = 8

// emit returns the canvas's rows as lines, each of exactly its width, with one
// pair of escape sequences around each run of equal ink. Short gaps in a run belong
// to it.
func (p *painter) emit() []string {
	if p.Escapes == nil {
		p.Escapes = NewEscapes()
	}
	lines := make([]string, p.c.h)
	b := make([]byte, 0, 4*p.c.w)
	for y := range lines {
		b = b[:0]
		last, lastShade := inkNone, inkNone
		var now escape // of both
		row := p.c.cells[y*p.c.w : (y+1)*p.c.w]
		for x, c := range row {
			if c.ink != inkNone && (c.ink < 0 || c.ink >= numInks) {
				c.ink = InkText
			}
			if c.shade < inverse || c.shade >= numInks {
				c.shade = inkNone
			}
			if last != inkNone && lastShade == inkNone && c.blank() && now.unseen && inkAfterGap(row[x:]) == last {
				c.ink = last
			}
			if c.ink != last || c.shade != lastShade {
				b = append(b, now.off...)
				now = escape{}
				if c.ink != inkNone {
					now = p.escape(c.ink, c.shade)
				}
				b = append(b, now.on...)
				last, lastShade = c.ink, c.shade
			}
			switch c.r {
			case wideTail:
			case 0:
				b = append(b, ' ')
			default:
				b = utf8.AppendRune(b, c.r)
				for _, m := range c.marks {
					if m != 0 {
						b = utf8.AppendRune(b, m)
					}
				}
			}
		}
		lines[y] = string(append(b, now.off...))
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

// escape returns the sequences of an ink on a shade.
func (p *painter) escape(ink, shade Ink) escape {
	key := coloured{ink, shade}
	e, ok := p.Escapes.known[key]
	if !ok {
		e = p.newEscape(ink, shade)
		p.Escapes.known[key] = e
	}
	return e
}

// newEscape asks lipgloss for the sequences of an ink on a shade. Where the ink of a
// band has a background, all that stands in the band has it; what stands on a heat
// map has its colour behind it.
func (p *painter) newEscape(ink, shade Ink) escape {
	if p.Style == nil {
		return escape{}
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
		return escape{}
	}
	_, unseen := style.GetBackground().(lipgloss.NoColor)
	return escape{on, off, unseen && !style.GetReverse() && !style.GetUnderline()}
}

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

// coloured is an ink on a shade.
type coloured struct{ ink, shade Ink }

// longestGap is how many blanks at most take the ink around them: to switch it off
// and on again takes more bytes than they do.
const longestGap = 8

// emit returns the canvas's rows as lines, each of exactly its width, with one
// pair of escape sequences around each run of equal ink. Short gaps in a run belong
// to it.
func (p *painter) emit() []string {
	b := p.Workspace.lines[:0]
	ends := resized(p.Workspace.numbers, p.c.h)
	for y := range ends {
		last, lastShade := inkNone, inkNone
		var now escape // of both
		row := p.c.cells[y*p.c.w : (y+1)*p.c.w]
		for x := range row {
			c := &row[x]
			ink, shade := c.ink, c.shade
			if ink != inkNone && (ink < 0 || ink >= numInks) {
				ink = InkText
			}
			if shade <= behind-numInks || shade >= numInks {
				shade = inkNone
			}
			if last != inkNone && lastShade == inkNone && c.blank() && now.unseen && inkAfterGap(row[x:]) == last {
				ink = last
			}
			if ink != last || shade != lastShade {
				b = append(b, now.off...)
				now = escape{}
				if ink != inkNone {
					now = p.escape(ink, shade)
				}
				b = append(b, now.on...)
				last, lastShade = ink, shade
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
		b = append(b, now.off...)
		ends[y] = len(b)
	}
	p.Workspace.lines, p.Workspace.numbers = b, ends
	all, lines := string(b), make([]string, p.c.h)
	from := 0
	for y, end := range ends {
		lines[y], from = all[from:end], end
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
	e, ok := p.Workspace.escapes[key]
	if !ok {
		e = p.newEscape(ink, shade)
		p.Workspace.escapes[key] = e
	}
	return e
}

// newEscape asks lipgloss for the sequences of an ink on a shade. Where the ink of a
// band has a background, everything in the band has the same; what stands on a heat
// map has the map's colour behind it, and a part of a stack that of the part above it.
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
		if shade <= behind {
			style = style.Background(p.Style(behind - shade).GetForeground())
			break
		}
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

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
// sequences. A wide letter with one cell covered leaves the other blank.
func (c *Canvas) lines() []string {
	rows := make([]string, c.Height)
	for y := range rows {
		b := c.out[:0]
		last := look{inkNone, inkNone}
		var now escape
		for x := range c.Width {
			r, l := c.at(x, y)
			if r == 0 && l.fg == inkNone && (now.unseen || last.fg == inkNone) {
				l = last
			}
			if l != last {
				b = append(b, now.off...)
				now = c.escape(l)
				b = append(b, now.on...)
				last = l
			}
			switch {
			case r == wideTail && c.whole(x-1, y):
			case r == 0, r == wideTail, wide(r) && !c.whole(x, y):
				b = append(b, ' ')
			case c.Glyphs == Plain && r >= utf8.RuneSelf:
				b = append(b, (asciiRune(r) + " ")[0])
			case r >= firstCluster && int(r-firstCluster) < len(c.clusters):
				b = append(b, c.clusters[r-firstCluster]...)
			default:
				b = utf8.AppendRune(b, r)
			}
		}
		c.out = append(b, now.off...)
		rows[y] = string(c.out)
	}
	return rows
}

// whole reports whether the canvas has both cells of a wide letter at (x, y).
func (c *Canvas) whole(x, y int) bool {
	letter, _ := c.at(x, y)
	tail, _ := c.at(x+1, y)
	return wide(letter) && tail == wideTail
}

// escape returns the sequences of a look. On a heat map, other inks are black or white, since any
// colour may lie below them.
func (c *Canvas) escape(l look) escape {
	if c.Style == nil || l.fg == inkNone {
		return escape{}
	}
	if e, ok := c.Escapes[l]; ok {
		return e
	}
	style := c.Style(l.fg)
	if l.bg != inkNone {
		under := c.Style(l.bg).GetForeground()
		style = style.Background(under)
		if l.bg.heat() && !l.fg.heat() {
			style = style.Foreground(Legible(under))
		}
	}
	// Inline, since margins and padding would break the lines.
	on, off, _ := strings.Cut(style.Inline(true).Render("x"), "x")
	_, unseen := style.GetBackground().(lipgloss.NoColor)
	e := escape{on, off, unseen && !style.GetReverse() && !style.GetUnderline()}
	if c.Escapes != nil {
		c.Escapes[l] = e
	}
	return e
}

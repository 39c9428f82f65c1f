package chart

import (
	"slices"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

const (
	inkNone Ink = -1 // of a cell that nothing was drawn in

	// In place of a shade, of what fills a part of a cell in the ink: with nothing
	// behind it, and with ink and background exchanged.
	upright Ink = -2
	inverse Ink = -3

	wideTail = rune(-1) // the right half of a rune two cells wide
)

// cell is what one terminal cell shows: a rune, and the combining marks that
// follow it, so that λ̂ takes one cell. It has no pointers, as there are thousands.
type cell struct {
	r     rune    // 0 for blank
	marks [2]rune // 0 for none; letters with more of them lose the rest
	ink   Ink
	shade Ink // of the band it lies in, inkNone outside
	under Ink // the shade of what is drawn over it
}

// blank tells whether nothing was drawn in the cell.
func (c cell) blank() bool { return c.r == 0 && c.ink == inkNone && c.shade == inkNone }

// canvas is the w×h cells of a drawing.
type canvas struct {
	w, h  int
	cells []cell
}

func newCanvas(w, h int) *canvas {
	c := &canvas{w: w, h: h, cells: make([]cell, w*h)}
	for i := range c.cells {
		c.cells[i].ink, c.cells[i].shade, c.cells[i].under = inkNone, inkNone, inkNone
	}
	return c
}

// set puts a rune one cell wide at (x, y), or nothing outside the canvas. It gets
// the shade of the band that the cell lies in.
func (c *canvas) set(x, y int, r rune, ink Ink) {
	if x >= 0 && x < c.w && y >= 0 && y < c.h {
		at := &c.cells[y*c.w+x]
		*at = cell{r: r, ink: ink, shade: at.under, under: at.under}
	}
}

// shade puts the sign of a band at (x, y), and its shade under whatever else
// comes there.
func (c *canvas) shade(x, y int, r rune, ink Ink) {
	if x >= 0 && x < c.w && y >= 0 && y < c.h {
		c.cells[y*c.w+x] = cell{r: r, ink: ink, shade: ink, under: ink}
	}
}

// shadePart shades the lower eighths of the cell at (x, y), or where they are
// negative the upper ones, beside what other bands shade of it. What is drawn over it
// lies in the band if that covers half of the cell.
func (c *canvas) shadePart(x, y, eighths int, whole rune, ink Ink) {
	if x < 0 || x >= c.w || y < 0 || y >= c.h {
		return
	}
	at := &c.cells[y*c.w+x]
	switch before := at.eighths(); {
	case at.shade == ink: // all of it is shaded
		return
	case before*eighths < 0 && max(before, -before)+max(eighths, -eighths) >= 8:
		c.shade(x, y, whole, ink)
		return
	case max(before, -before) >= max(eighths, -eighths):
		return
	}
	part := cell{ink: ink, shade: upright, under: inkNone}
	if eighths > 0 {
		part.r = lowerBlocks[eighths]
	} else { // all but the lower ones
		part.r, part.shade = lowerBlocks[8+eighths], inverse
	}
	if eighths >= 4 || eighths <= -4 {
		part.under = ink
	}
	*at = part
}

// eighths returns what shadePart has shaded of a cell; 0 for nothing.
func (c cell) eighths() int {
	switch c.shade {
	case upright:
		return slices.Index(lowerBlocks[:], c.r)
	case inverse:
		return slices.Index(lowerBlocks[:], c.r) - 8
	}
	return 0
}

// lowerBlocks fill the lower eighths of a cell.
var lowerBlocks = [...]rune{' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// fill puts a whole cell at (x, y), which is on the canvas.
func (c *canvas) fill(x, y int, what cell) {
	what.under = what.shade
	c.cells[y*c.w+x] = what
}

// rune returns what stands at (x, y), or 0.
func (c *canvas) rune(x, y int) rune {
	if x < 0 || x >= c.w || y < 0 || y >= c.h {
		return 0
	}
	return c.cells[y*c.w+x].r
}

// put writes t from (x, y) on, in one ink, up to the canvas's edge.
func (c *canvas) put(x, y int, t text, ink Ink) {
	if y < 0 || y >= c.h || x < 0 {
		return
	}
	for i, g := range t.cut(c.w-x, ' ') {
		g.ink, g.shade, g.under = ink, inkNone, inkNone
		c.cells[y*c.w+x+i] = g
	}
}

// copy writes t from (x, y) on, as it is, up to the canvas's edge.
func (c *canvas) copy(x, y int, t text) {
	if x >= 0 && x < c.w && y >= 0 && y < c.h {
		copy(c.cells[y*c.w+x:(y+1)*c.w], t)
	}
}

// text is a string as cells; its length is its width.
type text []cell

// newText splits s into cells. Control characters are left out, and so is all
// that could join with its neighbours and change the width of the line.
func newText(s string) text {
	t := make(text, 0, len(s))
	for len(s) > 0 {
		g, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if g == "" {
			break
		}
		s = s[len(g):]
		c, ok := newCell(g, w)
		if !ok {
			continue
		}
		t = append(t, c)
		if w == 2 {
			t = append(t, cell{r: wideTail})
		}
	}
	return t
}

func newCell(g string, w int) (cell, bool) {
	rs := []rune(g)
	r := rs[0]
	switch {
	case w < 1 || w > 2 || !unicode.IsGraphic(r) || unicode.IsMark(r):
		return cell{}, false
	case r < 0x300 && len(rs) == 1:
		return cell{r: r}, true
	case ansi.StringWidth(g+"|") != w+1 || ansi.StringWidth(g+g) != 2*w:
		return cell{}, false
	}
	c := cell{r: r}
	for i, m := range rs[1:] {
		if !unicode.In(m, unicode.Mn) {
			return cell{}, false
		}
		if i < len(c.marks) {
			c.marks[i] = m
		}
	}
	return c, true
}

// cut returns t in at most n cells, ending in tail where something is lost.
func (t text) cut(n int, tail rune) text {
	if len(t) <= n {
		return t
	}
	if n <= 0 {
		return nil
	}
	end := n - 1
	if t[end].r == wideTail {
		end--
	}
	return append(append(make(text, 0, n), t[:end]...), cell{r: tail})
}

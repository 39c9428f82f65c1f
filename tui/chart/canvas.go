package chart

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	inkNone Ink = -1 // of a cell that nothing was drawn in

	// In place of a shade, of what fills a part of a cell in the ink: with nothing
	// behind it, and with ink and background exchanged.
	upright Ink = -2
	inverse Ink = -3

	// In place of a shade, from it down: another ink, whose colour is behind.
	behind Ink = -4

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

// newCanvas returns an empty canvas, in the memory of some cells where they are enough.
func newCanvas(w, h int, memory []cell) *canvas {
	c := &canvas{w: w, h: h, cells: resized(memory, w*h)}
	if len(c.cells) > 0 {
		c.cells[0] = cell{ink: inkNone, shade: inkNone, under: inkNone}
	}
	for n := 1; n < len(c.cells); n *= 2 {
		copy(c.cells[n:], c.cells[:n])
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
// negative the upper ones. A band that fills the cell stays in the others. What is drawn
// over it lies in the band that covers half of the cell.
func (c *canvas) shadePart(x, y, eighths int, whole rune, ink Ink) {
	if x < 0 || x >= c.w || y < 0 || y >= c.h {
		return
	}
	at := &c.cells[y*c.w+x]
	other := at.covers()
	switch before := at.eighths(); {
	case other == ink: // all of it is shaded
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
	if other != inkNone { // it stays in the rest of the cell
		part.shade, part.under = behind-other, other
		if eighths < 0 {
			part.ink, part.shade = other, behind-ink
		}
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

// covers returns the ink of the band that fills a cell, or of two the one with more of it;
// inkNone where a part is bare.
func (c cell) covers() Ink {
	switch {
	case c.shade >= 0:
		return c.shade
	case c.shade <= behind:
		return c.under
	}
	return inkNone
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

// text splits s into cells, which are good until the next drawing. Control characters are
// left out, and so is all that could join with its neighbours and change the width of the
// line.
func (k *Workspace) text(s string) text {
	from := len(k.letters)
	for len(s) > 0 {
		if c, n := narrowCell(s); n > 0 {
			k.letters = append(k.letters, c)
			s = s[n:]
			continue
		}
		g, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if g == "" {
			break
		}
		s = s[len(g):]
		c, ok := newCell(g, w)
		if !ok {
			continue
		}
		k.letters = append(k.letters, c)
		if w == 2 {
			k.letters = append(k.letters, cell{r: wideTail})
		}
	}
	return slices.Clip(k.letters[from:])
}

// runes returns characters one cell wide as text does.
func (k *Workspace) runes(rs ...rune) text {
	from := len(k.letters)
	for _, r := range rs {
		k.letters = append(k.letters, cell{r: r})
	}
	return slices.Clip(k.letters[from:])
}

// narrowCell returns the cell of a narrow character at the start of a text, with its hat,
// and its length; 0 where there is none, or what follows might combine with it.
func narrowCell(s string) (c cell, n int) {
	r, n := utf8.DecodeRuneInString(s)
	if !narrow(r) {
		return cell{}, 0
	}
	c.r = r
	next, size := utf8.DecodeRuneInString(s[n:])
	if next == hat {
		c.marks[0] = hat
		n += size
		next, size = utf8.DecodeRuneInString(s[n:])
	}
	if size > 0 && !narrow(next) {
		return cell{}, 0
	}
	return c, n
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

package chart

import (
	"runtime"

	"charm.land/lipgloss/v2"
	"github.com/NimbleMarkets/ntcharts/v2/canvas"
)

// inkNone is the foreground of a blank cell and the background of a cell without a fill.
const inkNone Ink = -1

// look is the ink of a cell, on the colour of another ink. It is a color.Color because a cell of
// ntcharts holds a style, and a style holds colours. Styles cannot be compared; looks can, and
// the theme resolves them when the cells are written.
type look struct{ fg, bg Ink }

// RGBA makes a look a color.Color. Nothing reads the value.
func (look) RGBA() (r, g, b, a uint32) { return 0, 0, 0, 0xFFFF }

// cells is a drawing on a canvas of ntcharts.
type cells struct {
	canvas.Model
	w, h     int            // of the drawing; the canvas may be larger
	filled   []canvas.Point // cells that are not blank, with repetitions
	clusters []string       // characters of several runes, such as λ̂; see text
	out      []byte         // memory of lines
}

// free holds canvases that are not in use. A cell takes 656 bytes, so drawings share one canvas
// for each processor, and no session keeps one.
var free = make(chan *cells, runtime.NumCPU())

// takeCells returns w × h blank cells. The canvas only grows, because ntcharts allocates every row
// when it clears or resizes one. Only filled cells are cleared, because a small drawing may have the
// canvas of a large one.
func takeCells(w, h int) *cells {
	var c *cells
	select {
	case c = <-free:
	default:
		c = new(cells)
	}
	if c.Width() < w || c.Height() < h {
		c.Model = canvas.New(max(w, c.Width()), max(h, c.Height()))
	} else {
		for _, p := range c.filled {
			c.SetCell(p, canvas.Cell{})
		}
	}
	c.filled = c.filled[:0]
	c.w, c.h = w, h
	c.clusters = c.clusters[:0]
	return c
}

// release returns the canvas to the free list.
func (c *cells) release() {
	select {
	case free <- c:
	default:
	}
}

// contains reports whether the drawing has a cell at (x, y).
func (c *cells) contains(x, y int) bool { return x >= 0 && x < c.w && y >= 0 && y < c.h }

// fill sets a cell's rune and look.
func (c *cells) fill(x, y int, r rune, l look) {
	if !c.contains(x, y) {
		return
	}
	p := canvas.Point{X: x, Y: y}
	c.SetRuneWithStyle(p, r, lipgloss.NewStyle().Foreground(l))
	c.filled = append(c.filled, p)
}

// set sets a cell's rune and ink and keeps its background.
func (c *cells) set(x, y int, r rune, ink Ink) {
	_, before := c.at(x, y)
	c.fill(x, y, r, look{ink, before.bg})
}

// row sets the cells of a row from x to, but not including, end.
func (c *cells) row(x, end, y int, r rune, ink Ink) {
	for ; x < end; x++ {
		c.set(x, y, r, ink)
	}
}

// at returns the content of a cell; 0 for a blank one.
func (c *cells) at(x, y int) (rune, look) {
	if !c.contains(x, y) {
		return 0, look{inkNone, inkNone}
	}
	cell := c.Cell(canvas.Point{X: x, Y: y})
	if l, ok := cell.Style.GetForeground().(look); ok {
		return cell.Rune, l
	}
	return 0, look{inkNone, inkNone}
}

// put writes a text from a cell to the right and cuts it at the edge of the drawing.
func (c *cells) put(x, y int, t text, ink Ink) {
	for i, r := range t.cut(c.w - x) {
		c.fill(x+i, y, r, look{ink, inkNone})
	}
}

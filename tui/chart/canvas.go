package chart

import (
	"runtime"

	"charm.land/lipgloss/v2"
	"github.com/NimbleMarkets/ntcharts/v2/canvas"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
)

// inkNone is the foreground of a blank cell and the background of a cell without a fill.
const inkNone Ink = -1

// look is the ink of a cell, on the colour of another ink. It is a color.Color because a cell of
// ntcharts holds a style, and a style holds colours. Styles cannot be compared; looks can, and
// the theme resolves them when the cells are written.
type look struct{ fg, bg Ink }

// RGBA makes a look a color.Color. Nothing reads the value.
func (look) RGBA() (r, g, b, a uint32) { return 0, 0, 0, 0xFFFF }

// Canvas is a drawing on a canvas of ntcharts. Cells outside of the drawing are ignored.
type Canvas struct {
	Options
	Width, Height int // of the drawing

	model    canvas.Model   // may be larger than the drawing
	filled   []canvas.Point // cells that are not blank, with repetitions
	clusters []string       // characters of several runes, such as λ̂; see text
	out      []byte         // memory of lines
}

// free holds canvases that are not in use. A cell takes 656 bytes, so drawings share one canvas
// for each processor, and no session keeps one.
var free = make(chan *Canvas, runtime.NumCPU())

// Draw returns the lines of a drawing of w × h cells. The canvas is valid only within the call of
// draw.
func Draw(w, h int, o Options, draw func(*Canvas)) []string {
	c := takeCanvas(max(w, 0), max(h, 0))
	c.Options = o
	defer c.release()
	draw(c)
	return c.lines()
}

// takeCanvas returns w × h blank cells. The canvas only grows, because ntcharts allocates every row
// when it clears or resizes one. Only filled cells are cleared, because a small drawing may have the
// canvas of a large one.
func takeCanvas(w, h int) (c *Canvas) {
	select {
	case c = <-free:
	default:
		c = new(Canvas)
	}
	if c.model.Width() < w || c.model.Height() < h {
		c.model = canvas.New(max(w, c.model.Width()), max(h, c.model.Height()))
	} else {
		for _, p := range c.filled {
			c.model.SetCell(p, canvas.Cell{})
		}
	}
	c.filled = c.filled[:0]
	c.Width, c.Height = w, h
	c.clusters = c.clusters[:0]
	return c
}

// release returns the canvas to the free list, without the styles of the session.
func (c *Canvas) release() {
	c.Options = Options{}
	select {
	case free <- c:
	default:
	}
}

// contains reports whether the drawing has a cell at (x, y).
func (c *Canvas) contains(x, y int) bool { return x >= 0 && x < c.Width && y >= 0 && y < c.Height }

// fill sets a cell's rune and look.
func (c *Canvas) fill(x, y int, r rune, l look) {
	if !c.contains(x, y) {
		return
	}
	p := canvas.Point{X: x, Y: y}
	c.model.SetRuneWithStyle(p, r, lipgloss.NewStyle().Foreground(l))
	c.filled = append(c.filled, p)
}

// Set sets the rune, one cell wide, and the ink of a cell, and keeps its background.
func (c *Canvas) Set(x, y int, r rune, ink Ink) {
	_, before := c.at(x, y)
	c.fill(x, y, r, look{ink, before.bg})
}

// Row sets the cells of a row from x to, but not including, end.
func (c *Canvas) Row(x, end, y int, r rune, ink Ink) {
	for ; x < end; x++ {
		c.Set(x, y, r, ink)
	}
}

// at returns the content of a cell; 0 for a blank one.
func (c *Canvas) at(x, y int) (rune, look) {
	if !c.contains(x, y) {
		return 0, look{inkNone, inkNone}
	}
	cell := c.model.Cell(canvas.Point{X: x, Y: y})
	if l, ok := cell.Style.GetForeground().(look); ok {
		return cell.Rune, l
	}
	return 0, look{inkNone, inkNone}
}

// Text writes s from a cell to the right and cuts it at the edge of the drawing.
func (c *Canvas) Text(x, y int, s string, ink Ink) { c.put(x, y, c.text(s), ink) }

// put is Text for a text in cells.
func (c *Canvas) put(x, y int, t text, ink Ink) {
	for i, r := range t.cut(c.Width - x) {
		c.fill(x+i, y, r, look{ink, inkNone})
	}
}

// leastBlock is the least height, in cells, that rounds to a block.
const leastBlock = 1. / 16

// Column draws a column from the foot of a row upwards. The width and the height are in cells; the
// height is rounded to eighths.
func (c *Canvas) Column(x, width, foot int, height float64, ink Ink) {
	for ; height >= leastBlock; height-- {
		c.Row(x, x+width, foot, runes.LowerBlockElementFromFloat64(height), ink)
		foot--
	}
}

package chart

import (
	"image"
	"strings"

	"charm.land/lipgloss/v2"
)

// Glyphs is the set of characters that a terminal's font can show.
type Glyphs int

// The glyph sets. Plain is 7-bit: labels are translated before the layout, because a translation
// can be longer; all other signs when the cells are written.
const (
	Braille Glyphs = iota
	Plain
)

// Options is the style of a drawing. The zero value draws braille without colour.
type Options struct {
	Glyphs  Glyphs
	Style   func(Ink) lipgloss.Style // nil for no style; Draw ignores margins, padding and borders
	Escapes Escapes                  // a cache for drawings with the same Style; nil for no cache
}

// Drawing is a chart in terminal cells.
type Drawing struct {
	Lines []string        // one for each row, all of the requested width
	Plot  image.Rectangle // the data area, in cells from the top left; empty without a plot

	x, y Scale
}

// X returns the data x at the centre of a cell column, so that a mouse click finds its value;
// false outside the plot.
func (d Drawing) X(col int) (x float64, ok bool) { return d.x.at(col-d.Plot.Min.X, d.Plot.Dx()) }

// Y returns the data y at the centre of a cell row, as X does for x.
func (d Drawing) Y(row int) (y float64, ok bool) { return d.y.at(d.Plot.Max.Y-1-row, d.Plot.Dy()) }

// Draw renders the chart in w × h cells. It never fails. A narrow chart has no tick labels. A low
// chart loses the strips, then the axes, then the legend; without room for a plot the lines are
// blank. The first and the last column of the plot are centred on the ends of the x axis, and the
// rows likewise on the y axis. With a heat map or columns the outer edges are the ends.
func (s *Spec) Draw(w, h int, o Options) (d Drawing) {
	d.Lines = Draw(w, h, o, func(c *Canvas) {
		if w < 3 || h < 2 {
			return
		}
		p := painter{Spec: s, Canvas: c}
		p.lay()
		p.data()
		p.panelLine()
		p.legend()
		d.Plot = p.plot.Rectangle
		d.x = p.plot.x
		d.y = p.plot.y
	})
	return d
}

// data draws the chart without legend and panel line.
func (p *painter) data() {
	p.frame()
	p.heat()
	p.zero()
	p.edges()
	p.stack()
	for _, solid := range []bool{false, true} {
		for i := range p.Series {
			if q := &p.Series[i]; solid == (q.Line == LineSolid) {
				p.line(q)
			}
		}
	}
	p.swarm()
	p.bars()
	p.markers()
	p.drawStrips()
}

// painter draws one Spec once.
type painter struct {
	*Spec
	*Canvas
	layout
}

// text returns a label in cells.
func (p *painter) text(s string) text { return p.Canvas.text(strings.TrimSpace(s)) }

// coloured reports whether the inks of heat maps have colours; otherwise signs must show values
// and parts.
func (c *Canvas) coloured() bool {
	if c.Style == nil || c.Glyphs == Plain {
		return false
	}
	_, none := c.Style(InkHeat).GetForeground().(lipgloss.NoColor)
	return !none
}

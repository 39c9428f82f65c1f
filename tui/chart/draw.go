package chart

import (
	"image"
	"strings"

	"charm.land/lipgloss/v2"
)

// Options says with what a chart is drawn. The zero value draws braille without
// colour.
type Options struct {
	Glyphs  Glyphs
	Style   func(Ink) lipgloss.Style // nil for none; only colours and attributes count
	Escapes Escapes                  // of earlier drawings with Style; nil for none
}

// Drawing is a chart in terminal cells.
type Drawing struct {
	Lines []string        // one for each row, all of the width asked for
	Plot  image.Rectangle // where the data are, in cells from the top left; empty if nothing is drawn

	x, y Scale
	grid *heatGrid // nil without a heat map
}

// X returns the data x at the centre of a cell column of the drawing, for the
// mouse; false outside the plot.
func (d Drawing) X(col int) (x float64, ok bool) {
	if col < d.Plot.Min.X || col >= d.Plot.Max.X {
		return 0, false
	}
	if d.Plot.Dx() == 1 {
		return d.x.At(.5), true
	}
	return d.x.At(float64(col-d.Plot.Min.X) / float64(d.Plot.Dx()-1)), true
}

// Draw renders the chart in w × h cells. It never fails: where there is less
// room, first the right axis goes, then the legend, tick labels, the strip and
// the axes; where there is none for a plot, the lines are blank. The first and
// the last column of the plot are centred on the ends of the x axis, its rows
// likewise; only with a heat map their outer edges are the ends.
//
// A chart of 92×16 cells takes about 0.1 ms, one of 170×40 about 0.3 ms.
func (s *Spec) Draw(w, h int, o Options) Drawing {
	w, h = max(w, 0), max(h, 0)
	p := painter{Spec: s, Options: o, g: o.Glyphs.set(), c: takeCells(w, h)}
	defer p.c.release()
	d := Drawing{}
	if p.lay() {
		p.data()
		p.panelLine()
		p.legend()
		p.drawTags()
		d.Plot, d.x, d.y, d.grid = p.plot.Rectangle, p.plot.x, p.plot.y, p.grid
	}
	d.Lines = p.lines()
	return d
}

// data draws all but the legend.
func (p *painter) data() {
	p.frame()
	p.heat()
	p.level()
	for i := range p.Bands {
		p.band(&p.Bands[i])
	}
	p.cursor()
	for i := range p.Bars {
		p.bars(&p.Bars[i])
	}
	p.stack()
	p.swarm()
	for i := range p.Series {
		p.line(&p.Series[i])
	}
	p.errorBars()
	p.points()
	p.markers()
	p.drawStrips()
}

// painter draws one Spec once.
type painter struct {
	*Spec
	Options
	g glyphSet
	c *cells
	layout
}

// text returns what a label's string looks like in the glyphs at hand.
func (p *painter) text(s string) text {
	if p.Glyphs == Plain {
		s = ASCII(s)
	}
	return p.c.text(strings.TrimSpace(s))
}

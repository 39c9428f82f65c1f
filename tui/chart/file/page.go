package file

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"lambdascope/tui/chart"
)

// Sizes and distances, in points.
const (
	titleSize = 12
	labelSize = 10 // of axes
	textSize  = 9

	margin      = 9
	legendRow   = 14
	stripHeight = 24
	tickLength  = 4
	gap         = 4 // between parts that belong together
)

// page draws one chart on a canvas. Lengths are points from the bottom left.
type page struct {
	*chart.Spec
	*lettering
	w, h float64

	x, y                     chart.Scale
	left, right, bottom, top float64 // edges of the plot
	beside                   float64 // room for marks between the data and the left and right edges
	stripTop, stripBottom    float64 // equal without strips
	xTicks, yTicks           []chart.Tick
	rows                     [][]entry // of the legend
	titleAt, rowsAt          float64   // baselines of the title and the first legend row
}

// draw draws s on the empty canvas c.
func draw(c vg.Canvas, s *chart.Spec, title string, raster bool) error {
	l, err := newLettering(c, raster)
	if err != nil {
		return err
	}
	p := &page{Spec: s, lettering: l, w: float64(width), h: float64(height)}
	p.fill(color.White, 0, 0, p.w, p.h)
	p.x, p.y = s.Scales()
	title = p.fit(title, titleSize, p.w-2*margin)
	p.lay(title != "")

	if s.Heat == nil {
		p.grid()
	}
	p.heat()
	for i := range s.Intervals {
		p.interval(&s.Intervals[i])
	}
	p.stack()
	p.swarm()
	for i := range s.Series {
		p.line(&s.Series[i])
	}
	p.axes()
	p.strips()
	p.markers()
	p.legend()
	p.write(title, p.left, p.titleAt, titleSize, start)
	return nil
}

// lay divides the page: from top to bottom the title, the legend, the plot, the strips and the x
// axis, with the y axis on the left.
func (p *page) lay(title bool) {
	p.top = p.h - margin
	if title {
		p.top -= titleSize
		p.titleAt = p.top + 2
		p.top -= gap
	}
	p.rows = p.legendRows(p.w - 2*margin)
	if n := len(p.rows); n > 0 {
		p.rowsAt = p.top - textSize
		p.top -= float64(float64(n)*legendRow) + gap
	}
	p.bottom = margin + labelSize + gap + textSize + gap + tickLength
	p.stripBottom = p.bottom
	p.stripTop = p.bottom
	if n := len(p.Strips); n > 0 {
		p.stripTop += float64(float64(n) * stripHeight)
		p.bottom = p.stripTop + gap
	}

	widest := p.w / 5                        // of the numbers
	suit := max(2, int((p.top-p.bottom)/32)) // ticks for the height
	p.yTicks = p.YTicks(p.y, suit, 3*suit, func(a, b chart.Tick) bool { return p.atY(b.Value)-p.atY(a.Value) >= 1.3*textSize })
	p.left = margin + labelSize + gap + p.widest(p.yTicks, widest) + gap + tickLength
	p.right = p.w - 2*margin
	if p.Heat == nil && p.Stack == nil && p.Swarm == nil {
		p.beside = 2 * radius
	}
	for _, s := range p.Strips {
		p.left = max(p.left, margin+min(p.width(p.clean(s.Label), textSize), widest)+gap+widestBar/2)
	}
	p.xTicks = p.XTicks(p.x, 12, p.apart)
}

// apart reports whether the labels of two ticks fit side by side below the plot.
func (p *page) apart(a, b chart.Tick) bool {
	half := (p.width(p.clean(a.Name), textSize) + p.width(p.clean(b.Name), textSize)) / 2
	return p.atX(b.Value)-p.atX(a.Value) >= half+textSize/2
}

// widest returns the width of the widest label, limited to most.
func (p *page) widest(ts []chart.Tick, most float64) (w float64) {
	for _, t := range ts {
		w = max(w, p.width(p.clean(t.Name), textSize))
	}
	return min(w, most)
}

// atX and atY return the place of a value on the page, in points; NaN for a value without a
// place.
func (p *page) atX(v float64) float64 {
	from, to := p.left+p.beside, p.right-p.beside
	return from + float64(p.x.Place(v)*(to-from))
}
func (p *page) atY(v float64) float64 { return p.bottom + float64(p.y.Place(v)*(p.top-p.bottom)) }

// slack is the tolerance for points on the frame, in points.
const slack = 1e-6

// inside reports whether a point lies in the plot or on its frame.
func (p *page) inside(x, y float64) bool {
	return x >= p.left-slack && x <= p.right+slack && y >= p.bottom-slack && y <= p.top+slack
}

// plot returns the plot as a canvas that clips.
func (p *page) plot() vgdraw.Canvas {
	return vgdraw.Canvas{Canvas: p.c, Rectangle: vg.Rectangle{Min: point(p.left-slack, p.bottom-slack), Max: point(p.right+slack, p.top+slack)}}
}

func (p *page) fill(c color.Color, x0, y0, x1, y1 float64) {
	p.polygon(c, point(x0, y0), point(x1, y0), point(x1, y1), point(x0, y1))
}

func (p *page) polygon(c color.Color, pts ...vg.Point) {
	if len(pts) == 0 {
		return
	}
	p.c.SetColor(c)
	p.c.Fill(path(pts, true))
}

// stroke draws a line through points, solid if dashes is empty.
func (p *page) stroke(c color.Color, width float64, dashes []vg.Length, pts ...vg.Point) {
	if len(pts) == 0 {
		return
	}
	p.c.SetColor(c)
	p.c.SetLineWidth(vg.Length(width))
	p.c.SetLineDash(dashes, 0)
	p.c.Stroke(path(pts, false))
}

func (p *page) segment(c color.Color, width, x0, y0, x1, y1 float64) {
	p.stroke(c, width, nil, point(x0, y0), point(x1, y1))
}

func path(pts []vg.Point, closed bool) (path vg.Path) {
	path.Move(pts[0])
	for _, q := range pts[1:] {
		path.Line(q)
	}
	if closed {
		path.Close()
	}
	return path
}

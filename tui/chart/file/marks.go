package file

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"lambdascope/tui/chart"
)

// The widths of lines and the sizes of markers, in points.
const (
	lineWidth  = 1.5
	faintWidth = 1
	runWidth   = 1.2 // of a strip's runs
	radius     = 2.6
	halo       = .8  // the white rim around a marker
	widestBar  = 10. // of strips
)

// weight returns the line width of an ink, in points.
func weight(i chart.Ink) float64 {
	if i == chart.InkFaint || i == chart.InkPinned {
		return faintWidth
	}
	return lineWidth
}

func dashes(l chart.Line) []vg.Length {
	switch l {
	case chart.LineDashed:
		return []vg.Length{5, 2.5}
	case chart.LineDotted:
		return []vg.Length{1.5, 2}
	}
	return nil
}

// line draws the line of a series. A point between two gaps is a dot.
func (p *page) line(s *chart.Series) {
	if !s.Line.Drawn() {
		return
	}
	place := func(x, y float64) vg.Point { return point(p.atX(x), p.atY(y)) }
	for _, path := range s.Paths(place, p.plot().Rectangle) {
		if len(path) == 1 {
			p.disc(colour(s.Ink), float64(path[0].X), float64(path[0].Y), weight(s.Ink)/2)
		} else {
			p.stroke(colour(s.Ink), weight(s.Ink), dashes(s.Line), path...)
		}
	}
}

// interval draws a vertical line at each x, or the area between the edges. A bar that is out ends
// visibly above the line of 0. A triangle marks a bar that goes on beyond the plot.
func (p *page) interval(b *chart.Interval) {
	if b.Edges {
		p.area(b)
		return
	}
	const apart = 2.5 // points between the line of 0 and a bar that is out
	least := p.y.At(p.y.Place(0) + apart/(p.top-p.bottom))
	for j := range b.Len() {
		lo, hi := b.Lo[j], b.Hi[j]
		if b.Out != nil && b.Out[j] {
			lo = max(lo, least)
			hi = max(hi, lo)
		}
		p.line(&chart.Series{X: []float64{b.X[j], b.X[j]}, Y: []float64{lo, hi}, Ink: b.InkOf(j), Line: chart.LineSolid})
		if x := p.atX(b.X[j]); p.inside(x, p.bottom) {
			if p.atY(hi) > p.top+slack {
				p.marker(chart.MarkUp, b.InkOf(j), x, p.top-radius)
			}
			if p.atY(lo) < p.bottom-slack {
				p.marker(chart.MarkDown, b.InkOf(j), x, p.bottom+radius)
			}
		}
	}
}

// area fills the area between the edges of an interval. The area is translucent so that areas that
// overlap stay visible. A gap splits it.
func (p *page) area(b *chart.Interval) {
	clip := p.plot()
	var low, high []vg.Point
	flush := func() {
		slices.Reverse(high)
		p.polygon(translucent(b.Ink), clip.ClipPolygonXY(append(low, high...))...)
		low, high = nil, nil
	}
	for i := range b.Len() {
		x := p.atX(b.X[i])
		lo := p.atY(b.Lo[i])
		hi := p.atY(b.Hi[i])
		if math.IsNaN(x) || math.IsNaN(lo) || math.IsNaN(hi) {
			flush()
			continue
		}
		low = append(low, point(x, lo))
		high = append(high, point(x, hi))
	}
	flush()
}

// translucent returns the colour of an area.
func translucent(i chart.Ink) color.Color {
	c := colour(i)
	c.A = 0x2E
	return c
}

// markers draws the points of all series above all lines, the later above the earlier.
func (p *page) markers() {
	for i := range p.Series {
		s := &p.Series[i]
		for j := range s.Len() {
			x, y := p.atX(s.X[j]), p.atY(s.Y[j])
			m := s.Mark(j)
			if p.Stack != nil && m == chart.MarkDown {
				y += 2 * radius
			}
			if p.inside(x, y) {
				p.marker(m, s.Ink, x, y)
			}
		}
	}
}

// point draws a point of a cloud, translucent so that dense places are darker.
func (p *page) point(ink chart.Ink, x, y float64) {
	c := colour(ink)
	c.A = 0x78
	p.disc(c, x, y, .6*radius)
}

// marker draws a marker centred at (x, y). A white rim separates the marker from marks below.
func (p *page) marker(m chart.Marker, i chart.Ink, x, y float64) {
	c := colour(i)
	polygon := func(r float64, corners ...float64) { // r is the radius; corners are directions in turns
		for _, q := range []struct {
			c    color.Color
			grow float64
		}{{color.White, halo}, {c, 0}} {
			var pts []vg.Point
			for _, turn := range corners {
				sin, cos := math.Sincos(2 * math.Pi * turn)
				pts = append(pts, point(x+float64((r+q.grow)*cos), y+float64((r+q.grow)*sin)))
			}
			p.polygon(q.c, pts...)
		}
	}
	switch m {
	case chart.MarkPoint:
		p.point(i, x, y)
	case chart.MarkRun:
		p.segment(c, runWidth, x-radius, y, x+radius, y)
	case chart.MarkBullet:
		p.disc(c, x, y, dotRadius)
	case chart.MarkLevel:
		p.segment(c, lineWidth, x-radius, y, x+radius, y)
	case chart.MarkStar: // a pentagram
		polygon(1.8*radius, .25, .65, .05, .45, .85)
	case chart.MarkDot:
		p.disc(color.White, x, y, radius+halo)
		p.disc(c, x, y, radius)
	case chart.MarkRing:
		p.disc(c, x, y, radius+.4)
		p.disc(color.White, x, y, radius-.8)
	case chart.MarkSquare:
		polygon(1.3*radius, .125, .375, .625, .875)
	case chart.MarkDiamond:
		polygon(1.35*radius, 0, .25, .5, .75)
	case chart.MarkStart:
		p.marker(chart.MarkRing, i, x, y)
		p.disc(c, x, y, radius/2)
	case chart.MarkLozenge:
		const r = 2.1 * radius
		p.stroke(c, 1.2, nil, point(x+r, y), point(x, y+r), point(x-r, y), point(x, y-r), point(x+r, y), point(x, y+r))
	case chart.MarkTriangle, chart.MarkWedge:
		const r = 1.6 * radius
		up := 1.
		if m == chart.MarkWedge {
			up = -1
		}
		top := point(x, y+float64(up*r))
		left, right := point(x-float64(.87*r), y-float64(up*.5*r)), point(x+float64(.87*r), y-float64(up*.5*r))
		p.polygon(color.White, top, left, right)
		p.stroke(c, 1.2, nil, top, left, right, top, left)
	case chart.MarkDown:
		polygon(1.7*radius, -.25, 1./12, 5./12)
	case chart.MarkUp:
		polygon(1.7*radius, .25, 7./12, 11./12)
	case chart.MarkCross: // no rim, so that the marked point stays visible
		const r = 1.1 * radius
		p.segment(c, 1.2, x-r, y-r, x+r, y+r)
		p.segment(c, 1.2, x-r, y+r, x+r, y-r)
	}
}

func (p *page) disc(c color.Color, x, y, r float64) {
	var path vg.Path
	path.Move(point(x+r, y))
	path.Arc(point(x, y), vg.Length(r), 0, 2*math.Pi)
	path.Close()
	p.c.SetColor(c)
	p.c.Fill(path)
}

// barHalf returns half the width of bars at xs. Neighbours keep a space between them, and the
// width is limited because wide bars read as an area.
func barHalf(xs []float64) float64 {
	xs = slices.Clone(xs)
	slices.Sort(xs)
	half := widestBar / 2.
	for i := 1; i < len(xs); i++ {
		if d := xs[i] - xs[i-1]; d > 0 {
			half = min(half, .35*d)
		}
	}
	return max(half, .25)
}

// stack draws columns of parts on top of each other.
func (p *page) stack() {
	k := p.Stack
	if k == nil {
		return
	}
	half := .4 * p.slotWidth()
	for i := range k.Len() {
		x := p.atX(float64(i))
		foot := p.bottom
		for j, top := range k.Tops(i) {
			if y := min(p.top, p.atY(top)); !math.IsNaN(y) && y > foot {
				p.fill(colour(p.StackInk(j, i)), x-half, foot, x+half, y)
				foot = y
			}
		}
	}
}

// slotWidth returns the distance between the groups of a swarm or the columns of a stack, in
// points.
func (p *page) slotWidth() float64 { return p.atX(1) - p.atX(0) }

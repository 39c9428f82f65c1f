package file

import (
	"cmp"
	"image/color"
	"math"

	"lambdascope/tui/chart"
)

const axisWidth = .7

// grid draws a faint line across the plot at each tick of the left axis, and a dashed line at the 0 of
// differences.
func (p *page) grid() {
	for _, t := range p.yTicks {
		switch y := p.atY(t.Value); {
		case !p.inside(p.left, y):
		case t.Zero:
			p.stroke(colour(chart.InkRule), faintWidth, dashes(chart.LineDashed), point(p.left, y), point(p.right, y))
		default:
			p.segment(color.Gray{0xE4}, .6, p.left, y, p.right, y)
		}
	}
}

// axes draws the frame, ticks and labels.
func (p *page) axes() {
	dark := colour(chart.InkText)
	p.segment(dark, axisWidth, p.left, p.top, p.left, p.bottom)
	p.segment(dark, axisWidth, p.left, p.bottom, p.right, p.bottom)
	for _, t := range p.yTicks {
		if y := p.atY(t.Value); p.inside(p.left, y) {
			p.segment(dark, axisWidth, p.left, y, p.left-tickLength, y)
			p.number(t, p.left-tickLength-gap, y-.36*textSize, end)
		}
	}
	p.minor(p.Y, p.y, func(v float64) {
		if y := p.atY(v); p.inside(p.left, y) {
			p.segment(dark, axisWidth, p.left, y, p.left-tickLength/2, y)
		}
	})
	foot := p.stripBottom // the ticks of x stand under the strips
	if len(p.Strips) > 0 {
		p.segment(dark, axisWidth, p.left, foot, p.right, foot)
	}
	for _, t := range p.xTicks {
		if x := p.atX(t.Value); p.inside(x, p.bottom) {
			p.segment(dark, axisWidth, x, foot, x, foot-tickLength)
			p.marker(t.Mark, chart.InkText, x, foot)
			p.number(t, x, foot-tickLength-gap-.75*textSize, middle)
		}
	}
	p.minor(p.X, p.x, func(v float64) {
		if x := p.atX(v); p.inside(x, p.bottom) {
			p.segment(dark, axisWidth, x, foot, x, foot-tickLength/2)
		}
	})

	height := p.top - p.bottom
	p.write(p.fit(cmp.Or(p.X.Long, p.X.Label), labelSize, p.right-p.left), (p.left+p.right)/2, margin, labelSize, middle)
	p.upright(p.fit(cmp.Or(p.Y.Long, p.Y.Label), labelSize, height), margin+.8*labelSize, (p.top+p.bottom)/2)
}

// number writes a tick's label.
func (p *page) number(t chart.Tick, x, y, place float64) {
	p.write(p.fit(t.Name, textSize, p.w/5), x, y, textSize, place)
}

// minor calls tick for 2 to 9 times the powers of ten on a logarithmic axis of at most 6 decades;
// on a longer axis the ticks would be too dense.
func (p *page) minor(a chart.Axis, s chart.Scale, tick func(v float64)) {
	const decades = 6
	first, last := math.Floor(math.Log10(s.At(0))), math.Ceil(math.Log10(s.At(1)))
	if !a.Log || len(a.Ticks) > 0 || last-first > decades {
		return
	}
	for k := first; k < last; k++ {
		for m := 2.; m < 10; m++ {
			tick(m * math.Pow(10, k))
		}
	}
}

// strips draws the rows under the plot, from the axis down.
func (p *page) strips() {
	inside := func(x float64) bool { return p.inside(p.atX(x), p.bottom) }
	for i := range p.Strips {
		s := &p.Strips[i]
		foot := p.stripBottom + float64(float64(len(p.Strips)-1-i)*stripHeight)
		half := radius + halo
		y := foot + stripHeight/2
		switch {
		case s.Marks != nil:
			for _, r := range s.Runs(inside) {
				p.marker(r.Mark, r.Ink, p.atX(r.X), y)
				if r.Mark == chart.MarkRun {
					p.segment(colour(r.Ink), runWidth, p.atX(r.Reach.Lo), y, p.atX(r.Reach.Hi), y)
				}
			}
		case s.Names != nil:
			for _, t := range s.Ticks(p.apart) {
				if inside(t.Value) {
					p.number(t, p.atX(t.Value), y-.36*textSize, middle)
				}
			}
		default:
			half = p.stripBars(s, foot, s.Shares(inside))
		}
		label := p.fit(s.Label, textSize, p.left-margin-half-gap)
		p.write(label, p.left-half-gap, y-.36*textSize, textSize, end)
	}
}

// stripBars draws the bars of a strip from the height foot up and returns half the width of a
// bar.
func (p *page) stripBars(s *chart.Strip, foot float64, shares []float64) float64 {
	var xs []float64
	for i, share := range shares {
		if !math.IsNaN(share) {
			xs = append(xs, p.atX(s.X[i]))
		}
	}
	half := barHalf(xs)
	for i, share := range shares {
		if share > 0 {
			x := p.atX(s.X[i])
			p.fill(colour(s.Ink), x-half, foot, x+half, foot+float64(share*stripHeight))
		}
	}
	return half
}

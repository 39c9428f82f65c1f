package chart

import (
	"math"
	"slices"
)

// direction is the side of the plot on which an outside point lies.
type direction int

const (
	inside direction = iota
	above
	below
	before
	after
)

// beyond calls f for each point outside the plot, with the nearest cell at the edge and the
// direction. Points outside along x count only if X.Over is set.
func (p *painter) beyond(f func(x, y int, to direction, ink Ink)) {
	w, h := float64(p.plot.Dx()), float64(p.plot.Dy())
	cell := func(v, n float64) int { return int(math.Floor(max(0, min(n-1, v)) + .5)) }
	point := func(x, y float64, ink Ink) {
		px, py, ok := p.plot.place(x, y)
		if !ok {
			return
		}
		to := inside
		switch {
		case px < -.5:
			to = before
		case !(px < w-.5):
			to = after
		}
		if to != inside && p.X.Over.Empty() {
			return
		}
		switch {
		case py < -.5:
			to = above
		case !(py < h-.5):
			to = below
		}
		if to != inside {
			f(p.plot.Min.X+cell(px, w), p.plot.Min.Y+cell(py, h), to, ink)
		}
	}
	for i := range p.Bands {
		b := &p.Bands[i]
		for j := range b.Len() {
			if b.Lo[j] < b.Hi[j] {
				point(b.X[j], b.Lo[j], InkFaint)
				point(b.X[j], b.Hi[j], InkFaint)
			}
		}
	}
	if p.Swarm != nil {
		for i, g := range p.Swarm.Groups {
			for _, y := range g.Y {
				point(float64(i), y, inkDot)
			}
		}
	}
	for i := range p.Series {
		s := &p.Series[i]
		for j := range s.Len() {
			if s.Ink != InkFaint {
				point(s.X[j], s.Y[j], s.Ink)
			}
		}
	}
}

// beyondEntry returns the legend entry of the marks at the edge; false without marks.
func (p *painter) beyondEntry() (e entry, any bool) {
	var seen []direction
	p.beyond(func(_, _ int, to direction, _ Ink) {
		if !slices.Contains(seen, to) {
			seen = append(seen, to)
		}
	})
	slices.Sort(seen)
	for _, to := range seen {
		e.sample = append(e.sample, p.g.beyond[to])
	}
	e.sampleInk, e.name = InkText, p.text("outside")
	return e, len(seen) > 0
}

package chart

// Rank orders markers at one place: the marker with the higher rank covers the other. The rank is
// 0 for no marker, and for the points of clouds.
func (m Marker) Rank() int {
	switch m {
	case MarkDown, MarkStar:
		return 9
	case MarkUp:
		return 8
	case MarkSquare:
		return 7
	case MarkCross:
		return 6
	case MarkDiamond:
		return 5
	case MarkStart:
		return 4
	case MarkDot:
		return 3
	case MarkRing:
		return 2
	case MarkLozenge, MarkTriangle, MarkWedge:
		return 1
	}
	return 0
}

// Mark returns the marker of point i.
func (s *Series) Mark(i int) Marker {
	switch {
	case s.Marks == nil:
		return s.Marker
	case i < len(s.Marks):
		return s.Marks[i]
	}
	return MarkNone
}

// markers draws the points of all series, above all lines. Of markers equal in rank the last
// covers the others.
func (p *painter) markers() {
	shown := make([]Marker, p.c.w*p.c.h)
	var seen []int // 1 + the index of the marker's series
	if p.Dodge {
		seen = make([]int, len(shown))
	}
	show := func(m Marker, x, y, i int) {
		ink := p.Series[i].Ink
		shown[y*p.c.w+x] = m
		if p.Dodge {
			seen[y*p.c.w+x] = 1 + i
		}
		p.c.set(x, y, p.g.mark(m), ink)
	}
	p.eachMark(func(m Marker, x, y, i int) {
		if m.Rank() >= shown[y*p.c.w+x].Rank() {
			show(m, x, y, i)
		}
	})
	p.beyond(func(x, y int, to direction, ink Ink) {
		if shown[y*p.c.w+x] == MarkNone {
			p.c.set(x, y, p.g.beyond[to], ink)
		}
	})
	if !p.Dodge {
		return
	}
	p.eachMark(func(m Marker, x, y, i int) {
		for _, dx := range []int{0, 1, -1, 2, -2, 3, -3, 4, -4} {
			to := x + dx
			if to < p.plot.Min.X || to >= p.plot.Max.X {
				continue
			}
			switch seen[y*p.c.w+to] {
			case 1 + i:
				return
			case 0:
				show(m, to, y, i)
				return
			}
		}
	})
}

// eachMark calls f with each marker in the plot, its cell and its series.
func (p *painter) eachMark(f func(m Marker, x, y, series int)) {
	for i := range p.Series {
		s := &p.Series[i]
		for j := range s.Len() {
			m := s.Mark(j)
			x, okX := p.plot.col(s.X[j])
			y, okY := p.plot.row(s.Y[j])
			if m.Rank() > 0 && okX && okY {
				f(m, x, y, i)
			}
		}
	}
}

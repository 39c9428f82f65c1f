package chart

// rank says which of two markers in one cell is seen.
func (m Marker) rank() int8 {
	switch m {
	case MarkDown:
		return 5
	case MarkCross:
		return 4
	case MarkSquare:
		return 3
	case MarkDot:
		return 2
	case MarkRing:
		return 1
	}
	return 0
}

// mark returns the marker of point i.
func (s *Series) mark(i int) Marker {
	switch {
	case s.Marks == nil:
		return s.Marker
	case i < len(s.Marks):
		return s.Marks[i]
	}
	return MarkNone
}

// markers draws the points of all series, above all lines; of markers equal in
// rank the last is seen.
func (p *painter) markers() {
	ranks := make([]int8, p.c.w*p.c.h)
	for i := range p.Series {
		s := &p.Series[i]
		for j := range s.len() {
			m := s.mark(j)
			x, okX := p.plot.col(s.X[j])
			y, okY := p.plot.row(s.Y[j])
			if m.rank() == 0 || !okX || !okY || m.rank() < ranks[y*p.c.w+x] {
				continue
			}
			ranks[y*p.c.w+x] = m.rank()
			p.c.set(x, y, p.g.mark(m), s.Ink)
		}
	}
}

package chart

// Rank says which of two markers at one place is seen, that of the higher rank:
// ▼ covers ▲, ▲ covers ×, × covers ◆, then come ■, ● and ○. It is 0 for what is
// no marker.
func (m Marker) Rank() int {
	switch m {
	case MarkDown:
		return 7
	case MarkUp:
		return 6
	case MarkCross:
		return 5
	case MarkDiamond:
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

// markers draws the points of all series, above all lines; of markers equal in
// rank the last is seen.
func (p *painter) markers() {
	ranks := make([]int, p.c.w*p.c.h)
	for i := range p.Series {
		s := &p.Series[i]
		for j := range s.Len() {
			m := s.Mark(j)
			x, okX := p.plot.col(s.X[j])
			y, okY := p.plot.row(s.Y[j])
			if m.Rank() == 0 || !okX || !okY || m.Rank() < ranks[y*p.c.w+x] {
				continue
			}
			ranks[y*p.c.w+x] = m.Rank()
			p.c.set(x, y, p.g.mark(m), s.Ink)
		}
	}
}

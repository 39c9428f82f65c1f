package chart

import "math"

// Strip is a row under the x axis. It has a mark or a text at each X or, with Y, a bar from 0 to
// the tallest.
type Strip struct {
	Label string
	X     []float64
	Marks []Marker  // as many as X; nil for bars and texts
	Inks  []Ink     // of the marks
	Dense bool      // crosses and runs reach to their neighbours, so that the row has no gaps
	Names []string  // texts; as many as fit side by side are visible
	Y     []float64 // of the bars; NaN or infinity is a gap
	Rows  int       // of the bars; 0 for one
	Ink   Ink       // of bars, texts and the label
}

// Len returns the number of complete marks, texts or bars.
func (s *Strip) Len() int {
	switch {
	case s.Marks != nil:
		return min(len(s.X), len(s.Marks), len(s.Inks))
	case s.Names != nil:
		return min(len(s.X), len(s.Names))
	}
	return min(len(s.X), len(s.Y))
}

// Run is a mark of a strip with its reach.
type Run struct {
	X     float64
	Reach Range // X alone, or to its neighbours
	Mark  Marker
	Ink   Ink
}

// Runs returns the marks inside the plot, the covered ones first: a star covers a ring, a ring a run,
// and a run a cross, so that a place shows × only if all of its marks are ×. In a dense strip crosses
// and runs reach from mark to mark, except a run to a cross.
func (s *Strip) Runs(inside func(x float64) bool) (runs []Run) {
	for _, m := range []Marker{MarkCross, MarkRun, MarkRing, MarkStar} {
		for i, x := range s.X[:s.Len()] {
			if s.Marks[i] != m || !inside(x) {
				continue
			}
			r := Run{x, Range{x, x}, m, s.Inks[i]}
			for j := max(0, i-1); s.Dense && m != MarkStar && j < min(s.Len(), i+2); j++ {
				if beside := s.X[j]; inside(beside) && (m == MarkCross || s.Marks[j] != MarkCross) {
					r.Reach = r.Reach.Union(Range{beside, beside})
				}
			}
			runs = append(runs, r)
		}
	}
	return runs
}

// Ticks returns the texts, as many as fit side by side.
func (s *Strip) Ticks(fit func(a, b Tick) bool) (ts []Tick) {
	for i := range s.Len() {
		ts = append(ts, Tick{Value: s.X[i], Name: s.Names[i]})
	}
	thin(ts, fit)
	return ts
}

// Shares returns the heights of the bars inside the plot as shares of the tallest; NaN for other bars.
func (s *Strip) Shares(inside func(x float64) bool) []float64 {
	shares := make([]float64, s.Len())
	most := smallest
	for i, y := range s.Y[:s.Len()] {
		shares[i] = math.NaN()
		if inside(s.X[i]) && finite(y) {
			shares[i] = max(0, y)
			most = max(most, y)
		}
	}
	for i := range shares {
		shares[i] /= most
	}
	return shares
}

// drawStrips draws the rows under the axis.
func (p *painter) drawStrips() {
	inside := func(x float64) bool {
		_, ok := p.plot.col(x)
		return ok
	}
	for i, row := range p.stripRows {
		s := &p.Strips[i]
		switch {
		case s.Marks != nil:
			for _, r := range s.Runs(inside) {
				from, _ := p.plot.col(r.Reach.Lo)
				to, _ := p.plot.col(r.Reach.Hi)
				p.Row(from, to+1, row, r.Mark.rune(), r.Ink)
			}
		case s.Names != nil:
			ls := p.labels(s.Ticks(p.apart), p.plot.col)
			p.centre(ls)
			for _, l := range ls {
				p.put(l.start, row, l.text, s.Ink)
			}
		default:
			p.stripBars(s, row, s.Shares(inside))
		}
		p.axisName(row, s.Label, s.Ink)
	}
}

// stripBars draws the bars of a strip, the tallest of a cell. Bars are as wide as the columns of a
// stack.
func (p *painter) stripBars(s *Strip, foot int, shares []float64) {
	tall := map[int]float64{} // by the first cell of a bar
	width := 1
	for i, share := range shares {
		from, _ := p.plot.col(s.X[i])
		if math.IsNaN(share) {
			continue
		}
		if p.plot.slots > 0 {
			from, width = p.plot.column(int(s.X[i]))
		}
		tall[from] = max(tall[from], share)
	}
	for from, share := range tall {
		if p.Set(from, foot, '·', InkFaint); share > 0 {
			p.Column(from, width, foot, max(leastBlock, float64(max(1, s.Rows))*share), s.Ink)
		}
	}
}

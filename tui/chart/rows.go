package chart

import "math"

// rowScale is a linear axis laid out on the rows of a plot: round numbers lie on whole rows at
// equal distances.
type rowScale struct {
	lo  float64 // the value of the lowest row
	row float64 // the value of one row
	m   float64 // ticks are multiples of m × 10^k
	k   int
}

// edge is the distance, in rows, that data may reach beyond the centre of an outer row.
const edge = .45

// fitRows returns the scale with the finest row, of several the one with the most ticks up to
// about eight, that fits the range from lo to hi into n rows; false for too few rows, and for a
// range too narrow for distinct numbers.
func fitRows(lo, hi float64, n int) (best rowScale, ok bool) {
	if n < 2 || !(hi-lo > max(smallest, 1e-9*max(math.Abs(lo), math.Abs(hi)))) {
		return best, false
	}
	most := 1 + (n-1)/3 // rows from tick to tick, so that the upper third of the axis has a tick
	for each := min(most, max(2, (n+7)/8)); each <= most; each++ {
		var s rowScale
		roundStep((hi-lo)/(float64(n-1)+2*edge)*float64(each), func(m float64, k int) bool {
			s = rowScale{m: m, k: k}
			return s.reaches(lo, hi, each, n)
		})
		if !ok || s.row < best.row*(1-1e-9) {
			best, ok = s, true
		}
	}
	return best, true
}

// reaches sets the rows so that lo to hi lies in the middle of n rows, with each rows from tick to
// tick. A range of one sign gets no rows of the other sign. reaches returns false if n rows are
// too few.
func (s *rowScale) reaches(lo, hi float64, each, n int) bool {
	s.row = decimal(s.m, s.k) / float64(each)
	first, last := math.Floor(lo/s.row+edge), math.Ceil(hi/s.row-edge)
	spare := float64(n-1) - (last - first)
	if spare < 0 {
		return false
	}
	start := first - math.Floor(spare/2)
	if lo >= 0 {
		start = max(start, 0)
	}
	if hi <= 0 {
		start = min(start, float64(1-n))
	}
	s.lo = start * s.row
	return true
}

// alignRows lays out the left axis on the rows of the plot, so that 0 lies on a row. The axis
// must be linear, without bounds and ticks of its own, in a chart without heat map. Columns begin
// on the row below the plot, so that they end at their values by the labels, and leave a row for a ▼.
func (p *painter) alignRows() {
	n := p.plot.Dy()
	_, data := p.Extents()
	e := p.Y.reach(data)
	if p.Y.Log || p.Y.bounded() || len(p.Y.Ticks) > 0 || p.Heat != nil {
		return
	}
	if e.Empty() { // all data are 0, or there are none
		e.Hi = 1
	}
	lo, hi := widened(e.Lo, e.Hi, false)
	s, ok := fitRows(lo, hi, n)
	if !ok {
		return
	}
	p.yRange = Scale{lo: s.lo, hi: s.lo + float64(float64(n-1)*s.row)}
	if p.Stack != nil { // from edge to edge of the rows above 0
		p.yRange = Scale{lo: s.lo + s.row/2, hi: s.lo + float64((float64(n)+.5)*s.row)}
	}
	p.plot.y = p.yRange
	first, last := multiples(s.lo-s.row/2, p.yRange.hi+s.row/2, s.m, s.k)
	p.rowTicks = p.Y.signed(stepTicks(first, last, s.m, s.k))
	const tie = 1e-9 // of a row, so that every tick half way between two rows takes the lower row
	for i := range p.rowTicks {
		p.rowTicks[i].Value -= float64(tie * s.row)
	}
}

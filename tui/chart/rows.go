package chart

import (
	"math"
	"strings"
)

// rowScale is a linear axis laid out on the rows of a plot: round numbers lie on whole rows at
// equal distances.
type rowScale struct {
	lo   float64 // the value of the lowest row
	row  float64 // the value of one row
	m    float64 // ticks are multiples of m × 10^k
	k    int
	each int // rows from tick to tick
}

// edge is the distance, in rows, that data may reach beyond the centre of an outer row.
const edge = .45

// fitRows returns the scale with the finest row that fits the range from lo to hi into n rows and
// puts base on a whole row. The upper third of the axis has a tick. fitRows returns false for too
// few rows, and for a range too narrow for distinct numbers.
func fitRows(lo, hi, base float64, n int) (best rowScale, ok bool) {
	lo, hi = lo-base, hi-base
	size := hi - lo
	if n < 2 || !(size > 1e-9*max(math.Abs(lo+base), math.Abs(hi+base))) || !(size > 1e-280) || size > 1e280 {
		return best, false
	}
	most := 1 + (n-1)/3
	least := max(1, min(most, (n+7)/8))
	cost := math.Inf(1)
	for each := least; each <= most; each++ {
		for _, m := range []float64{1, 2, 2.5, 4, 5} {
			// The finest possible row, then the next step of this kind.
			k := int(math.Ceil(math.Log10(size/(float64(n-1)+2*edge)*float64(each)/m) - 1e-9))
			for ; ; k++ {
				s := rowScale{row: decimal(m, k) / float64(each), m: m, k: k, each: each}
				if !s.reaches(lo, hi, n) {
					continue
				}
				c := s.row
				if m == 2.5 || m == 4 { // longer and less usual numbers
					c *= 1.1
				}
				if each == 1 && n > 6 { // ticks are crowded
					c *= 1.15
				}
				if c < cost*(1-1e-9) {
					best, cost = s, c
				}
				break
			}
		}
	}
	best.lo += base
	return best, true
}

// reaches sets the lowest row so that lo to hi lies in the middle of n rows. A range of one sign
// gets no rows of the other sign. reaches returns false if n rows are too few.
func (s *rowScale) reaches(lo, hi float64, n int) bool {
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

// scale returns the axis over n rows as a Scale.
func (s rowScale) scale(n int) Scale {
	return Scale{lo: s.lo, hi: s.lo + float64(float64(n-1)*s.row), shrink: 1}
}

// ticks returns the multiples of the step within n rows, counted from zero.
func (s rowScale) ticks(zero float64, n int) []float64 {
	half := s.row / 2
	lo, hi := s.lo-zero-half, s.lo-zero+float64(float64(n-1)*s.row)+half
	first, last := multiples(lo, hi, s.m, s.k)
	var out []float64
	for i := first; i <= last; i++ {
		out = append(out, decimal(i*s.m, s.k))
	}
	return out
}

// alignRows lays out the left axis on the rows of the plot, with its origin on a row. The axis
// must be linear, without bounds and ticks of its own, in a chart without heat map and stack.
func (p *painter) alignRows() {
	p.aligned = rowScale{}
	n := p.plot.Dy()
	_, e := p.extents()
	if p.Y.Log || p.Y.bounded() || len(p.Y.Ticks) > 0 || p.Heat != nil || p.Stack != nil || e.empty() {
		return
	}
	base := 0.
	if o := p.Y.Origin; o != nil && finite(o.At) {
		base = o.At
	}
	if s, ok := fitRows(e.lo, e.hi, base, n); ok {
		p.aligned = s
		p.yRange = s.scale(n)
		p.plot.y = p.yRange
	}
}

// rowTicks returns the ticks of an axis with a row layout.
func (p *painter) rowTicks() []Tick {
	n, o := p.plot.Dy(), p.Y.Origin
	if o == nil || !finite(o.At) {
		o = &Origin{Name: "0"}
	}
	ts := o.ticks(p.aligned.ticks(o.At, n), float64(n)*p.aligned.row)
	const tie = 1e-9 // of a row, so that every tick half way between two rows takes the lower row
	for i := range ts {
		ts[i].Value -= float64(tie * p.aligned.row)
		if p.Y.Origin == nil {
			ts[i].Name = strings.TrimPrefix(ts[i].Name, "+")
		}
	}
	return ts
}

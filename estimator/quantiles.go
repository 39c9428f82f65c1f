package estimator

import (
	"math"
	"math/bits"
	"slices"
)

// quantiles divides values into parts of equal size without keeping them: it counts the values in
// cells of equal leading bits.
//
// The number of leading bits is the largest with at most mostCells cells. It depends on the set of
// all values alone, because cells only ever merge. So the parts are the same for any order and any
// blocks of the data, and up to mostCells different values they are exact.
type quantiles struct {
	dropped uint      // trailing bits that a cell ignores
	cells   []cell    // by increasing value
	fresh   []float64 // values not in cells yet
	spare   []cell    // memory of the next cells
}

// cell counts the values of a cell, from low to high.
type cell struct {
	low, high float64
	count     int
}

// mostCells bounds the memory: 3.5 MiB with the cells to merge. With 32,768 cells of similar size, a
// part of ten is exact to 0.04 %.
const mostCells = 1 << 15

// add adds a value.
func (q *quantiles) add(v float64) {
	if q.fresh = append(q.fresh, v+0); len(q.fresh) == mostCells { // −0 equals 0
		q.settle()
	}
}

// settle moves the fresh values to cells.
func (q *quantiles) settle() {
	slices.Sort(q.fresh)
	old := q.cells
	q.cells, q.spare = slices.Grow(q.spare[:0], len(old)+len(q.fresh)), old
	for _, v := range q.fresh {
		for len(old) > 0 && old[0].low <= v {
			q.append(old[0])
			old = old[1:]
		}
		q.append(cell{v, v, 1})
	}
	for _, c := range old {
		q.append(c)
	}
	q.fresh = q.fresh[:0]
	if len(q.cells) > mostCells {
		q.shorten()
	}
}

// shorten drops trailing bits until there are at most mostCells cells.
func (q *quantiles) shorten() {
	var merging [65]int // neighbours that merge with a number of dropped bits
	for i, c := range q.cells[1:] {
		merging[bits.Len64(uint64(ordered(q.cells[i].low)^ordered(c.low)))]++
	}
	for left := len(q.cells); left > mostCells; left -= merging[q.dropped] {
		q.dropped++
	}
	all := q.cells
	q.cells = q.cells[:0]
	for _, c := range all {
		q.append(c)
	}
}

// append appends a cell, or adds it to the last one of the same leading bits.
func (q *quantiles) append(c cell) {
	if n := len(q.cells); n > 0 && ordered(q.cells[n-1].low)>>q.dropped == ordered(c.low)>>q.dropped {
		last := &q.cells[n-1]
		last.low, last.high, last.count = min(last.low, c.low), max(last.high, c.high), last.count+c.count
		return
	}
	q.cells = append(q.cells, c)
}

// ordered returns the bits of a value as a number of the same order.
func ordered(v float64) int64 {
	x := int64(math.Float64bits(v))
	return x ^ x>>63&math.MaxInt64 // the bits of negative values decrease
}

// limits returns the largest value of each part. Parts are of equal size, as far as equal values
// allow: values closer than rounding are equal, and belong to the part of their middle.
func (q *quantiles) limits() []float64 {
	q.settle()
	const rounding = 1e-10 // of the largest
	n, largest := 0, 0.0
	for _, c := range q.cells {
		n += c.count
		largest = max(largest, math.Abs(c.low), math.Abs(c.high))
	}
	last := slices.Repeat([]float64{math.Inf(-1)}, calibrationParts)
	from := 0 // values before the run of equal ones
	for i := 0; i < len(q.cells); {
		high, to := q.cells[i].high, from+q.cells[i].count
		for i++; i < len(q.cells) && q.cells[i].low-high <= rounding*largest; i++ {
			high = q.cells[i].high
			to += q.cells[i].count
		}
		last[min(calibrationParts*(from+to)/(2*n), calibrationParts-1)] = high
		from = to
	}
	for k := 1; k < calibrationParts; k++ {
		last[k] = max(last[k], last[k-1])
	}
	return last
}

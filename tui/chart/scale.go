package chart

import (
	"image"
	"math"
	"slices"
)

// Scale maps data to places along an axis, from 0 at the low end to 1 at the high end.
type Scale struct {
	lo, hi float64 // logarithms if log
	log    bool
}

// narrowest is a relative range. A narrower range is rounding error, and the chart shows a single
// value.
const narrowest = 1e-9

// newScale returns the scale of an axis with data in d. A scale fitted to the data has room, a
// fraction of the range, on either side.
func newScale(a Axis, d Range, room float64) Scale {
	s := Scale{lo: d.Lo, hi: d.Hi, log: a.Log}
	switch {
	case a.bounded():
		s.lo, s.hi = min(a.Min, a.Max), max(a.Min, a.Max)
		room = 0
	case d.Empty() && a.Log:
		s.lo, s.hi = 1, 10
	case d.Empty():
		s.lo, s.hi = 0, 1
	}
	if s.log {
		s.lo, s.hi = math.Log10(s.lo), math.Log10(s.hi)
	}
	lo, hi := widened(s.lo, s.hi, s.log)
	whole := lo >= 0 && !s.log
	more := float64(room * (hi - lo))
	s.lo, s.hi = lo-more, hi+more
	if whole { // nonnegative data need no room below 0
		s.lo = max(s.lo, 0)
	}
	return s
}

// widened returns the ends of a scale from lo to hi, apart for a single value.
func widened(lo, hi float64, log bool) (wideLo, wideHi float64) {
	size := max(math.Abs(lo), math.Abs(hi))
	if hi-lo > max(size*narrowest, smallest) {
		return lo, hi
	}
	half := max(size/10, smallest)
	if size == 0 || log {
		half = 1
	}
	return min(lo, hi) - half, max(lo, hi) + half
}

// bounded reports whether the axis has valid bounds.
func (a Axis) bounded() bool {
	return (a.Min != 0 || a.Max != 0) && placed(a.Min, a.Log) && placed(a.Max, a.Log)
}

// Place returns the place of v; NaN for a value without a place. Places far outside are limited
// to ±1e6, so that cells and dots fit an int.
func (s Scale) Place(v float64) float64 {
	if !placed(v, s.log) {
		return math.NaN()
	}
	if s.log {
		v = math.Log10(v)
	}
	return max(-1e6, min(1e6, (v-s.lo)/(s.hi-s.lo)))
}

// At is the inverse of Place.
func (s Scale) At(f float64) float64 {
	v := float64(s.lo*(1-f)) + float64(s.hi*f)
	if s.log {
		v = math.Pow(10, v)
	}
	return v
}

// inset returns the scale between the centres of the first and the last of n equal parts of s.
func (s Scale) inset(n int) Scale {
	if n < 2 {
		return s
	}
	half := .5 / float64(n)
	s.lo, s.hi = float64(s.lo*(1-half))+float64(s.hi*half), float64(s.hi*(1-half))+float64(s.lo*half)
	return s
}

// nearest returns the nearest of n cells to a place; false outside. The first and the last cell
// are centred on the ends of the scale.
func nearest(place float64, n int) (int, bool) {
	c := float64(place * float64(n-1))
	if !(c >= -.5 && c < float64(n)-.5) {
		return 0, false
	}
	return int(math.Floor(c + .5)), true
}

// at returns the value at the centre of the i-th of n cells; false for other cells.
func (s Scale) at(i, n int) (v float64, ok bool) {
	if i < 0 || i >= n {
		return 0, false
	}
	return s.At(float64(i) / float64(max(1, n-1))), true
}

// Numbers of this size or more are gaps, and those below smallest count as 0, because differences
// and ratios of the rest are finite.
const (
	largest  = 1e100
	smallest = 1e-100
)

func finite(v float64) bool { return math.Abs(v) < largest }

// placed reports whether v has a place on an axis.
func placed(v float64, log bool) bool { return finite(v) && (!log || v > smallest) }

// Scales returns the scales of the chart. Strips and points without a y count for x, so that
// missing values do not move an axis.
func (s *Spec) Scales() (x, y Scale) {
	x0, y0 := s.Extents()
	room := .03
	if s.Heat != nil {
		room = 0
	}
	across := s.X
	roomX := 0.
	if !s.X.Over.Empty() {
		roomX = room
	}
	if n := s.slots(); n > 0 {
		across = Axis{Min: -.5, Max: float64(n) - .5}
	}
	return newScale(across, s.X.reach(x0), roomX), newScale(s.Y, s.Y.reach(y0), room)
}

// reach returns the range that the axis fits: Over, or the range of the data.
func (a Axis) reach(data Range) Range {
	if over := rangeOf(a.Log, []float64{a.Over.Lo, a.Over.Hi}); !a.Over.Empty() && !over.Empty() {
		return over
	}
	return data
}

// Extents returns the ranges of the data, without regard to Over; empty without data.
func (s *Spec) Extents() (x, y Range) {
	var xs, ys [][]float64
	for i := range s.Series {
		q := &s.Series[i]
		xs = append(xs, q.X[:q.Len()])
		ys = append(ys, q.Y[:q.Len()])
	}
	for i := range s.Intervals {
		b := &s.Intervals[i]
		xs = append(xs, b.X)
		ys = append(ys, b.Lo, b.Hi)
	}
	if s.Heat != nil {
		for _, c := range Spans(s.Heat.X) {
			xs = append(xs, []float64{c.Lo, c.Hi})
		}
		for _, r := range Spans(s.Heat.Y) {
			ys = append(ys, []float64{r.Lo, r.Hi})
		}
	}
	if s.Swarm != nil {
		ys = slices.Concat(ys, s.Swarm.Groups, s.Swarm.True)
	}
	if s.Stack != nil {
		ys = append(ys, []float64{0})
		for i := range s.Stack.Len() {
			ys = append(ys, s.Stack.Tops(i))
		}
	}
	for i := range s.Strips {
		xs = append(xs, s.Strips[i].X)
	}
	return rangeOf(s.X.Log, xs...), rangeOf(s.Y.Log, ys...)
}

// plot is the data area with its scales.
type plot struct {
	image.Rectangle
	x, y  Scale
	slots int // along x; 0 for a numeric x axis
}

// place returns the place of (x, y), in cells from the centre of the plot's top left cell.
func (p plot) place(x, y float64) (px, py float64, ok bool) {
	px = float64(p.x.Place(x) * float64(p.Dx()-1))
	py = float64((1 - p.y.Place(y)) * float64(p.Dy()-1))
	return px, py, !math.IsNaN(px) && !math.IsNaN(py)
}

// col returns the canvas column of x, of a slot the middle column; false outside the plot.
func (p plot) col(x float64) (int, bool) {
	if i := int(max(-1, min(1e6, x))); float64(i) == x && i >= 0 && i < p.slots {
		from, width := p.slot(i)
		return from + (width-1)/2, true
	}
	c, ok := nearest(p.x.Place(x), p.Dx())
	return p.Min.X + c, ok
}

func (p plot) row(y float64) (int, bool) {
	r, ok := nearest(1-p.y.Place(y), p.Dy())
	return p.Min.Y + r, ok
}

// slot returns the first cell and the width of a slot. A blank cell separates neighbours if there
// is room.
func (p plot) slot(i int) (from, width int) {
	from = p.Min.X + i*p.Dx()/p.slots
	return from, max(1, p.Dx()/p.slots-1)
}

// column returns the first cell and the width of a stack's column, about the middle of its slot.
// Columns of three cells or more have an odd width, so that their middle is a cell.
func (p plot) column(i int) (from, width int) {
	from, width = p.slot(i)
	const apart = 3 // cells of a slot from which a column has room on both sides
	if middle := from + (width-1)/2; width > apart {
		width -= 1 + width%2
		from = middle - width/2
	}
	return from, width
}

package chart

import (
	"image"
	"math"
)

// Scale maps data to places along an axis, from 0 at the low end to 1 at the high end.
type Scale struct {
	lo, hi float64 // logarithms if log
	log    bool
	shrink float64 // keeps hi − lo finite
}

// narrowest is a relative range. A narrower range is rounding error, and the chart shows a single
// value.
const narrowest = 1e-9

// newScale returns the scale of an axis with data in d. A scale fitted to the data has room, a
// fraction of the range, on either side.
func newScale(a Axis, d extent, room float64) Scale {
	s := Scale{lo: d.lo, hi: d.hi, log: a.Log, shrink: 1}
	switch {
	case a.bounded():
		s.lo, s.hi, room = min(a.Min, a.Max), max(a.Min, a.Max), 0
	case d.empty() && a.Log:
		s.lo, s.hi = 1, 10
	case d.empty():
		s.lo, s.hi = 0, 1
	}
	if s.log {
		s.lo, s.hi = math.Log10(s.lo), math.Log10(s.hi)
	}
	if size := max(math.Abs(s.lo), math.Abs(s.hi)); s.hi-s.lo < max(size*narrowest, 1e-300) {
		half := max(size/10, 1e-300)
		if size == 0 || s.log {
			half = 1
		}
		s.lo, s.hi, room = s.lo-half, s.hi+half, 0
	}
	if room > 0 {
		whole := s.lo >= 0 && !s.log
		s.lo, s.hi = float64(s.lo*(1+room))-float64(s.hi*room), float64(s.hi*(1+room))-float64(s.lo*room)
		if whole { // nonnegative data need no room below 0
			s.lo = max(s.lo, 0)
		}
	}
	least, most := -math.MaxFloat64, math.MaxFloat64
	if s.log { // exponents of finite powers above 0
		least, most = -323, 308
	}
	s.lo, s.hi = max(s.lo, least), min(s.hi, most)
	if math.IsInf(s.hi-s.lo, 0) {
		s.shrink = .25
	}
	return s
}

// bounded reports whether the axis has valid bounds.
func (a Axis) bounded() bool {
	return (a.Min != 0 || a.Max != 0) && finite(a.Min) && finite(a.Max) && (!a.Log || a.Min > 0 && a.Max > 0)
}

// reach returns the range Over, which replaces the range of the data; false if Over is empty or
// has no place on the axis.
func (a Axis) reach() (e extent, ok bool) {
	e = newExtent(a.Log)
	e.add(a.Over.Lo)
	e.add(a.Over.Hi)
	return e, !a.Over.Empty() && !e.empty()
}

// Place returns the place of v, 0 at the low end and 1 at the high end; NaN for a value without a
// place. Places far outside are limited to ±1e6, which keeps later arithmetic finite.
func (s Scale) Place(v float64) float64 {
	if s.log {
		if !(v > 0) {
			return math.NaN()
		}
		v = math.Log10(v)
	}
	if !finite(v) {
		return math.NaN()
	}
	f := (float64(v*s.shrink) - float64(s.lo*s.shrink)) / (float64(s.hi*s.shrink) - float64(s.lo*s.shrink))
	return max(-1e6, min(1e6, f))
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

// cell returns the nearest of n cells to v; false outside. The first and the last cell are
// centred on the ends of the scale.
func (s Scale) cell(v float64, n int) (int, bool) {
	c := float64(s.Place(v) * float64(n-1))
	if !(c >= -.5 && c < float64(n)-.5) {
		return 0, false
	}
	return int(math.Floor(c + .5)), true
}

// extent is a growing range of data. With log it ignores values without a logarithm.
type extent struct {
	lo, hi float64
	log    bool
}

func newExtent(log bool) extent { return extent{math.Inf(1), math.Inf(-1), log} }

func (e extent) empty() bool { return e.lo > e.hi }

func (e *extent) add(v float64) {
	if finite(v) && (!e.log || v > 0) {
		e.lo, e.hi = min(e.lo, v), max(e.hi, v)
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Scales returns the scales of the chart. Strips and points without a y count for x, so that
// missing values do not move an axis.
func (s *Spec) Scales() (x, y Scale) {
	ex, ey := s.extents()
	room := .03
	if s.Heat != nil {
		room = 0
	}
	roomX := 0.
	if !s.X.Over.Empty() {
		roomX = room
	}
	across := s.X
	if n := s.slots(); n > 0 {
		across = Axis{Min: -.5, Max: float64(n) - .5}
	}
	return newScale(across, ex, roomX), newScale(s.Y, ey, room)
}

// Extents returns the ranges of the data, without regard to Over; empty without data.
func (s *Spec) Extents() (x, y Range) {
	bare := *s
	bare.X.Over, bare.Y.Over = Range{}, Range{}
	ex, ey := bare.extents()
	if !ex.empty() {
		x = Range{ex.lo, ex.hi}
	}
	if !ey.empty() {
		y = Range{ey.lo, ey.hi}
	}
	return x, y
}

// extents returns the ranges that the axes must cover.
func (s *Spec) extents() (ex, ey extent) {
	ex, okX := s.X.reach()
	ey, okY := s.Y.reach()
	if okX && okY {
		return ex, ey
	}
	dx, dy := s.dataExtents()
	if !okX {
		ex = dx
	}
	if !okY {
		ey = dy
	}
	return ex, ey
}

func (s *Spec) dataExtents() (ex, ey extent) {
	ex, ey = newExtent(s.X.Log), newExtent(s.Y.Log)
	for _, q := range s.Series {
		for i := range q.Len() {
			ex.add(q.X[i])
			if finite(q.X[i]) {
				ey.add(q.Y[i])
			}
		}
	}
	for _, b := range s.Bands {
		for i := range b.Len() {
			ex.add(b.X[i])
			if finite(b.X[i]) && finite(b.Lo[i]) && finite(b.Hi[i]) {
				ey.add(b.Lo[i])
				ey.add(b.Hi[i])
			}
		}
	}
	for _, b := range s.Errors {
		for i := range b.Len() {
			ex.add(b.X[i])
			ey.add(b.Lo[i])
			ey.add(b.Hi[i])
		}
	}
	for _, c := range s.HeatColumns() {
		ex.add(c.Lo)
		ex.add(c.Hi)
	}
	for _, r := range s.HeatRows() {
		ey.add(r.Lo)
		ey.add(r.Hi)
	}
	for _, b := range s.Bars {
		ey.add(0)
		for i := range b.Len() {
			ex.add(b.X[i])
			ey.add(max(0, b.Y[i]))
		}
	}
	if n := s.slots(); n > 0 {
		ex.add(-.5)
		ex.add(float64(n) - .5)
	}
	if s.Swarm != nil {
		ey.addSwarm(s.Swarm)
	}
	if s.Stack != nil {
		ey.add(0)
		for i := range s.Stack.Len() {
			tops := s.Stack.Tops(i)
			ey.add(tops[len(tops)-1])
		}
	}
	for _, strip := range s.Strips {
		for i := range strip.X {
			ex.add(strip.X[i])
		}
	}
	return ex, ey
}

// Len returns the number of complete points, because X and Y may differ in length.
func (s *Series) Len() int { return min(len(s.X), len(s.Y)) }

// Len returns the number of complete bars.
func (s *Strip) Len() int { return min(len(s.X), len(s.Y)) }

// plot is the data area with its scales.
type plot struct {
	image.Rectangle
	x, y  Scale
	slots int  // along x; 0 for a numeric x axis
	named bool // rows have names, so marks must lie on whole rows
}

// place returns the place of (x, y), in cells from the centre of the plot's top left cell.
func (p plot) place(x, y float64) (px, py float64, ok bool) {
	px = p.x.Place(x) * float64(p.Dx()-1)
	py = (1 - p.y.Place(y)) * float64(p.Dy()-1)
	if p.named {
		py = math.Floor(py + .5)
	}
	return px, py, !math.IsNaN(px) && !math.IsNaN(py)
}

// col returns the canvas column of x; false outside the plot.
func (p plot) col(x float64) (int, bool) {
	if p.slots > 0 {
		return p.slotColumn(x)
	}
	c, ok := p.x.cell(x, p.Dx())
	return p.Min.X + c, ok
}

func (p plot) row(y float64) (int, bool) {
	c := float64((1 - p.y.Place(y)) * float64(p.Dy()-1))
	if !(c >= -.5 && c < float64(p.Dy())-.5) {
		return 0, false
	}
	return p.Min.Y + int(math.Floor(c+.5)), true
}

package page

import (
	"maps"
	"math"

	"lambdascope/tui/chart"
)

// Extent is what the data of a chart take of an axis.
type Extent struct {
	Axis string // the name of the axis, which no other chart has
	chart.Range
	Log   bool
	Exact bool // the axis spans it without room, as its ends are round
}

// Scales are what axes are laid out for, by their names, so that they stay where they
// are while the data change a little, and while they are held also if they change a
// lot. It does not change.
type Scales map[string]chart.Range

// Of returns what the axis of a name is to reach over; none where that is not known.
func (s Scales) Of(axis string) chart.Range { return s[axis] }

// With returns the scales for data of other extents. Held ones stay. Others stay while
// the data lie within them and take at least half of them.
func (s Scales) With(now []Extent, held bool) Scales {
	var out Scales
	for _, e := range now {
		was := s[e.Axis]
		if e.Empty() || !was.Empty() && (held || e.suits(was)) {
			continue
		}
		if out == nil { // others keep the old ones
			out = make(Scales, len(s)+1)
			maps.Copy(out, s)
		}
		out[e.Axis] = e.widened()
	}
	if out == nil {
		return s
	}
	return out
}

// SoFar names an axis while more data are on their way. What is shown of them depends
// on how fast they come; what an axis keeps should not.
func SoFar(axis string) string { return axis + " so far" }

// suits tells whether data show well on an axis over some range.
func (e Extent) suits(r chart.Range) bool {
	const least = .5 // of the axis
	if e.Exact {
		return e.Range == r
	}
	lo, hi, low, high := e.Lo, e.Hi, r.Lo, r.Hi
	if e.Log {
		lo, hi, low, high = math.Log(lo), math.Log(hi), math.Log(low), math.Log(high)
	}
	return lo >= low && hi <= high && hi-lo >= least*(high-low)
}

// widened leaves some room for data that change a little, but none below 0 for what
// is never less.
func (e Extent) widened() chart.Range {
	const room = .02 // of the range, on either side
	switch {
	case e.Exact:
		return e.Range
	case e.Log:
		by := math.Pow(e.Hi/e.Lo, room)
		return chart.Range{Lo: e.Lo / by, Hi: e.Hi * by}
	}
	out := chart.Range{Lo: e.Lo - float64(room*(e.Hi-e.Lo)), Hi: e.Hi + float64(room*(e.Hi-e.Lo))}
	if e.Lo >= 0 {
		out.Lo = max(out.Lo, 0)
	}
	if e.Hi <= 0 {
		out.Hi = min(out.Hi, 0)
	}
	return out
}

// ExtentsOf returns what the data of one chart take of its axes: of the left
// one, counted from zero, and where x is named of the other.
func ExtentsOf(s *chart.Spec, y string, zero float64, x string) []Extent {
	ex, ey := s.Extents()
	if !s.Y.Over.Empty() {
		ey = s.Y.Over
	}
	out := []Extent{{Axis: y, Range: chart.Range{Lo: ey.Lo - zero, Hi: ey.Hi - zero}, Log: s.Y.Log}}
	if x != "" {
		out = append(out, Extent{Axis: x, Range: ex, Log: s.X.Log})
	}
	return out
}

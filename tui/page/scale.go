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

// Extents returns what the data of a page's views take of their scales. It is asked for
// once an update, where there is a Result.
func (w Show) Extents() []Extent {
	var out []Extent
	for i := range w.Views {
		out = append(out, w.Views[i].extents(w.Snapshot)...)
	}
	return out
}

func (v *View) extents(s *Snapshot) []Extent {
	if v.Spec == nil {
		return nil
	}
	spec := v.Spec(anywhere)
	if spec == nil {
		return nil
	}
	var out []Extent
	add := func(scale string, zero float64, e Extent) {
		if scale == "" {
			return
		}
		e.Axis = v.scale(s, scale)
		e.Range = chart.Range{Lo: e.Lo - zero, Hi: e.Hi - zero}
		if e.Axis != scale && v.Part == StandIn {
			seen := e.Range
			if v.Seen != nil && scale == spec.Y.Scale {
				seen = v.Seen(spec)
				seen = chart.Range{Lo: seen.Lo - zero, Hi: seen.Hi - zero}
			}
			e = e.standIn(seen, s.Scales.Of(scale), s.Scales.Of(e.Axis))
		}
		out = append(out, e)
	}
	if spec.X.Scale != "" || spec.Y.Scale != "" {
		x, y := spec.Extents()
		for _, of := range []struct {
			axis *chart.Axis
			data chart.Range
		}{{&spec.Y, y}, {&spec.X, x}} {
			a, took := of.axis, of.data
			switch {
			case a.Exact:
				took = chart.Range{Lo: a.Min, Hi: a.Max}
			case !a.Over.Empty():
				took = a.Over
			}
			add(a.Scale, a.Zero, Extent{Range: took, Log: a.Log, Exact: a.Exact})
		}
	}
	if h := spec.Heat; h != nil {
		add(h.Colours, 0, Extent{Range: chart.Range{Lo: h.Min, Hi: h.Max}, Exact: true})
	}
	return out
}

// standIn returns what data take of a scale that stand in for more. It is one of those
// there were, so that pictures do not go to and fro between two scales, where the data
// show on that at all.
func (e Extent) standIn(seen chart.Range, were ...chart.Range) Extent {
	for _, was := range were {
		if !was.Empty() && shows(seen, was) {
			e.Range, e.Exact = was, true
			break
		}
	}
	return e
}

// shows tells whether most of a range shows on an axis over another one.
func shows(r, on chart.Range) bool {
	const (
		beyond = .25 // of the axis, on either side
		least  = .1
	)
	length := on.Hi - on.Lo
	return r.Lo >= on.Lo-float64(beyond*length) && r.Hi <= on.Hi+float64(beyond*length) && r.Hi-r.Lo >= least*length
}

// RangeOf returns from where to where numbers go; none where there are none.
func RangeOf(numbers ...[]float64) chart.Range {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, x := range numbers {
		for _, v := range x {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	if lo > hi {
		return chart.Range{}
	}
	return chart.Range{Lo: lo, Hi: hi}
}

// Union returns the range over two.
func Union(a, b chart.Range) chart.Range {
	return chart.Range{Lo: min(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}
}

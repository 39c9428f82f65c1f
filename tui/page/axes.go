package page

import (
	"maps"

	"lambdascope/tui/chart"
)

// Axes are the ranges of axes and colours that = keeps, by the names of the scales. The map is
// immutable, because snapshots share it.
type Axes map[string]chart.Range

// DialErrors is the scale of the errors on the Dial, which a step of a lesson may fix.
const DialErrors = "dial error"

// With returns the axes with another range of a scale.
func (a Axes) With(scale string, r chart.Range) Axes {
	out := maps.Clone(a)
	if out == nil {
		out = make(Axes)
	}
	out[scale] = r
	return out
}

// Keep returns the kept range of a scale, or the current one if none is kept.
func (a Axes) Keep(scale string, now chart.Range) chart.Range {
	if kept := a[scale]; !kept.Empty() {
		return kept
	}
	return now
}

// Axes returns the kept ranges, and the current ranges of other scales.
func (w Show) Axes() Axes {
	out := w.Snapshot.Axes
	for i := range w.Views {
		v := &w.Views[i]
		if v.Spec == nil {
			continue
		}
		if spec := v.Spec(InFile); spec != nil {
			lay(spec, func(scale string, now chart.Range) chart.Range {
				now = out.Keep(scale, now)
				if !now.Empty() {
					out = out.With(scale, now)
				}
				return now
			})
		}
	}
	return out
}

// lay sets the named scales of a chart to the ranges returned by reach for the current ranges,
// and reports whether the chart has named scales.
func lay(s *chart.Spec, reach func(scale string, now chart.Range) chart.Range) (named bool) {
	if s.X.Scale != "" || s.Y.Scale != "" {
		named = true
		x, y := s.Extents()
		layAxis(&s.X, x, reach)
		layAxis(&s.Y, y, reach)
	}
	if h := s.Heat; h != nil && h.Colours != "" {
		named = true
		r := reach(h.Colours, chart.Range{Lo: h.Min, Hi: h.Max})
		h.Min = r.Lo
		h.Max = r.Hi
	}
	return named
}

// layAxis is lay for an axis with data over a range.
func layAxis(a *chart.Axis, data chart.Range, reach func(scale string, now chart.Range) chart.Range) {
	if a.Scale == "" {
		return
	}
	ends := a.Min < a.Max
	switch {
	case ends:
		data = chart.Range{Lo: a.Min, Hi: a.Max}
	case !a.Over.Empty():
		data = a.Over
	}
	r := reach(a.Scale, data)
	if r.Empty() {
		return
	}
	if ends {
		a.Min = r.Lo
		a.Max = r.Hi
		return
	}
	a.Over = r
}

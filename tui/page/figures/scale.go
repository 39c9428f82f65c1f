package figures

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// axisOf names the left axis of a figure, whose scale stays while the data change
// little, or is held.
func (v *view) axisOf(f state.Figure) string {
	name := "figure " + state.FigureNames()[f]
	if f == state.FigureMethods {
		name += " " + state.MethodsNames()[v.Methods]
	}
	if !v.Hold && v.study.run != nil && !v.complete(f) {
		return page.SoFar(name)
	}
	return name
}

// extentsOf is what the extents depend on.
type extentsOf struct {
	run     *run
	now     *found
	methods state.Methods
	held    bool
}

// Extents are those of the figures that there are numbers for. The colours of the
// sweep have a scale of their own.
func (p *Page) Extents(s *page.Snapshot) []page.Extent {
	v := p.view(s)
	if v.Hidden || v.study.run == nil || v.study.now.err != nil {
		return nil
	}
	key := extentsOf{v.study.run, v.study.now, v.Methods, v.Hold}
	return p.extents.Of(key, func() []page.Extent { return v.extents(key.now) })
}

func (v *view) extents(now *found) []page.Extent {
	var out []page.Extent
	add := func(f state.Figure, s *chart.Spec) {
		out = append(out, page.ExtentsOf(s, v.axisOf(f), 0, "")...)
	}
	if now.summary != nil {
		add(state.FigureLambda, figure.Lambda(now.lambdas))
		add(state.FigureMethods, v.methodsOf(now.methods))
	}
	if len(now.times) > 0 {
		add(state.FigureTimes, figure.Times(now.times))
	}
	return out
}

// over lays a figure out for the scale of its left axis.
func (v *view) over(f state.Figure, s *chart.Spec) *chart.Spec {
	s.Y.Over, s.Held = v.Scales.Of(v.axisOf(f)), v.Hold
	return s
}

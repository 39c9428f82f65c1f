package figures

import (
	"lambdascope/sim/study"
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
	if !v.Hold && v.begun() && !v.complete(f) {
		return page.SoFar(name)
	}
	return name
}

// extentsOf is what the extents depend on.
type extentsOf struct {
	run     *run
	now     *found
	figureD *study.ConsistencySummary // nil where it is not on show
	methods state.Methods
	held    bool
}

// Extents are those of the figures that there are numbers for. The colours of the
// sweep have a scale of their own.
func (p *Page) Extents(s *page.Snapshot) []page.Extent {
	v := p.view(s)
	if v.consistent() {
		now := v.Page.consistency.now
		if v.Hidden || now == nil || now.rows == nil {
			return nil
		}
		return p.extents.Of(extentsOf{figureD: now.summary, held: v.Hold}, func() []page.Extent {
			return page.ExtentsOf(figure.Consistency(now.rows), v.axisOf(state.FigureConsistency), 0, "")
		})
	}
	if v.Hidden || v.study.run == nil || v.study.now.err != nil {
		return nil
	}
	key := extentsOf{run: v.study.run, now: v.study.now, methods: v.Methods, held: v.Hold}
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

package trials

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// The axes whose scales stay while the data change little, or are held.
const (
	splitAxis  = "trials msve"
	chosenAxis = "trials share"
	methodAxis = "trials root msve"
	lotoAxis   = "trials loto difference"
	trueAxis   = "trials true difference"
	valueAxis  = "trials value"
	truthAxis  = "trials true value"
	classAxis  = "trials class"
	// that of ratios of selectors
	selectorAxis = "trials selectors"
)

// extentsOf is what the extents depend on.
type extentsOf struct {
	look
	values *foundValues // nil where there are none
	suffix string       // of the names of axes
}

// Extents are those of the charts, of the trials that are in.
func (p *Page) Extents(s *page.Snapshot) []page.Extent {
	v := p.view(s)
	shown := v.shown()
	if shown == nil {
		return nil
	}
	l := v.look(shown)
	return p.extents.Of(extentsOf{l, v.values.shown, v.axis("")}, func() []page.Extent { return v.extents(l) })
}

func (v *view) extents(l look) []page.Extent {
	out := page.ExtentsOf(splitSpec(l), v.axis(splitAxis), 0, "")
	out = append(out, page.ExtentsOf(chosenSpec(l), v.axis(chosenAxis), 0, "")...)
	if len(l.summary.Lambdas) > 1 {
		x, y := l.differences().extents()
		out = append(out, page.Extent{Axis: v.axis(trueAxis), Range: x}, page.Extent{Axis: v.axis(lotoAxis), Range: y})
	}
	if m := v.Class.Of(v.Settings); m != nil {
		out = append(out, page.Extent{Axis: v.axis(classAxis), Range: classRange(sampledClass(m), v.sampledTrials(l.summary))})
	}
	if of := v.rivalsOf(l.summary); of.rows != nil {
		out = append(out, page.Extent{Axis: v.axis(selectorAxis), Range: of.extent()})
	}
	first, last := methodRange(trialMethods(l.summary))
	out = append(out, page.Extent{Axis: v.axis(methodAxis), Range: chart.Range{Lo: first, Hi: last}})
	if f := v.values.shown; f != nil {
		l := valuesLook{of: f}
		out = append(out, page.Extent{Axis: v.axis(valueAxis), Range: l.valueRange()})
		if !l.byState() {
			first, last := figure.Extent(f.latest.True)
			out = append(out, page.Extent{Axis: v.axis(truthAxis), Range: chart.Range{Lo: first, Hi: last}})
		}
	}
	return out
}

// axis returns the name of an axis: another while trials are missing, unless it is held.
func (v *view) axis(name string) string {
	if s := v.shown(); !v.Hold && s != nil && !v.stale(s) && s.Trials != v.plan.Trials {
		return page.SoFar(name)
	}
	return name
}

// on returns the look of a chart with some axis.
func (v *view) on(l look, axis string) look {
	l.held, l.over = v.Hold, v.Scales.Of(v.axis(axis))
	return l
}

package explore

import (
	"math"
	"slices"

	"lambdascope/sim/analysis"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// The axes whose scales stay while the data change little, or are held.
const (
	pictureAxis  = "explore picture"
	scoreAxis    = "explore score"
	truthAxis    = "explore truth"
	stateAxis    = "explore value"
	estimateAxis = "explore estimated value"
	returnAxis   = "explore return"
	mapColours   = "explore map"
	errorColours = "explore map of differences"
)

// reach is what the values of a result take of their axes at all λ's, so that moving
// the cursor leaves the axes where they are.
type reach struct {
	of               *analysis.Result
	estimated, other chart.Range // other are true values, or returns where these are not known
}

func newReach(a *analysis.Result) reach {
	r := reach{of: a}
	if a.Truth != nil {
		r.other = rangeOf(a.Truth.Nu)
	} else {
		r.other = rangeOf(a.Sample.Returns)
	}
	// A few λ's say how far estimates reach at all of them: they change smoothly.
	const few = 4
	all := len(a.Selection.Candidates)
	r.estimated = rangeOf(a.Values(0))
	for i := range few {
		r.estimated = union(r.estimated, rangeOf(a.Values((i+1)*(all-1)/few)))
	}
	// Where estimates go astray the axis ends, so that what is true keeps some of it.
	span := r.other.Hi - r.other.Lo
	r.estimated.Lo = max(r.estimated.Lo, min(r.other.Lo, r.estimated.Hi)-span)
	r.estimated.Hi = min(r.estimated.Hi, max(r.other.Hi, r.estimated.Lo)+span)
	return r
}

func rangeOf(x []float64) chart.Range {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range x {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		return chart.Range{}
	}
	return chart.Range{Lo: lo, Hi: hi}
}

func union(a, b chart.Range) chart.Range {
	return chart.Range{Lo: min(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}
}

// extentsOf is what the extents depend on.
type extentsOf struct {
	look
	panels bool
}

// Extents are those of the charts over λ, of the values at all λ's, and of the maps.
// What is hidden counts: to reveal it changes no axis.
func (p *Page) Extents(s *page.Snapshot) []page.Extent {
	v := p.view(s)
	l := v.look()
	l.hidden = false
	out := p.extents.Of(extentsOf{l, v.Panels}, func() []page.Extent { return v.extents(l, p.reach) })
	if v.First == 0 || v.Hold {
		return out
	}
	soFar := slices.Clone(out)
	for i, e := range soFar {
		soFar[i] = v.soFar(e)
	}
	return soFar
}

// soFar returns what a part takes of an axis. It is that of the last result, so that
// pictures do not go to and fro between two scales, where the part shows on that at all.
func (v *view) soFar(e page.Extent) page.Extent {
	seen := e.Range
	if e.Axis == pictureAxis { // its band and the true errors may reach further
		c := figure.NewCurve(v.Result)
		seen = rangeOf(c.Score)
		seen = chart.Range{Lo: seen.Lo - c.Score[c.Selected], Hi: seen.Hi - c.Score[c.Selected]}
	}
	out := e
	out.Axis = page.SoFar(e.Axis)
	for _, was := range []chart.Range{v.Scales.Of(e.Axis), v.Scales.Of(out.Axis)} {
		if !was.Empty() && shows(seen, was) {
			out.Range, out.Exact = was, true
			break
		}
	}
	return out
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

// scale returns what the axis of a name is to reach over; while a part of the
// trajectories shows, another than that of all.
func (v *view) scale(axis string) chart.Range {
	if v.First > 0 && !v.Hold {
		axis = page.SoFar(axis)
	}
	return v.Scales.Of(axis)
}

func (v *view) extents(l look, reach reach) []page.Extent {
	var out []page.Extent
	if v.Panels {
		out = page.ExtentsOf(scorePanel(l), scoreAxis, 0, "")
		if l.analysis.Truth != nil {
			out = append(out, page.ExtentsOf(truthPanel(l), truthAxis, 0, "")...)
		}
	} else {
		zero := l.analysis.Selection.Best().LOTO
		out = page.ExtentsOf(picture(l), pictureAxis, zero, "")
	}
	if reach.of != l.analysis {
		reach = newReach(l.analysis)
	}
	estimated := union(reach.estimated, rangeOf(l.analysis.Values(l.cursor))) // these are seen in any case
	if byState(l.analysis) {
		out = append(out, page.Extent{Axis: stateAxis, Range: union(estimated, reach.other)})
	} else {
		out = append(out, page.Extent{Axis: estimateAxis, Range: estimated}, page.Extent{Axis: returnAxis, Range: reach.other})
	}
	if v.mapped() {
		colours := func(axis string, lo, hi float64) {
			out = append(out, page.Extent{Axis: axis, Range: chart.Range{Lo: lo, Hi: hi}, Exact: true})
		}
		colours(mapColours, v.maps.shared[0], v.maps.shared[1])
		colours(errorColours, -v.maps.largest, v.maps.largest)
	}
	return out
}

// byState tells whether the values are drawn by state.
func byState(a *analysis.Result) bool { return a.Truth != nil && a.Truth.Kind != truth.KindMonteCarlo }

// on returns the look of a chart with some axes.
func (v *view) on(l look, y, x string) look {
	l.held, l.y, l.x = v.Hold, v.scale(y), v.scale(x)
	return l
}

// values returns the look of the chart of the values.
func (v *view) values(l look) look {
	if byState(l.analysis) {
		return v.on(l, stateAxis, "")
	}
	return v.on(l, returnAxis, estimateAxis)
}

// coloursOf names the scale of the colours of a map.
func coloursOf(kind mapKind) string {
	if kind == mapDifference {
		return errorColours
	}
	return mapColours
}

package explore

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// wideLegend is the width from which the legend of the screen has room for names in full.
const wideLegend = 168

// legend holds the names in the legend of the picture.
type legend struct{ score, interval, truth string }

func legendAt(width int) legend {
	switch {
	case width < figure.FullLegend:
		return legend{"LOTO", "± t s.e.", "MSVE"}
	case width >= wideLegend && width != page.InFile:
		return legend{"LOTO error (leave one trajectory out)", "± t s.e. of the difference from λ̂", "true MSVE (mean squared value error), shifted"}
	}
	return legend{"LOTO error", "± t s.e. from λ̂", "true MSVE, shifted"}
}

// picture draws the differences of LOTO error and of true MSVE from λ̂ on one axis, which is
// named by the error at λ̂: only differences between λ's have a meaning, and both have one unit.
// Pinned curves are differences from their own λ̂.
func (v *view) picture(width int) *chart.Spec {
	c, w := figure.NewCurve(v.Result), legendAt(width)
	least := c.Score[c.Selected]
	s := &chart.Spec{
		X:      c.LambdaAxis(),
		Y:      chart.Axis{Scale: "explore picture", Origin: &chart.Origin{Name: textfmt.Rounded(least, 3)}},
		Cursor: c.CursorLine(v.CursorIndex(), v.Hidden),
	}
	s.Notes = c.Notes()
	if len(c.Lambda) > 1 {
		c.Intervals(s, w.interval, 0)
		s.Strips = v.strips(c, width)
	}
	s.Series = append(v.pinnedSeries(), c.ScoreSeries(w.score, above(c.Score, c.Selected)))
	if c.MSVE != nil {
		s.Series = append(s.Series, v.unlessHidden(chart.Series{
			Name: w.truth, X: c.Lambda, Y: above(c.MSVE, c.Selected),
			Ink: chart.InkTruth, Line: chart.LineDashed,
		}, width < figure.FullLegend)...)
	}
	zero := make([]float64, len(c.Lambda))
	s.Series = append(append(s.Series, c.SelectedMark(zero)), v.Class.PresenterMark(c.Lambda, above(c.Score, c.Selected))...)
	limitPinned(s)
	return s
}

// above returns errors as differences from the k-th.
func above(errors []float64, k int) []float64 {
	out := make([]float64, len(errors))
	for i, e := range errors {
		out[i] = e - errors[k]
	}
	return out
}

// pinnedSeries are the pinned curves, as differences from their own λ̂.
func (v *view) pinnedSeries() []chart.Series {
	var out []chart.Series
	var fields []settings.Knob[settings.Settings]
	for i, a := range v.Pinned {
		if a == nil {
			continue
		}
		if fields == nil {
			fields = settings.Knobs()
		}
		g := figure.NewCurve(a)
		line := chart.Series{
			Name: pinnedNameIn(fields, a.Settings, v.Result.Settings), X: g.Lambda, Y: above(g.Score, g.Selected),
			Ink: chart.InkPinned, Line: [...]chart.Line{chart.LineSolid, chart.LineDotted, chart.LineDashed}[i],
		}
		if line.Line == chart.LineDashed { // as the true MSVE is
			line.Marker, line.Marks = chart.MarkCross, make([]chart.Marker, len(g.Lambda))
			for k := 1; k < len(g.Lambda); k += max(2, len(g.Lambda)/5) {
				line.Marks[k] = chart.MarkCross
			}
		}
		out = append(out, line)
	}
	return out
}

// unlessHidden returns a series of true errors or values. While they are hidden it keeps
// its places in the legend and in the scales, so that these stay when it is revealed.
func (v *view) unlessHidden(s chart.Series, narrow bool) []chart.Series {
	if !v.Hidden {
		return []chart.Series{s}
	}
	named := s
	named.X, named.Y = nil, nil
	if !narrow { // where that fits in as many rows
		named.Short = cmp.Or(s.Short, s.Name)
		named.Name = strings.TrimSuffix(named.Name, ", shifted") + ", hidden"
	}
	return []chart.Series{named, blank(s)}
}

// blank is a series that has its place in the scales, and is not seen.
func blank(s chart.Series) chart.Series { return chart.Series{X: s.X, Y: s.Y} }

// statesSpec draws true and estimated value by state, and what is between them.
func (v *view) statesSpec() *chart.Spec {
	a := v.Result
	refs := a.Truth.Refs
	x := states(refs.Len())
	s := &chart.Spec{X: chart.Axis{Label: "state", Ticks: x, Names: refs.Labels}}
	if !v.Hidden {
		s.Series = append(s.Series, stems(x, a.Truth.Nu, a.Values(v.CursorIndex())))
	}
	// They keep their room in the legend while the true values are hidden.
	s.Notes = []chart.Note{{Marker: chart.MarkBoth, Text: "both"}, {Ink: chart.InkFaint, Text: "│ error"}}
	s.Series = append(s.Series, v.unlessHidden(chart.Series{
		Name: "true value", Short: "true", X: x, Y: a.Truth.Nu, Ink: chart.InkTruth, Line: chart.LineDotted, Marker: chart.MarkDot,
	}, false)...)
	s.Series = append(s.Series, chart.Series{
		Name: "estimated value", Short: "est.", X: x, Y: a.Values(v.CursorIndex()), Ink: chart.InkEstimate, Marker: chart.MarkCircle,
	})
	return s
}

// stems joins two values at each x.
func stems(x, from, to []float64) chart.Series {
	s := chart.Series{Ink: chart.InkFaint, Line: chart.LineSolid}
	for i := range x {
		s.X = append(s.X, x[i], x[i], math.NaN())
		s.Y = append(s.Y, from[i], to[i], math.NaN())
	}
	return s
}

// shownStates is how many states a scatter of values shows: more would be a blot.
const shownStates = 400

// scatterSpec draws the true values of states against those estimated for them,
// with the line where they would be equal. The states are drawn from the
// distribution that the MSVE weights them by.
func (v *view) scatterSpec() *chart.Spec {
	a := v.Result
	var estimated, truth []float64
	values := a.Values(v.CursorIndex())
	every := max(1, len(values)/shownStates)
	for i := 0; i < len(values); i += every {
		estimated = append(estimated, values[i])
		truth = append(truth, a.Truth.Nu[i])
	}
	s := scatter(estimated, truth, "true value", "states", chart.InkTruth)
	if v.Hidden { // as if the estimates were right
		known := chart.RangeOf(truth)
		within := slices.DeleteFunc(slices.Clone(estimated), func(v float64) bool { return v < known.Lo || v > known.Hi })
		s.Series = append(s.Series[:1], blank(s.Series[1]), chart.Series{
			Name: s.Series[1].Name, Short: s.Series[1].Short, X: within, Y: within, Ink: chart.InkEstimate, Marker: s.Series[1].Marker,
		})
	}
	return s
}

// returnsSpec draws the returns observed from sampled states against the values
// estimated for them, with the line where they would be equal.
func (v *view) returnsSpec() *chart.Spec {
	a := v.Result
	return scatter(a.Values(v.CursorIndex()), a.Sample.Returns, "observed return", "states of the data", chart.InkEstimate)
}

// scatter draws y against estimates, and the identity line, which spans what both
// have in common, or else the estimates.
func scatter(estimated, y []float64, label, point string, ink chart.Ink) *chart.Spec {
	r := chart.RangeOf(estimated)
	if s := chart.RangeOf(y); max(r.Lo, s.Lo) < min(r.Hi, s.Hi) {
		r = chart.Range{Lo: max(r.Lo, s.Lo), Hi: min(r.Hi, s.Hi)}
	}
	return &chart.Spec{
		X: chart.Axis{Label: "estimated"},
		Y: chart.Axis{Label: label},
		Series: []chart.Series{
			{Name: "equal", X: []float64{r.Lo, r.Hi}, Y: []float64{r.Lo, r.Hi}, Ink: chart.InkFaint, Line: chart.LineDotted},
			{Name: point, Short: "states", X: estimated, Y: y, Ink: ink, Marker: chart.MarkPoint},
		},
	}
}

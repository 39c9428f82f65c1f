package explore

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// look is what the charts of the Explore page are of, besides their size. It is
// comparable.
type look struct {
	analysis *analysis.Result
	cursor   int                             // index of the λ under the cursor
	hidden   bool                            // the answer waits to be asked for
	narrow   bool                            // the legend has few columns
	wide     bool                            // it has room for names in full
	pinned   [state.MaxPins]*analysis.Result // pinned, nil where there is none or it is not known yet
	class    *page.Class                     // in a room; nil outside of one
	held     bool                            // scales stay as they are
	x, y     chart.Range                     // what the axes go over; those of the picture count from λ̂
}

// over lays a chart out for the look's ranges, its left axis counted from zero.
func (l look) over(s *chart.Spec, zero float64) *chart.Spec {
	if !l.y.Empty() {
		s.Y.Over = chart.Range{Lo: zero + l.y.Lo, Hi: zero + l.y.Hi}
	}
	s.X.Over, s.Held = l.x, l.held
	return s
}

// words are the names in the legend of the picture.
type words struct{ score, band, truth string }

func (l look) words() words {
	switch {
	case l.narrow:
		return words{"LOTO", "± t s.e.", "MSVE"}
	case l.wide:
		return words{"LOTO error (leave one trajectory out)", "± t s.e. of the difference from λ̂", "true MSVE (mean squared value error), shifted"}
	}
	return words{"LOTO error", "± t s.e. from λ̂", "true MSVE, shifted"}
}

// picture draws LOTO error and true MSVE in one geometry: the MSVE is shifted to
// meet the LOTO error at λ̂, as only differences between λ's mean anything and
// those have one unit. Pinned curves are shifted likewise.
func picture(l look) *chart.Spec {
	a, c, w := l.analysis, figure.NewCurve(l.analysis), l.words()
	s := &chart.Spec{
		X:      c.LambdaAxis(),
		Y:      chart.Axis{Label: "LOTO error"},
		Cursor: c.CursorLine(l.cursor, l.hidden),
	}
	zero := c.Score[c.Selected]
	s.Notes = c.Notes(a)
	if len(c.Lambda) > 1 {
		s.Right = &chart.Offset{Label: "from λ̂", Zero: zero}
		s.Bands = []chart.Band{{Name: w.band, X: c.Lambda, Lo: c.Low, Hi: c.High, Ink: chart.InkBand}}
		s.Strip = l.strip(c)
	}
	s.Series = append(l.pinnedSeries(func(g figure.Curve) float64 { return zero - g.Score[g.Selected] }), c.ScoreSeries(w.score))
	if c.MSVE != nil {
		shifted := make([]float64, len(c.MSVE))
		for k, v := range c.MSVE {
			shifted[k] = v - c.MSVE[c.Selected] + zero
		}
		s.Series = append(s.Series, l.unlessHidden(chart.Series{
			Name: w.truth, X: c.Lambda, Y: shifted,
			Ink: chart.InkTruth, Line: chart.LineDashed,
		})...)
	}
	s.Series = append(append(s.Series, c.SelectedMark(c.Score)), l.class.PresenterMark(c.Lambda, c.Score)...)
	limitPinned(s)
	return l.over(s, zero)
}

// pinnedSeries are the pinned curves, each moved by what shift says of it.
func (l look) pinnedSeries(shift func(figure.Curve) float64) []chart.Series {
	var out []chart.Series
	var fields []analysis.Field
	for i, a := range l.pinned {
		if a == nil {
			continue
		}
		if fields == nil {
			fields = analysis.Fields()
		}
		g := figure.NewCurve(a)
		by := shift(g)
		for k := range g.Score {
			g.Score[k] += by
		}
		line := chart.Series{
			Name: pinnedNameIn(fields, a.Settings, l.analysis.Settings), X: g.Lambda, Y: g.Score,
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
func (l look) unlessHidden(s chart.Series) []chart.Series {
	if !l.hidden {
		return []chart.Series{s}
	}
	named := s
	named.X, named.Y = nil, nil
	if !l.narrow { // where more would not fit
		named.Short = cmp.Or(s.Short, s.Name)
		named.Name = strings.TrimSuffix(named.Name, ", shifted") + ", hidden"
	}
	return []chart.Series{named, blank(s)}
}

// blank is a series that has its place in the scales, and is not seen.
func blank(s chart.Series) chart.Series { return chart.Series{X: s.X, Y: s.Y} }

// scorePanel draws the LOTO error at its own level, with the standard error of
// each score.
func scorePanel(l look) *chart.Spec {
	a, c := l.analysis, figure.NewCurve(l.analysis)
	for k := range c.Score {
		se := a.Selection.Candidates[k].SE
		c.Low[k], c.High[k] = c.Score[k]-se, c.Score[k]+se
	}
	s := &chart.Spec{
		X:      c.LambdaAxis(),
		Y:      chart.Axis{Label: "LOTO error"},
		Bands:  []chart.Band{{Name: "± s.e. of the level", Short: "± s.e. of level", X: c.Lambda, Lo: c.Low, Hi: c.High, Ink: chart.InkBandLevel}},
		Cursor: c.CursorLine(l.cursor, l.hidden),
	}
	s.Strip = l.strip(c)
	s.Notes = c.Notes(a)
	s.Series = append(l.pinnedSeries(func(figure.Curve) float64 { return 0 }), c.ScoreSeries("LOTO error"), c.SelectedMark(c.Score))
	s.Series = append(s.Series, l.class.PresenterMark(c.Lambda, c.Score)...)
	limitPinned(s)
	return l.over(s, 0)
}

// truthPanel draws the true MSVE at its own level.
func truthPanel(l look) *chart.Spec {
	c := figure.NewCurve(l.analysis)
	s := &chart.Spec{
		X:      c.LambdaAxis(),
		Y:      chart.Axis{Label: "true MSVE"},
		Notes:  c.Notes(l.analysis)[:1], // there are no rings
		Series: l.unlessHidden(chart.Series{Name: "true MSVE", X: c.Lambda, Y: c.MSVE, Ink: chart.InkTruth, Line: chart.LineDashed}),
		Cursor: c.CursorLine(l.cursor, l.hidden),
	}
	if !l.hidden {
		s.Series = append(s.Series, c.SelectedMark(c.MSVE))
		s.Series = append(s.Series, l.class.PresenterMark(c.Lambda, c.MSVE)...)
	}
	return l.over(s, 0)
}

// statesSpec draws true and estimated value by state, and what is between them.
func statesSpec(l look) *chart.Spec {
	a := l.analysis
	refs := a.Truth.Refs
	x := states(refs.Len())
	s := &chart.Spec{X: chart.Axis{Label: "state", Ticks: x, Names: refs.Labels}}
	if !l.hidden {
		s.Series = append(s.Series, stems(x, a.Truth.Nu, a.Values(l.cursor)))
	}
	// They keep their room in the legend while the true values are hidden.
	s.Notes = []chart.Note{{Marker: chart.MarkBoth, Text: "both"}, {Ink: chart.InkFaint, Text: "│ error"}}
	s.Series = append(s.Series, l.unlessHidden(chart.Series{
		Name: "true value", Short: "true", X: x, Y: a.Truth.Nu, Ink: chart.InkTruth, Line: chart.LineDotted, Marker: chart.MarkDot,
	})...)
	s.Series = append(s.Series, chart.Series{
		Name: "estimated value", Short: "est.", X: x, Y: a.Values(l.cursor), Ink: chart.InkEstimate, Marker: chart.MarkCircle,
	})
	return l.over(s, 0)
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

// valuesSpec draws the true values of states against those estimated for them,
// with the line where they would be equal. The states are drawn from the
// distribution that the MSVE weights them by.
func valuesSpec(l look) *chart.Spec {
	a := l.analysis
	var estimated, truth []float64
	values := a.Values(l.cursor)
	every := max(1, len(values)/shownStates)
	for i := 0; i < len(values); i += every {
		estimated = append(estimated, values[i])
		truth = append(truth, a.Truth.Nu[i])
	}
	s := scatter(estimated, truth, "true value", "states", chart.InkTruth)
	if l.hidden { // as if the estimates were right
		low, high := figure.Extent(truth)
		within := slices.DeleteFunc(slices.Clone(estimated), func(v float64) bool { return v < low || v > high })
		s.Series = append(s.Series[:1], blank(s.Series[1]), chart.Series{
			Name: "states, if the estimates were true", Short: "states", X: within, Y: within, Ink: chart.InkEstimate, Marker: s.Series[1].Marker,
		})
	}
	return l.over(s, 0)
}

// returnsSpec draws the returns observed from sampled states against the values
// estimated for them, with the line where they would be equal.
func returnsSpec(l look) *chart.Spec {
	a := l.analysis
	return l.over(scatter(a.Values(l.cursor), a.Sample.Returns, "observed return", "states of the data", chart.InkEstimate), 0)
}

// scatter draws y against estimates, and the identity line, which spans what both
// have in common, or else the estimates.
func scatter(estimated, y []float64, label, point string, ink chart.Ink) *chart.Spec {
	low, high := figure.Extent(estimated)
	if first, last := figure.Extent(y); max(low, first) < min(high, last) {
		low, high = max(low, first), min(high, last)
	}
	return &chart.Spec{
		X: chart.Axis{Label: "estimated"},
		Y: chart.Axis{Label: label},
		Series: []chart.Series{
			{Name: "equal", X: []float64{low, high}, Y: []float64{low, high}, Ink: chart.InkFaint, Line: chart.LineDotted},
			{Name: point, Short: "states", X: estimated, Y: y, Ink: ink, Marker: chart.MarkPoint},
		},
	}
}

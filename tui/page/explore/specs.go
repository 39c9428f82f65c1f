package explore

import (
	"cmp"
	"math"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// picture draws the differences of LOTO error and of true error from λ̂ on one axis, whose zero is
// labelled with the LOTO error at λ̂. The two share the axis because only differences between λ's have a meaning, and
// both have one unit. Pinned curves are differences from their own λ̂.
func (v *view) picture(width int) *chart.Spec {
	c := figure.NewCurve(v.Result)
	s := v.overLambda(c, append(v.pinnedSeries(), v.constantSeries(c.LambdaAxis())...)...)
	s.Y.Scale = "explore picture"
	s.Y.Long = "error above that at λ̂"
	s.Y.Zero = textfmt.Rounded(v.Result.Selection.Best().LOTO, 3)
	if width != page.InFile {
		s.Cursor = &c.Lambda[v.CursorIndex()]
	}
	if len(c.Lambda) > 1 {
		s.Intervals[0].Name = "95 % from λ̂"
		s.Intervals[0].Short = "95 %"
		s.Strips = v.strips(c)
	}
	if kept := v.playScale(); kept != nil && kept != v.Result {
		s.Y.Over = v.overLambda(figure.NewCurve(kept)).Y.Over
	}
	s.Series = append(s.Series, v.Class.PresenterMark(c.Lambda, c.Score)...)
	return s
}

// overLambda draws the LOTO error and the true error over some series.
func (v *view) overLambda(c figure.Curve, series ...chart.Series) *chart.Spec {
	score := c.ScoreSeries("LOTO error")
	score.Short = "LOTO"
	series = append(series, score)
	if c.MSVE != nil {
		series = append(series, v.unlessHidden(chart.Series{
			Name: "true error", Short: "true", X: c.Lambda, Y: c.MSVE, Ink: chart.InkTruth, Line: chart.LineDashed,
		})...)
	}
	return c.Spec(series...)
}

// constantSeries returns a line at the LOTO error of a constant prediction, for data without true
// errors; nil if it is unknown.
func (v *view) constantSeries(over chart.Axis) []chart.Series {
	a := v.Result
	if a.Calibration == nil || math.IsNaN(report.Explained(a)) {
		return nil
	}
	level := a.Constant - a.Selection.Best().LOTO
	name := "constant " + textfmt.Signed(level, 2) // the number, because the line may be beyond the plot
	return []chart.Series{{
		Name: "a " + name, Short: name,
		X: []float64{over.Min, over.Max}, Y: []float64{level, level}, Ink: chart.InkFaint, Line: chart.LineDashed,
	}}
}

// pinnedSeries returns the pinned curves, as differences from their own λ̂.
func (v *view) pinnedSeries() (out []chart.Series) {
	for i, a := range v.Pinned {
		if a == nil {
			continue
		}
		g := figure.NewCurve(a)
		line := chart.Series{
			Name: pinnedName(a.Settings, v.Result.Settings), X: g.Lambda, Y: g.Score,
			Ink: chart.InkPinned, Line: [...]chart.Line{chart.LineSolid, chart.LineDotted, chart.LineDashed}[i],
		}
		if line.Line == chart.LineDashed { // crosses, since the true error is dashed too
			line.Marker = chart.MarkCross
			line.Marks = make([]chart.Marker, len(g.Lambda))
			for k := 1; k < len(g.Lambda); k += max(2, len(g.Lambda)/5) {
				line.Marks[k] = chart.MarkCross
			}
		}
		out = append(out, line)
	}
	return out
}

// unlessHidden returns a series of true errors or values, or nothing while the truth is hidden. A hidden
// series must not widen the scales, because an empty part of a chart would give it away.
func (v *view) unlessHidden(s chart.Series) []chart.Series {
	if v.Hidden {
		return nil
	}
	return []chart.Series{s}
}

// trailWidth is the least width of a screen, in cells, at which the chart of values shows the
// estimates at all λ's.
const trailWidth = 190

// statesSpec draws a step for each state: the true value, the estimated value, and the error
// between them. On a random walk the axis shows the states of the walk.
func (v *view) statesSpec() *chart.Spec {
	const half = .4 // half the width of a step; states are 1 apart
	a := v.Result
	n := a.Truth.Refs.Len()
	real := a.Truth.Nu
	estimated := a.Values(v.CursorIndex())
	s := &chart.Spec{X: chart.Axis{Label: "state", Names: a.Truth.Refs.Labels}}
	for i := range n {
		s.X.Ticks = append(s.X.Ticks, float64(i+1))
	}
	if a.Settings.Problem.Domain == "random-walk" {
		s.X = figure.WalkAxis(n)
	}
	steps := func(q chart.Series, y []float64) chart.Series {
		for i := range n {
			q.X = append(q.X, float64(i+1)-half, float64(i+1)+half, math.NaN())
			q.Y = append(q.Y, y[i], y[i], math.NaN())
		}
		return q
	}
	all := a.Selection.Candidates
	mark := chart.Series{Name: "estimate", X: make([]float64, n), Y: estimated, Ink: chart.InkEstimate, Marker: chart.MarkDot}
	for i := range n {
		mark.X[i] = float64(i + 1)
	}
	step := steps(chart.Series{Ink: chart.InkEstimate, Line: chart.LineSolid}, estimated)
	if v.Width >= trailWidth && len(all) > 1 {
		step = chart.Series{Name: "estimate as λ goes from 0 to 1", Short: "by λ", Ink: chart.InkEstimateDim, Line: chart.LineSolid}
		along := func(k int) float64 { return 2 * half * (float64(k)/float64(len(all)-1) - .5) }
		values := make([][]float64, len(all))
		for k := range all {
			values[k] = a.Values(k)
		}
		for i := range n {
			for k := range all {
				step.X = append(step.X, float64(i+1)+along(k))
				step.Y = append(step.Y, values[k][i])
			}
			step.X = append(step.X, math.NaN())
			step.Y = append(step.Y, math.NaN())
			mark.X[i] += along(v.CursorIndex())
		}
	}
	if !v.Hidden {
		between := chart.Interval{Name: "error", X: mark.X, Ink: chart.InkAgainst}
		for i := range n {
			between.Lo = append(between.Lo, min(real[i], estimated[i]))
			between.Hi = append(between.Hi, max(real[i], estimated[i]))
		}
		s.Intervals = []chart.Interval{between}
	}
	s.Series = append([]chart.Series{mark}, v.unlessHidden(steps(chart.Series{Name: "truth", Ink: chart.InkTruth, Line: chart.LineSolid}, real))...)
	s.Series = append(s.Series, step)
	return s
}

// shownStates is the approximate largest number of states in a scatter of values; more would be a
// blot.
const shownStates = 400

// scatterSpec draws the true values of states against their estimates. The states are a sample from
// the distribution that weights the MSVE. The line of equality spans the common range or, without
// one, the range of the estimates.
func (v *view) scatterSpec() *chart.Spec {
	a := v.Result
	var estimated, truth []float64
	values := a.Values(v.CursorIndex())
	every := max(1, len(values)/shownStates)
	for i := 0; i < len(values); i += every {
		estimated = append(estimated, values[i])
		truth = append(truth, a.Truth.Nu[i])
	}
	ink := chart.InkTruth
	if v.Hidden { // on the line of equality, as if the estimates were exact
		truth = estimated
		ink = chart.InkEstimate
	}
	r := chart.RangeOf(estimated)
	if s := chart.RangeOf(truth); max(r.Lo, s.Lo) < min(r.Hi, s.Hi) {
		r = chart.Range{Lo: max(r.Lo, s.Lo), Hi: min(r.Hi, s.Hi)}
	}
	return &chart.Spec{
		X: chart.Axis{Label: "estimated"},
		Y: chart.Axis{Label: "true value"},
		Series: []chart.Series{
			{Name: "equal", X: []float64{r.Lo, r.Hi}, Y: []float64{r.Lo, r.Hi}, Ink: chart.InkFaint, Line: chart.LineDotted},
			{Name: "states", X: estimated, Y: truth, Ink: ink, Marker: chart.MarkPoint},
		},
	}
}

// pinnedName names a pinned curve by the settings that differ from the current settings, or
// "pinned" if none differ. A curve from another source has the name of the source and the
// settings that differ from the source's defaults.
func pinnedName(pinned, now settings.Settings) string {
	var parts []string
	base := now
	if other := pinned.Source() != now.Source(); other && !pinned.Recorded() {
		parts = append(parts, pinned.Problem.Name())
		if start, err := pinned.Start(); err == nil {
			base = start
		}
	}
	for _, f := range settings.Knobs() {
		if f.Source || !f.Applies(pinned) || f.Get(pinned) == f.Get(base) {
			continue
		}
		value := f.Get(pinned)
		if f.Choices == nil {
			value = cmp.Or(f.Label, f.Name) + " " + value
		}
		parts = append(parts, value)
	}
	const most = 3
	if len(parts) > most {
		parts = append(parts[:most], "…")
	}
	if len(parts) == 0 {
		return "pinned"
	}
	return strings.Join(parts, ", ")
}

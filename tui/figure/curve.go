package figure

import (
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
)

// MarkLimit is the largest number of markers on a curve; more would hide the line.
const MarkLimit = 26

// Curve is an analysis as slices by λ, the form that charts need.
type Curve struct {
	Lambda, Score, MSVE []float64
	// Low and High are the ends of the band: t standard errors around the difference from λ̂,
	// refits included. The band reaches the line of λ̂ unless λ is ruled out.
	Low, High []float64
	Out       []bool // λ's that are ruled out
	Marks     []chart.Marker
	Selected  int
	every     int // λ's per marker
}

// NewCurve returns the curve of an analysis.
func NewCurve(a *analysis.Result) Curve {
	all := a.Selection.Candidates
	c := Curve{Selected: a.Selection.Selected}
	line := a.Selection.Best().LOTO
	c.every = (len(all) + MarkLimit - 1) / MarkLimit
	numbers := func() []float64 { return make([]float64, 0, len(all)) }
	c.Lambda, c.Score, c.Low, c.High = numbers(), numbers(), numbers(), numbers()
	c.Marks = make([]chart.Marker, 0, len(all))
	if a.Truth != nil {
		c.MSVE = numbers()
	}
	for k := range all {
		s := &all[k]
		c.Lambda = append(c.Lambda, s.Lambda)
		c.Score = append(c.Score, s.LOTO)
		half := float64(a.Selection.Quantile * s.RefitSE)
		c.Low = append(c.Low, line+(s.Diff-half))
		c.High = append(c.High, line+(s.Diff+half))
		if a.Truth != nil {
			c.MSVE = append(c.MSVE, max(0, a.MSVE[k]))
		}
		c.Out = append(c.Out, !s.NotRuledOut)
		mark := chart.MarkDot
		if k%c.every != 0 {
			mark = chart.MarkNone
		}
		c.Marks = append(c.Marks, mark)
	}
	return c
}

// Left returns the number of λ's still in.
func (c Curve) Left() (n int) {
	for _, out := range c.Out {
		if !out {
			n++
		}
	}
	return n
}

// LambdaAxis returns the axis over the grid.
func (c Curve) LambdaAxis() chart.Axis {
	first, last := c.Lambda[0], c.Lambda[len(c.Lambda)-1]
	if first == last {
		first, last = max(0, first-.1), min(1, last+.1)
	}
	axis := chart.Axis{Label: "λ", Min: first, Max: last}
	n := len(c.Lambda) - 1
	for k, l := range c.Lambda {
		if math.Abs(l-(first+(last-first)*float64(k)/float64(n))) > 1e-9 {
			return axis
		}
	}
	axis.Steps = n
	return axis
}

// BarLimit is the largest number of λ's with an error bar each; more bars would fill the plot.
const BarLimit = 40

// Intervals adds the intervals of the differences from λ̂ to a chart of such differences. The
// intervals are error bars, or two edges for more λ's than BarLimit.
func (c Curve) Intervals(s *chart.Spec) {
	line := c.Score[c.Selected]
	low := make([]float64, len(c.Low))
	high := make([]float64, len(c.High))
	for k := range low {
		low[k] = c.Low[k] - line
		high[k] = c.High[k] - line
	}
	of := chart.Interval{Name: "95 % from λ̂", Short: "95 %", X: c.Lambda, Lo: low, Hi: high, Out: c.Out, Ink: chart.InkEstimateDim}
	if len(low) > BarLimit {
		of.Edges, of.Out = true, nil
	}
	s.Intervals = append(s.Intervals, of)
}

// Verdicts returns the row of verdicts: ★ λ̂, ○ still in, × ruled out. For more λ's than BarLimit
// those still in form runs of ─.
func (c Curve) Verdicts(label string) chart.Strip {
	s := chart.Strip{Label: label, X: c.Lambda}
	for k, out := range c.Out {
		mark, ink := chart.MarkRing, chart.InkEstimate
		switch {
		case k == c.Selected:
			mark, ink = chart.MarkStar, chart.InkSelected
		case out:
			mark, ink = chart.MarkCross, chart.InkAgainst
		case len(c.Out) > BarLimit:
			mark = chart.MarkRun
		}
		s.Marks = append(s.Marks, mark)
		s.Inks = append(s.Inks, ink)
	}
	return s
}

// SelectedMark returns the marker of λ̂ on the curve y.
func (c Curve) SelectedMark(y []float64) chart.Series {
	k := c.Selected
	return chart.Series{
		X: c.Lambda[k : k+1], Y: y[k : k+1],
		Ink: chart.InkSelected, Marker: chart.MarkStar,
	}
}

// ScoreSeries returns the series of the LOTO error or of its differences.
func (c Curve) ScoreSeries(name string, y []float64) chart.Series {
	return chart.Series{Name: name, X: c.Lambda, Y: y, Ink: chart.InkEstimate, Line: chart.LineSolid, Marker: chart.MarkDot, Marks: c.Marks}
}

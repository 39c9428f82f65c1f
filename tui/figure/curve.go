package figure

import (
	"math"
	"strconv"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
)

// MarkLimit is the largest number of markers on a curve; more would hide the line.
const MarkLimit = 26

// Curve is an analysis as slices by λ, the form that charts need. Errors are differences from the
// error at λ̂, because only differences between λ's have a meaning.
type Curve struct {
	Lambda, Score, MSVE []float64
	// Low and High are the ends of the band: t standard errors around the difference from λ̂,
	// refits included. The band reaches 0 unless λ is ruled out.
	Low, High []float64
	Out       []bool // λ's that are ruled out
	Selected  int
}

// NewCurve returns the curve of an analysis.
func NewCurve(a *analysis.Result) Curve {
	sel := a.Selection
	c := Curve{Selected: sel.Selected}
	exact := func(v float64) float64 { // 0 for rounding, which would fill a plot of equal errors
		if math.Abs(v) <= 1e-12*sel.Best().LOTO {
			return 0
		}
		return v
	}
	for k := range sel.Candidates {
		s := &sel.Candidates[k]
		c.Lambda = append(c.Lambda, s.Lambda)
		c.Score = append(c.Score, exact(s.LOTO-sel.Best().LOTO))
		half := float64(sel.Quantile * s.RefitSE)
		c.Low = append(c.Low, exact(s.Diff-half))
		c.High = append(c.High, exact(s.Diff+half))
		if a.Truth != nil {
			c.MSVE = append(c.MSVE, max(0, a.MSVE[k])-max(0, a.MSVE[sel.Selected]))
		}
		c.Out = append(c.Out, !s.NotRuledOut)
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

// Spec returns the chart of some series over λ, with the star of λ̂ on the line at 0, the intervals
// of the differences from λ̂, and the row of verdicts. The intervals are error bars, or two edges for
// more λ's than BarLimit.
func (c Curve) Spec(series ...chart.Series) *chart.Spec {
	k := c.Selected
	star := chart.Series{X: c.Lambda[k : k+1], Y: []float64{0}, Ink: chart.InkSelected, Marker: chart.MarkStar}
	s := &chart.Spec{X: c.LambdaAxis(), Y: chart.Axis{Zero: "λ̂"}, Series: append(series, star)}
	if len(c.Lambda) > 1 {
		bars := chart.Interval{X: c.Lambda, Lo: c.Low, Hi: c.High, Out: c.Out, Ink: chart.InkEstimateDim}
		if len(c.Lambda) > BarLimit {
			bars.Edges = true
			bars.Out = nil
		}
		s.Intervals = []chart.Interval{bars}
		s.Strips = []chart.Strip{c.Verdicts("")}
	}
	limitScale(s)
	return s
}

// Verdicts returns the row of verdicts: ★ λ̂, ○ still in, × ruled out. For more λ's than BarLimit
// those still in form runs of ─.
func (c Curve) Verdicts(label string) chart.Strip {
	s := chart.Strip{Label: label, X: c.Lambda, Dense: len(c.Lambda) > BarLimit}
	for k, out := range c.Out {
		s.Marks = append(s.Marks, chart.MarkRing)
		s.Inks = append(s.Inks, chart.InkEstimate)
		switch {
		case k == c.Selected:
			s.Marks[k] = chart.MarkStar
			s.Inks[k] = chart.InkSelected
		case out:
			s.Marks[k] = chart.MarkCross
			s.Inks[k] = chart.InkAgainst
		case s.Dense:
			s.Marks[k] = chart.MarkRun
		}
	}
	return s
}

// ScoreSeries returns the series of the LOTO error.
func (c Curve) ScoreSeries(name string) chart.Series {
	return chart.Series{Name: name, X: c.Lambda, Y: c.Score, Ink: chart.InkEstimate, Line: chart.LineSolid, Marker: chart.MarkDot, Marks: spread(chart.MarkDot, len(c.Lambda), MarkLimit)}
}

// limitScale prevents bars and pinned curves from flattening the curves of these data. The scale
// extends beyond the curves by at most 1.2 of their height above and 0.8 below, and by twice
// their height for pinned curves, which may belong to another problem.
func limitScale(s *chart.Spec) {
	const (
		above  = 1.2
		below  = .8
		pinned = 2
	)
	var own, far, bars [][]float64
	for _, b := range s.Intervals {
		bars = append(bars, b.Lo, b.Hi)
	}
	for _, q := range s.Series {
		switch q.Ink {
		case chart.InkPinned:
			far = append(far, q.Y)
		case chart.InkFaint: // the level of a constant
			bars = append(bars, q.Y)
		default:
			own = append(own, q.Y)
		}
	}
	on := chart.RangeOf(append(own, []float64{0})...)
	span := on.Hi - on.Lo
	if !(span > 0) {
		return
	}
	over := on
	reach := func(of [][]float64, above, below float64) {
		if r := chart.RangeOf(of...); !r.Empty() {
			over = over.Union(chart.Range{Lo: max(r.Lo, on.Lo-below*span), Hi: min(r.Hi, on.Hi+above*span)})
		}
	}
	reach(bars, above, below)
	reach(far, pinned, pinned)
	s.Y.Over = over
}

// WalkAxis returns the axis over a random walk of n states, with marks of the states: the start and,
// as squares, both ends.
func WalkAxis(n int) chart.Axis {
	const margin = .3 // beside the ends
	a := chart.Axis{Min: -margin, Max: float64(n+1) + margin}
	for i := range n + 2 {
		mark := chart.MarkRing
		name := strconv.Itoa(i)
		switch i {
		case 0:
			mark = chart.MarkSquare
		case n + 1:
			mark = chart.MarkSquare
			name = "+1"
		case (n + 1) / 2:
			mark = chart.MarkStart
		}
		a.Ticks = append(a.Ticks, float64(i))
		a.Names = append(a.Names, name)
		a.Marks = append(a.Marks, mark)
	}
	return a
}

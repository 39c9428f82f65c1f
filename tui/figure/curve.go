package figure

import (
	"fmt"
	"slices"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
)

// MarkLimit is how many λ's carry a marker before the markers would hide the
// line.
const MarkLimit = 26

// Curve holds an analysis by λ, as the charts need it.
type Curve struct {
	Lambda, Score, MSVE []float64
	// Low and High are the ends of the band: t standard errors of the difference from
	// λ̂, refits included, so that it reaches the line of λ̂ where λ is not ruled out.
	Low, High []float64
	Marks     []chart.Marker
	Selected  int
	every     int // so many λ's have one marker
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
		mark := chart.MarkDot
		switch {
		case k%c.every != 0:
			mark = chart.MarkNone
		case s.NotRuledOut:
			mark = chart.MarkRing
		}
		c.Marks = append(c.Marks, mark)
	}
	return c
}

// LambdaAxis spans the grid.
func (c Curve) LambdaAxis() chart.Axis {
	first, last := c.Lambda[0], c.Lambda[len(c.Lambda)-1]
	if first == last {
		first, last = max(0, first-.1), min(1, last+.1)
	}
	return chart.Axis{Label: "λ", Min: first, Max: last}
}

// SelectedMark marks λ̂ on a quantity.
func (c Curve) SelectedMark(y []float64) chart.Series {
	k := c.Selected
	return chart.Series{
		X: c.Lambda[k : k+1], Y: y[k : k+1],
		Ink: chart.InkSelected, Marker: chart.MarkDown,
	}
}

// CursorLine is the cursor on the k-th λ; none while it rests on λ̂, unless the
// person is to put it somewhere.
func (c Curve) CursorLine(k int, asked bool) *chart.Cursor {
	if k == c.Selected && !asked {
		return nil
	}
	return &chart.Cursor{X: c.Lambda[k], Ink: chart.InkCursor}
}

// FullLegend is the width from which the legend of the λ chart fits in full.
const FullLegend = 84

// ScoreSeries draws the LOTO error.
func (c Curve) ScoreSeries(name string) chart.Series {
	return chart.Series{
		Name: name, X: c.Lambda, Y: c.Score,
		Ink: chart.InkEstimate, Line: chart.LineSolid, Marker: c.RuledOut(), Marks: c.Marks,
	}
}

// RuledOut is the marker, on the curve, of a λ that is ruled out; none where no λ is.
func (c Curve) RuledOut() chart.Marker {
	if slices.Contains(c.Marks, chart.MarkDot) {
		return chart.MarkDot
	}
	return chart.MarkNone
}

// Notes explain the markers on show.
func (c Curve) Notes(a *analysis.Result) []chart.Note {
	out := []chart.Note{{Marker: chart.MarkDown, Ink: chart.InkSelected, Text: "λ̂"}}
	if count, _, _ := a.Selection.NotRuledOut(); count > 1 {
		text := "not ruled out"
		if c.every > 1 {
			text += fmt.Sprintf(" (1 mark for %d)", c.every)
		}
		out = append(out, chart.Note{Marker: chart.MarkRing, Ink: chart.InkEstimate, Text: text})
	}
	return out
}

package tui

import (
	"math"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// markLimit is how many λ's carry a marker before the markers would hide the
// line.
const markLimit = 26

// curve holds an analysis by λ, as the charts need it.
type curve struct {
	lambda, score, low, high, msve, wins []float64
	marks                                []chart.Marker
	selected                             int
}

func newCurve(a *study.Analysis) curve {
	all := a.Selection.Candidates
	c := curve{selected: a.Selection.Selected}
	every := (len(all) + markLimit - 1) / markLimit
	for k := range all {
		s := &all[k]
		c.lambda = append(c.lambda, s.Lambda)
		c.score = append(c.score, s.Score)
		c.low = append(c.low, s.Score-s.DiffSE)
		c.high = append(c.high, s.Score+s.DiffSE)
		c.wins = append(c.wins, float64(a.Wins[k]))
		if a.Truth != nil {
			c.msve = append(c.msve, max(0, a.MSVE[k]))
		}
		mark := chart.MarkDot
		switch {
		case k%every != 0:
			mark = chart.MarkNone
		case s.Tied:
			mark = chart.MarkRing
		}
		c.marks = append(c.marks, mark)
	}
	return c
}

// lambdaAxis spans the grid.
func (c curve) lambdaAxis() chart.Axis {
	first, last := c.lambda[0], c.lambda[len(c.lambda)-1]
	if first == last {
		first, last = max(0, first-.1), min(1, last+.1)
	}
	return chart.Axis{Label: "λ", Min: first, Max: last}
}

// selectedMark marks λ̂ on a quantity.
func (c curve) selectedMark(y []float64) chart.Series {
	k := c.selected
	return chart.Series{
		X: c.lambda[k : k+1], Y: y[k : k+1],
		Ink: chart.InkSelected, Marker: chart.MarkDown,
	}
}

// cursorLine is the cursor at the k-th λ; none while it rests on λ̂.
func (c curve) cursorLine(k int) *chart.Cursor {
	if k == c.selected {
		return nil
	}
	return &chart.Cursor{X: c.lambda[k], Ink: chart.InkCursor}
}

func (c curve) winsStrip() *chart.Strip {
	return &chart.Strip{Label: "wins", X: c.lambda, Y: c.wins, Ink: chart.InkEstimate}
}

func (c curve) scoreSeries(name string) chart.Series {
	return chart.Series{
		Name: name, X: c.lambda, Y: c.score,
		Ink: chart.InkEstimate, Line: chart.LineSolid, Marks: c.marks,
	}
}

// notes explain the markers on show.
func (c curve) notes(a *study.Analysis, tied string) []chart.Note {
	out := []chart.Note{{Marker: chart.MarkDown, Ink: chart.InkSelected, Text: "λ̂"}}
	if a.Selection.TiedCount() > 1 {
		out = append(out, chart.Note{Marker: chart.MarkRing, Ink: chart.InkEstimate, Text: tied})
	}
	return out
}

// onePicture draws LOTO error and true MSVE in one geometry: the MSVE is shifted
// to meet the LOTO error at λ̂, as only differences between λ's mean anything and
// those have one unit.
func onePicture(a *study.Analysis, cursor int) *chart.Spec {
	return picture(a, cursor, "LOTO error", "± paired s.e.", "true MSVE, shifted", "not told apart")
}

// narrowPicture is onePicture with a legend for few columns.
func narrowPicture(a *study.Analysis, cursor int) *chart.Spec {
	return picture(a, cursor, "LOTO", "± s.e.", "MSVE", "tied")
}

func picture(a *study.Analysis, cursor int, score, band, truth, tied string) *chart.Spec {
	c := newCurve(a)
	zero := c.score[c.selected]
	s := &chart.Spec{
		X:      c.lambdaAxis(),
		Y:      chart.Axis{Label: "LOTO error"},
		Cursor: c.cursorLine(cursor),
		Notes:  c.notes(a, tied),
	}
	if len(c.lambda) > 1 {
		s.Right = &chart.Offset{Label: "from λ̂", Zero: zero}
		s.Bands = []chart.Band{{Name: band, X: c.lambda, Lo: c.low, Hi: c.high, Ink: chart.InkBand}}
		s.Strip = c.winsStrip()
	}
	s.Series = append(s.Series, c.scoreSeries(score))
	if c.msve != nil {
		shifted := make([]float64, len(c.msve))
		for k, v := range c.msve {
			shifted[k] = v - c.msve[c.selected] + zero
		}
		s.Series = append(s.Series, chart.Series{
			Name: truth, X: c.lambda, Y: shifted,
			Ink: chart.InkTruth, Line: chart.LineDashed,
		})
	}
	s.Series = append(s.Series, c.selectedMark(c.score))
	return s
}

// scorePanel draws the LOTO error at its own level, with the standard error of
// each score.
func scorePanel(a *study.Analysis, cursor int) *chart.Spec {
	c := newCurve(a)
	for k := range c.score {
		se := a.Selection.Candidates[k].SE
		c.low[k], c.high[k] = c.score[k]-se, c.score[k]+se
	}
	return &chart.Spec{
		X:      c.lambdaAxis(),
		Y:      chart.Axis{Label: "LOTO error"},
		Bands:  []chart.Band{{Name: "± s.e. of the level", X: c.lambda, Lo: c.low, Hi: c.high, Ink: chart.InkBand}},
		Series: []chart.Series{c.scoreSeries("LOTO error"), c.selectedMark(c.score)},
		Cursor: c.cursorLine(cursor),
		Strip:  c.winsStrip(),
		Notes:  c.notes(a, "not told apart"),
	}
}

// truthPanel draws the true MSVE at its own level.
func truthPanel(a *study.Analysis, cursor int) *chart.Spec {
	c := newCurve(a)
	return &chart.Spec{
		X: c.lambdaAxis(),
		Y: chart.Axis{Label: "true MSVE"},
		Series: []chart.Series{
			{Name: "true MSVE", X: c.lambda, Y: c.msve, Ink: chart.InkTruth, Line: chart.LineDashed},
			c.selectedMark(c.msve),
		},
		Cursor: c.cursorLine(cursor),
	}
}

// statesSpec draws true and estimated value by state, at the k-th λ.
func statesSpec(a *study.Analysis, k int) *chart.Spec {
	refs := a.Truth.Refs
	x := make([]float64, refs.Len())
	for i := range x {
		x[i] = float64(i + 1)
	}
	return &chart.Spec{
		X: chart.Axis{Label: "state", Ticks: x, Names: refs.Labels},
		Series: []chart.Series{
			{Name: "true value", X: x, Y: a.Truth.Nu, Ink: chart.InkTruth, Line: chart.LineDotted, Marker: chart.MarkDot},
			{Name: "estimated value", X: x, Y: a.Values(k), Ink: chart.InkEstimate, Marker: chart.MarkRing},
		},
	}
}

// shownStates is how many states a scatter of values shows: more would be a blot.
const shownStates = 200

// valuesSpec draws the true values of states against those estimated for them, at
// the k-th λ, with the line where they would be equal. The states are drawn from
// the distribution that the MSVE weights them by.
func valuesSpec(a *study.Analysis, k int) *chart.Spec {
	var estimated, truth []float64
	values := a.Values(k)
	every := max(1, len(values)/shownStates)
	for i := 0; i < len(values); i += every {
		estimated = append(estimated, values[i])
		truth = append(truth, a.Truth.Nu[i])
	}
	return scatter(estimated, truth, "true value", "a state", chart.InkTruth)
}

// returnsSpec draws the returns observed from sampled states against the values
// estimated for them, at the k-th λ, with the line where they would be equal.
func returnsSpec(a *study.Analysis, k int) *chart.Spec {
	return scatter(a.Values(k), a.Sample.Returns, "observed return", "a state of the data", chart.InkEstimate)
}

// scatter draws y against estimates, and the identity line, which spans what both
// have in common, or else the estimates.
func scatter(estimated, y []float64, label, point string, ink chart.Ink) *chart.Spec {
	low, high := extent(estimated)
	if first, last := extent(y); max(low, first) < min(high, last) {
		low, high = max(low, first), min(high, last)
	}
	return &chart.Spec{
		X: chart.Axis{Label: "estimated"},
		Y: chart.Axis{Label: label},
		Series: []chart.Series{
			{Name: "equal", X: []float64{low, high}, Y: []float64{low, high}, Ink: chart.InkFaint, Line: chart.LineDotted},
			{Name: point, X: estimated, Y: y, Ink: ink, Marker: chart.MarkRing},
		},
	}
}

// extent returns the least and the largest number.
func extent(x []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

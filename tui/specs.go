package tui

import (
	"math"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/state"
)

// look is what the charts of the Explore page are of, besides their size. It is
// comparable.
type look struct {
	analysis *study.Analysis
	cursor   int                            // index of the λ under the cursor
	hidden   bool                           // the answer waits to be asked for
	narrow   bool                           // the legend has few columns
	ghosts   [state.MaxPins]*study.Analysis // pinned, nil where there is none or it is not known yet
}

// markLimit is how many λ's carry a marker before the markers would hide the
// line.
const markLimit = 26

// curve holds an analysis by λ, as the charts need it.
type curve struct {
	lambda, score, low, high, msve, wins []float64
	marks                                []chart.Marker
	selected                             int
}

func newCurve(l look) curve {
	a := l.analysis
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
		case s.Tied && !l.hidden:
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

// cursorLine is the cursor; none while it rests on λ̂.
func (c curve) cursorLine(l look) *chart.Cursor {
	if l.cursor == c.selected && !l.hidden {
		return nil
	}
	return &chart.Cursor{X: c.lambda[l.cursor], Ink: chart.InkCursor}
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

// words are the names in the legend of the picture.
type words struct{ score, band, truth, tied string }

func (l look) words() words {
	if l.narrow {
		return words{"LOTO", "± s.e.", "MSVE", "tied"}
	}
	return words{"LOTO error", "± paired s.e.", "true MSVE, shifted", "not told apart"}
}

// picture draws LOTO error and true MSVE in one geometry: the MSVE is shifted to
// meet the LOTO error at λ̂, as only differences between λ's mean anything and
// those have one unit. Pinned curves are shifted likewise.
func picture(l look) *chart.Spec {
	a, c, w := l.analysis, newCurve(l), l.words()
	s := &chart.Spec{
		X:      c.lambdaAxis(),
		Y:      chart.Axis{Label: "LOTO error"},
		Cursor: c.cursorLine(l),
	}
	if l.hidden {
		s.Series = []chart.Series{c.scoreSeries(w.score)}
		return s
	}
	zero := c.score[c.selected]
	if !l.narrow || l.ghosts == [state.MaxPins]*study.Analysis{} { // else their names need the room
		s.Notes = c.notes(a, w.tied)
	}
	if len(c.lambda) > 1 {
		s.Right = &chart.Offset{Label: "from λ̂", Zero: zero}
		s.Bands = []chart.Band{{Name: w.band, X: c.lambda, Lo: c.low, Hi: c.high, Ink: chart.InkBand}}
		s.Strip = c.winsStrip()
	}
	s.Series = append(l.ghostSeries(func(g curve) float64 { return zero - g.score[g.selected] }), c.scoreSeries(w.score))
	if c.msve != nil {
		shifted := make([]float64, len(c.msve))
		for k, v := range c.msve {
			shifted[k] = v - c.msve[c.selected] + zero
		}
		s.Series = append(s.Series, chart.Series{
			Name: w.truth, X: c.lambda, Y: shifted,
			Ink: chart.InkTruth, Line: chart.LineDashed,
		})
	}
	s.Series = append(s.Series, c.selectedMark(c.score))
	limitGhosts(s)
	return s
}

// ghostSeries are the pinned curves, each moved by what shift says of it.
func (l look) ghostSeries(shift func(curve) float64) []chart.Series {
	var out []chart.Series
	for i, a := range l.ghosts {
		if a == nil {
			continue
		}
		g := newCurve(look{analysis: a})
		by := shift(g)
		for k := range g.score {
			g.score[k] += by
		}
		ghost := chart.Series{
			Name: ghostName(a.Settings, l.analysis.Settings), X: g.lambda, Y: g.score,
			Ink: chart.InkGhost, Line: [...]chart.Line{chart.LineSolid, chart.LineDotted, chart.LineDashed}[i],
		}
		if ghost.Line == chart.LineDashed { // as the true MSVE is
			ghost.Marker, ghost.Marks = chart.MarkCross, make([]chart.Marker, len(g.lambda))
			for k := 1; k < len(g.lambda); k += max(2, len(g.lambda)/5) {
				ghost.Marks[k] = chart.MarkCross
			}
		}
		out = append(out, ghost)
	}
	return out
}

// scorePanel draws the LOTO error at its own level, with the standard error of
// each score.
func scorePanel(l look) *chart.Spec {
	a, c := l.analysis, newCurve(l)
	for k := range c.score {
		se := a.Selection.Candidates[k].SE
		c.low[k], c.high[k] = c.score[k]-se, c.score[k]+se
	}
	s := &chart.Spec{
		X:      c.lambdaAxis(),
		Y:      chart.Axis{Label: "LOTO error"},
		Bands:  []chart.Band{{Name: "± s.e. of the level", X: c.lambda, Lo: c.low, Hi: c.high, Ink: chart.InkBand}},
		Cursor: c.cursorLine(l),
	}
	if l.hidden {
		s.Series = []chart.Series{c.scoreSeries("LOTO error")}
		return s
	}
	s.Strip = c.winsStrip()
	s.Notes = c.notes(a, "not told apart")
	s.Series = append(l.ghostSeries(func(curve) float64 { return 0 }), c.scoreSeries("LOTO error"), c.selectedMark(c.score))
	limitGhosts(s)
	return s
}

// truthPanel draws the true MSVE at its own level.
func truthPanel(l look) *chart.Spec {
	c := newCurve(l)
	return &chart.Spec{
		X: c.lambdaAxis(),
		Y: chart.Axis{Label: "true MSVE"},
		Series: []chart.Series{
			{Name: "true MSVE", X: c.lambda, Y: c.msve, Ink: chart.InkTruth, Line: chart.LineDashed},
			c.selectedMark(c.msve),
		},
		Cursor: c.cursorLine(l),
	}
}

// statesSpec draws true and estimated value by state.
func statesSpec(l look) *chart.Spec {
	a := l.analysis
	refs := a.Truth.Refs
	x := make([]float64, refs.Len())
	for i := range x {
		x[i] = float64(i + 1)
	}
	s := &chart.Spec{X: chart.Axis{Label: "state", Ticks: x, Names: refs.Labels}}
	if !l.hidden {
		s.Series = append(s.Series, chart.Series{
			Name: "true value", X: x, Y: a.Truth.Nu, Ink: chart.InkTruth, Line: chart.LineDotted, Marker: chart.MarkDot,
		})
	}
	s.Series = append(s.Series, chart.Series{Name: "estimated value", X: x, Y: a.Values(l.cursor), Ink: chart.InkEstimate, Marker: chart.MarkRing})
	return s
}

// shownStates is how many states a scatter of values shows: more would be a blot.
const shownStates = 200

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
	return scatter(estimated, truth, "true value", "a state", chart.InkTruth)
}

// estimatesSpec draws how the estimated values of the states are distributed,
// while the true ones are hidden.
func estimatesSpec(l look) *chart.Spec {
	values := slices.Sorted(slices.Values(l.analysis.Values(l.cursor)))
	share := make([]float64, len(values))
	for i := range share {
		share[i] = 100 * (float64(i) + .5) / float64(len(share))
	}
	return &chart.Spec{
		X:      chart.Axis{Label: "%", Long: "% of states"},
		Y:      chart.Axis{Label: "estimated value"},
		Series: []chart.Series{{Name: "estimated value", X: share, Y: values, Ink: chart.InkEstimate, Line: chart.LineSolid}},
	}
}

// returnsSpec draws the returns observed from sampled states against the values
// estimated for them, with the line where they would be equal.
func returnsSpec(l look) *chart.Spec {
	a := l.analysis
	return scatter(a.Values(l.cursor), a.Sample.Returns, "observed return", "a state of the data", chart.InkEstimate)
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

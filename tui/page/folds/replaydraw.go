package folds

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// The scales of the chart over the steps.
const (
	replayScale = "folds replay"
	stepScale   = "folds steps"
)

// replayView is the replay of the selected trajectory.
type replayView struct{ *view }

// show is the selected trajectory, step by step.
func (v replayView) show() page.Show {
	out := page.Show{Body: v.body, Readout: v.readout, Sentence: v.sentence, Name: "replay", Says: v.says}
	if v.shown != nil {
		out.Views = []page.View{v.stepsView()}
	}
	return out
}

// body shows the state, the trace and the chart over the steps, as far as there is room. If one
// fits, the swap key changes from the state to the steps.
func (v replayView) body(area image.Rectangle) []string {
	switch {
	case v.replay.Err != nil:
		return v.Styles.Note(chart.InkWarn, v.replay.Err.Error(), area)
	case v.shown == nil:
		return v.Styles.Note(chart.InkFaint, "computing …", area)
	}
	steps := v.Block(v.stepsView())
	switch {
	case v.Room == page.RoomForOne && v.swapped():
		return steps(area)
	case v.Room == page.RoomForOne:
		return v.stage(area)
	case v.Room == page.RoomBeside:
		return page.Beside(45, v.stage, steps)(area)
	}
	return page.Above(v.stage, steps, func(h int) int { return (h + 1) / 2 })(area)
}

// stage draws the state and the trace.
func (v replayView) stage(area image.Rectangle) []string {
	const wide = 52
	if area.Dx() >= wide {
		return page.Beside(50, v.picture(), v.trace)(area)
	}
	return page.Above(v.picture(), v.trace, func(h int) int { return max(pictureRows, h-len(v.shown.Trace.Sizes)-1) })(area)
}

// stepsView is return and predictions over the steps.
func (v replayView) stepsView() page.View {
	return page.View{Name: "steps", Titles: []string{"Predictions of its return, by step", "Predictions by step", "By step"}, Spec: v.stepsSpec, Mouse: v.moveStep, Tables: []page.Table{v.shown.table()}}
}

// moveStep lets the mouse move the step.
func (v *view) moveStep(z page.Zoning) {
	p := v.Page
	z.PlotZone(z.Area, z.Chart, func(s *page.Snapshot, t float64) page.Action {
		return p.view(s).goTo(int(math.Round(t)))
	}, func(s *page.Snapshot, by int) page.Action {
		v := p.view(s)
		return v.goTo(v.step() - by)
	})
}

// stepsSpec draws return and predictions over the steps.
func (v replayView) stepsSpec(int) *chart.Spec {
	s := v.shown
	x := s.points(func(t int) float64 { return float64(t) })
	marker := chart.MarkNone
	if len(x) <= 2*figure.MarkLimit {
		marker = chart.MarkDot
	}
	of := func(y []float64) []float64 { return s.points(func(t int) float64 { return y[t] }) }
	axis := stepAxis(s.last())
	axis.Scale = stepScale
	return &chart.Spec{
		X: axis,
		Y: chart.Axis{Scale: replayScale},
		Series: []chart.Series{
			{Name: "return from there", Short: "return", X: x, Y: of(s.Returns), Ink: chart.InkText, Line: chart.LineDotted, Marker: marker},
			{Name: "predicted with it", Short: "with it", X: x, Y: of(s.With), Ink: chart.InkEstimateDim, Line: chart.LineDashed},
			{Name: "predicted without it", Short: "without it", X: x, Y: of(s.Without), Ink: chart.InkEstimate, Line: chart.LineSolid},
		},
		Cursor: new(float64(v.step())),
	}
}

// points returns a quantity at the steps that a chart shows: of long trajectories about a thousand.
func (s *replayed) points(of func(t int) float64) (out []float64) {
	const most = 1000
	for t := 0; t < s.Trajectory.Len(); t += max(1, s.Trajectory.Len()/most) {
		out = append(out, of(t))
	}
	return out
}

// trace has a row for each feature: its value at the current state, and the trace as a number and
// a bar. If not all fit, the rows are those with the largest bars. At the end of the trajectory the
// last transition counts. While the effect of λ is hidden, all traces are 0, without numbers.
func (v replayView) trace(area image.Rectangle) []string {
	s := v.shown
	t := min(v.step(), v.last()-1)
	x := s.Trajectory.Features(t)
	z := s.Trace.At(t)
	if v.Hidden {
		z = make([]float64, len(x))
	}
	lengths := s.barLengths(z)
	var rows []int
	for j := range z {
		rows = append(rows, j)
	}
	var legend []screen.Key
	const margin = 1
	width := v.inner(area)
	fit := max(0, area.Dy()-1)
	if v.Boxed() {
		fit = max(0, fit-1)
	}
	if len(rows) > fit {
		slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(math.Abs(lengths[j]), math.Abs(lengths[i])) })
		rows = rows[:fit]
		slices.Sort(rows)
		legend = []screen.Key{{Name: fmt.Sprintf("largest %d of %d", fit, len(z))}}
	}
	names := margin
	for _, j := range rows {
		names = max(names, margin+ansi.StringWidth(v.featureName(j)))
	}
	const number = 9
	const leastBar = 10
	values := names + number
	if values+number+leastBar+margin > width {
		values = names
	}
	var lines []string
	for _, j := range rows {
		ink := chart.InkText
		if x[j] == 0 {
			ink = chart.InkFaint
		}
		l := v.Styles.Line(width).To(margin).Add(ink, v.featureName(j))
		if values > names {
			l.Right(ink, textfmt.Trimmed(x[j], 3), values)
		}
		if !v.Hidden { // 0 would be a value
			l.Right(ink, textfmt.Trimmed(z[j], 3), values+number)
		}
		older := 0.
		if old := z[j] - x[j]; old*x[j] >= 0 && z[j] != 0 {
			older = old / z[j]
		}
		l.To(values + number + 1)
		l.Draw(l.Room()-margin, false, func(k *chart.Canvas) { traceBar(k, lengths[j], older, s.Trace.Signed) })
		lines = append(lines, l.String())
	}
	return v.panel(area, v.traceTitles(), lines, legend...)
}

// traceTitles name the columns and the decay, the longest first.
func (v replayView) traceTitles() []string {
	if v.Hidden {
		return []string{"Features x; the eligibility trace is hidden: z shows it", "Trace hidden: z shows it", "Trace hidden"}
	}
	decay := textfmt.Trimmed(v.shown.Trace.Decay, 3)
	return []string{
		"Features x, eligibility trace z, times λγ = " + decay + " a step", "Eligibility trace z, times λγ = " + decay + " a step",
		"Trace z, times λγ = " + decay + " a step", "Trace z, times " + decay + " a step", "Trace z",
	}
}

// featureName names feature j, from 0, in a few cells, because a bar needs the room.
func (v replayView) featureName(j int) string {
	const most = 20
	return ansi.Truncate(v.Styles.Text(v.shown.names[j]), most, v.Styles.Text("…"))
}

// barLengths returns the lengths of the bars of a trace, as shares of the longest bar of the
// trajectory, from −1 to 1. Features with different units are each divided by their largest size,
// so that they compare.
func (s *replayed) barLengths(z []float64) []float64 {
	sizes := s.Trace.Sizes
	if name := strings.TrimSuffix(s.analysis.Settings.FeatureMap(), "+bias"); name != "identity" && name != "raw" {
		sizes = slices.Repeat([]float64{1}, len(sizes))
	}
	longest := 0.
	for j, peak := range s.Trace.Peaks {
		if sizes[j] > 0 {
			longest = max(longest, peak/sizes[j])
		}
	}
	out := make([]float64, len(z))
	for j := range z {
		if sizes[j] > 0 && longest > 0 {
			out[j] = z[j] / sizes[j] / longest
		}
	}
	return out
}

// traceBar draws a bar with a length from −1 to 1 of the width. For a signed trace 0 is in the middle. The
// older share, near 0, has a fainter ink.
func traceBar(k *chart.Canvas, length, older float64, signed bool) {
	zero := 0
	room := k.Width
	if signed {
		zero = room / 2
		room = (room - 1) / 2
		k.Set(zero, 0, '│', chart.InkFaint)
	}
	cells := int(math.Round(math.Abs(length) * float64(room)))
	old := int(math.Round(older * float64(cells)))
	if length < 0 {
		k.Row(zero-cells, zero-old, 0, '█', chart.InkCursor)
		k.Row(zero-old, zero, 0, '█', chart.InkText)
		return
	}
	if signed {
		zero++
	}
	k.Row(zero, zero+old, 0, '█', chart.InkText)
	k.Row(zero+old, zero+cells, 0, '█', chart.InkCursor)
}

// pictureRows is the least height of a picture.
const pictureRows = 5

// picture draws the current state: the car, the board, or the path of other trajectories.
func (v replayView) picture() page.Block {
	switch s := v.shown.Replay.(type) {
	case *sim.CarReplay:
		return v.Block(page.View{Titles: []string{"The car"}, Spec: func(int) *chart.Spec { return carSpec(s, v.step()) }})
	case *sim.BoardReplay:
		return func(area image.Rectangle) []string { return v.board(s, area) }
	}
	return v.Block(v.pathView())
}

// inner returns the width of a panel inside its border.
func (v *view) inner(area image.Rectangle) int {
	if v.Boxed() {
		return area.Dx() - 2
	}
	return area.Dx()
}

// panel returns lines below a title: the first title with room for the legend, or the last title
// beside a part of the legend.
func (v *view) panel(area image.Rectangle, titles, lines []string, keys ...screen.Key) []string {
	const frame = 5 // rules and spaces
	room := v.inner(area) - frame
	title := v.Styles.Fitting(room-screen.KeysWidth(keys), titles...)
	for len(keys) > 0 && ansi.StringWidth(v.Styles.Text(title))+screen.KeysWidth(keys) > room {
		keys = keys[:len(keys)-1]
	}
	return v.Styles.Panel(title, lines, area.Dx(), area.Dy(), v.Boxed(), keys...)
}

// carSpec draws Mountain Car on its hill y = sin 3x.
func carSpec(s *sim.CarReplay, t int) *chart.Spec {
	const (
		left   = -1.2
		right  = .6
		goal   = .5
		points = 60
	)
	var x, y []float64
	for i := range points + 1 {
		at := left + float64(float64(i)*(right-left)/points)
		x = append(x, at)
		y = append(y, math.Sin(3*at))
	}
	const above = .3 // the road
	at := min(s.Positions[t], right)
	drives := "velocity " + textfmt.Signed(s.Velocities[t], 2)
	if t < s.Len() {
		drives += ", " + [...]string{"← ", "", "→ "}[s.Actions[t]+1] + actionName(s.Actions[t])
	}
	return &chart.Spec{
		X: chart.Axis{Min: left, Max: right, Ticks: []float64{left, -.5, 0, goal}, Names: []string{"-1.2", "-.5", "0", "goal"}},
		Y: chart.Axis{Min: -1.2, Max: 1.4, Ticks: []float64{math.Inf(-1)}, Names: []string{""}}, // without numbers
		Series: []chart.Series{
			{Name: "car", X: []float64{at}, Y: []float64{math.Sin(3*at) + above}, Ink: chart.InkCursor, Marker: chart.MarkDot},
			{X: x, Y: y, Ink: chart.InkFaint, Line: chart.LineSolid},
			{Name: drives},
		},
	}
}

// board draws a board of 2048, with the new tile in the cursor's ink.
func (v replayView) board(s *sim.BoardReplay, area image.Rectangle) []string {
	t := v.step()
	next := screen.Key{Name: "cut off here"}
	if t < s.Len() {
		next = screen.Key{Ink: chart.InkCursor, Sign: [...]string{"←", "→", "↑", "↓"}[s.Moves[t]], Name: s.Moves[t].String() + " is next"}
	} else if v.shown.Trajectory.Terminated() {
		next.Name = "no move left"
	}
	var lines []string
	const side = 4
	const cell = 7
	inner := v.inner(area)
	for row := range side {
		l := v.Styles.Line(inner)
		for column := range side {
			i := side*row + column
			text, ink := boardCell(s.Boards[t][i])
			if i == s.Spawned[t] {
				ink = chart.InkCursor
			}
			l.Right(ink, text, (column+1)*min(cell, inner/side))
		}
		lines = append(lines, l.String())
		if area.Dy() > 2*side+2 {
			lines = append(lines, v.Styles.Line(inner).String())
		}
	}
	return v.panel(area, []string{"The board"}, lines, next)
}

// boardCell is the text and the ink of a tile. Larger tiles stand out.
func boardCell(tile int) (text string, ink chart.Ink) {
	const usual = 9 // exponents; the random policy hardly gets further
	if tile == 0 {
		return "·", chart.InkFaint
	}
	return strconv.Itoa(tile), chart.Level(int(math.Log2(float64(tile)))-1, usual)
}

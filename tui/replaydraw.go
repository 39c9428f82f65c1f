package tui

import (
	"fmt"
	"image"
	"math"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
)

// body shows the state, the trace and the chart over the steps, as far as there is
// room: where one fits, the swap key changes from the state to the chart.
func (r *replay) body(area image.Rectangle) []string {
	m := r.page.model
	w, h := area.Dx(), area.Dy()
	s := shapeOf(m.width, m.height, 0)
	switch {
	case r.err != nil:
		return m.styles.Note(chart.InkWarn, r.err.Error(), area)
	case r.shown == nil:
		return m.styles.Note(chart.InkFaint, "computing …", area)
	case s.single && m.swapped():
		return r.chart(area)
	case s.single:
		return r.stage(w, h)
	case s.sideBySide:
		right := area
		right.Min.X += w * 9 / 20
		return screen.Beside(m.styles.Fill(r.stage(w*9/20-1, h), w*9/20-1, h), r.chart(right), " ")
	}
	const leastChart = 10
	rows := max(r.stageRows(), h/3)
	if r.shown.Replay == nil { // numbers, which do not grow with the screen
		rows = r.stageRows()
	}
	rows = min(h*3/5, rows, h-leastChart)
	bottom := area
	bottom.Min.Y += rows
	return append(m.styles.Fill(r.stage(w, rows), w, rows), r.chart(bottom)...)
}

// wideStage is the width from which the trace stands beside the state, not below.
const wideStage = 52

// stageRows is how many rows state and trace want, side by side.
func (r *replay) stageRows() int {
	rows := len(r.shown.Trace.Sizes) + 2
	switch s := r.shown.Replay.(type) {
	case *sim.WalkReplay:
		if r.oneHot(s) {
			return 14
		}
		return max(rows, 5)
	case *sim.BoardReplay:
		return max(rows, boardRows+2)
	case *sim.CarReplay:
		return max(rows, 14)
	}
	return rows
}

// oneHot tells whether the features of a walk are its states, perhaps with a
// bias, so that the trace can stand over them.
func (r *replay) oneHot(s *sim.WalkReplay) bool {
	name := r.shown.analysis.Settings.Problem.Features
	return len(r.shown.Trace.Sizes) >= s.States && (name == "1-hot" || name == "1-hot+bias")
}

// stage draws the state and the trace.
func (r *replay) stage(w, h int) []string {
	styles := r.page.model.styles
	if s, ok := r.shown.Replay.(*sim.WalkReplay); ok && r.oneHot(s) && h >= 6 {
		return r.walkWithTrace(s, w, h)
	}
	if w >= wideStage {
		left := min(w/2, 56)
		if _, ok := r.shown.Replay.(*sim.BoardReplay); ok {
			left = min(left, boardWidth+2)
		}
		return screen.Beside(styles.Fill(r.picture(left-2, h), left-2, h), styles.Fill(r.traceBars(w-left, h), w-left, h), "  ")
	}
	top := max(min(6, h*3/5), h-len(r.shown.Trace.Sizes)-1)
	switch r.shown.Replay.(type) {
	case *sim.WalkReplay:
		top = min(3, h)
	case *sim.BoardReplay:
		top = min(top, boardRows+1)
	}
	if h-top < 3 {
		top = h
	}
	return append(styles.Fill(r.picture(w, top), w, top), r.traceBars(w, h-top)...)
}

// picture draws the state on show.
func (r *replay) picture(w, h int) []string {
	switch s := r.shown.Replay.(type) {
	case *sim.WalkReplay:
		return r.walk(s, w, h)
	case *sim.BoardReplay:
		return r.board(s, w, h)
	case *sim.CarReplay:
		return r.car(s, w, h)
	}
	return r.features(w, h)
}

// shownPoints is about how many steps the chart shows of a long trajectory.
const shownPoints = 1000

// chart draws return and predictions over the steps; the mouse moves the step.
func (r *replay) chart(area image.Rectangle) []string {
	m := r.page.model
	type look struct {
		shown *replayed
		step  int
	}
	names := replayNames(area.Dx())
	d := m.charts.Draw("replay", look{r.shown, r.step()}, area.Dx(), area.Dy(), func() *chart.Spec { return r.chartSpec(names) })
	put := func(at image.Point) tea.Cmd {
		column := max(d.Plot.Min.X, min(d.Plot.Max.X-1, at.X-area.Min.X))
		if t, ok := d.X(column); ok {
			r.playing = false
			r.goTo(int(math.Round(t)))
		}
		return nil
	}
	m.zones = append(m.zones, zone{
		Rectangle: d.Plot.Add(area.Min),
		press:     put,
		drag:      put,
		wheel: func(by int) tea.Cmd {
			r.goTo(r.step() - by)
			return nil
		},
	})
	return d.Lines
}

// replayNames are the names of return and predictions, with the trajectory and
// without, that a legend of some width has room for.
func replayNames(width int) [3]string {
	const long = 70
	if width < long {
		return [3]string{"return", "with it", "without it"}
	}
	return [3]string{"return from there", "predicted with it", "predicted without it"}
}

func (r *replay) chartSpec(names [3]string) *chart.Spec {
	s := r.shown
	every := max(1, s.Trajectory.Len()/shownPoints)
	var x, returns, with, without []float64
	for t := 0; t < s.Trajectory.Len(); t += every {
		x = append(x, float64(t))
		returns = append(returns, s.Returns[t])
		with = append(with, s.With[t])
		without = append(without, s.Without[t])
	}
	marker := chart.MarkNone
	if len(x) <= 2*figure.MarkLimit {
		marker = chart.MarkDot
	}
	axis := chart.Axis{Label: "step", Min: 0, Max: float64(r.last())}
	const few = 12 // steps, between which round numbers would lie
	if r.last() <= few {
		axis.Ticks = s.stops
		for t := range s.stops {
			axis.Names = append(axis.Names, strconv.Itoa(t))
		}
	}
	return &chart.Spec{
		X: axis,
		Series: []chart.Series{
			{Name: names[0], X: x, Y: returns, Ink: chart.InkThird, Line: chart.LineDotted, Marker: marker},
			{Name: names[1], X: x, Y: with, Ink: chart.InkText, Line: chart.LineDashed},
			{Name: names[2], X: x, Y: without, Ink: chart.InkEstimate, Line: chart.LineSolid},
		},
		Cursor: &chart.Cursor{X: float64(r.step()), Ink: chart.InkCursor},
	}
}

// featureName names feature j, from 0.
func (r *replay) featureName(j int) string {
	s := r.shown.analysis.Settings
	d := len(r.shown.Trace.Sizes)
	name, bias := cutBias(s.Problem.Features)
	switch {
	case s.Recorded():
		return "obs_" + strconv.Itoa(j)
	case bias && j == d-1:
		return "bias"
	case name == "1-hot":
		return "state " + strconv.Itoa(j+1)
	case s.Problem.Domain == "2048":
		return fmt.Sprintf("row %d col %d", j/4+1, j%4+1)
	case name == "raw" && j == 0:
		return "position"
	case name == "raw":
		return "velocity"
	}
	return "feature " + strconv.Itoa(j+1)
}

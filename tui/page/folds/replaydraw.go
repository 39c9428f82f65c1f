package folds

import (
	"fmt"
	"image"
	"math"
	"strconv"

	"lambdascope/sim"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// body shows the state, the trace and the chart over the steps, as far as there is
// room: where one fits, the swap key changes from the state to the chart.
func (v *view) replayBody(area image.Rectangle) []string {
	w, h := area.Dx(), area.Dy()
	switch {
	case v.replay.err != nil:
		return v.Styles.Note(chart.InkWarn, v.replay.err.Error(), area)
	case v.shown == nil:
		return v.Styles.Note(chart.InkFaint, "computing …", area)
	case v.Room == page.RoomForOne && v.Swapped():
		return v.replayChart(area)
	case v.Room == page.RoomForOne:
		return v.stage(w, h)
	case v.Room == page.RoomBeside:
		right := area
		right.Min.X += w * 9 / 20
		return screen.Beside(v.Styles.Fill(v.stage(w*9/20-1, h), w*9/20-1, h), v.replayChart(right), " ")
	}
	const leastChart = 10
	rows := max(v.stageRows(), h/3)
	if v.shown.Replay == nil { // numbers, which do not grow with the screen
		rows = v.stageRows()
	}
	rows = min(h*3/5, rows, h-leastChart)
	bottom := area
	bottom.Min.Y += rows
	return append(v.Styles.Fill(v.stage(w, rows), w, rows), v.replayChart(bottom)...)
}

// wideStage is the width from which the trace stands beside the state, not below.
const wideStage = 52

// stageRows is how many rows state and trace want, side by side.
func (v *view) stageRows() int {
	rows := len(v.shown.Trace.Sizes) + 2
	switch s := v.shown.Replay.(type) {
	case *sim.WalkReplay:
		if v.oneHot(s) {
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
func (v *view) oneHot(s *sim.WalkReplay) bool {
	name := v.shown.analysis.Settings.Problem.Features
	return len(v.shown.Trace.Sizes) >= s.States && (name == "1-hot" || name == "1-hot+bias")
}

// stage draws the state and the trace.
func (v *view) stage(w, h int) []string {
	styles := v.Styles
	if s, ok := v.shown.Replay.(*sim.WalkReplay); ok && v.oneHot(s) && h >= 6 {
		return v.walkWithTrace(s, w, h)
	}
	if w >= wideStage {
		left := min(w/2, 56)
		if _, ok := v.shown.Replay.(*sim.BoardReplay); ok {
			left = min(left, boardWidth+2)
		}
		return screen.Beside(styles.Fill(v.picture(left-2, h), left-2, h), styles.Fill(v.traceBars(w-left, h), w-left, h), "  ")
	}
	top := max(min(6, h*3/5), h-len(v.shown.Trace.Sizes)-1)
	switch v.shown.Replay.(type) {
	case *sim.WalkReplay:
		top = min(3, h)
	case *sim.BoardReplay:
		top = min(top, boardRows+1)
	}
	if h-top < 3 {
		top = h
	}
	return append(styles.Fill(v.picture(w, top), w, top), v.traceBars(w, h-top)...)
}

// picture draws the state on show.
func (v *view) picture(w, h int) []string {
	switch s := v.shown.Replay.(type) {
	case *sim.WalkReplay:
		return v.walk(s, w, h)
	case *sim.BoardReplay:
		return v.board(s, w, h)
	case *sim.CarReplay:
		return v.car(s, w, h)
	}
	return v.features(w, h)
}

// shownPoints is about how many steps the chart shows of a long trajectory.
const shownPoints = 1000

// chart draws return and predictions over the steps; the mouse moves the step.
func (v *view) replayChart(area image.Rectangle) []string {
	type look struct {
		shown *replayed
		step  int
	}
	names := replayNames(area.Dx())
	d := v.Charts.Draw("replay", look{v.shown, v.step()}, area.Dx(), area.Dy(), func() *chart.Spec { return v.chartSpec(names) })
	p := v.Page
	v.PlotZone(area, d, func(s *page.Snapshot, t float64) page.Action {
		p.replay.playing = false
		return p.view(s).goTo(int(math.Round(t)))
	}, func(s *page.Snapshot, by int) page.Action {
		v := p.view(s)
		return v.goTo(v.step() - by)
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

func (v *view) chartSpec(names [3]string) *chart.Spec {
	s := v.shown
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
	return &chart.Spec{
		X: stepAxis(s),
		Series: []chart.Series{
			{Name: names[0], X: x, Y: returns, Ink: chart.InkThird, Line: chart.LineDotted, Marker: marker},
			{Name: names[1], X: x, Y: with, Ink: chart.InkText, Line: chart.LineDashed},
			{Name: names[2], X: x, Y: without, Ink: chart.InkEstimate, Line: chart.LineSolid},
		},
		Cursor: &chart.Cursor{X: float64(v.step()), Ink: chart.InkCursor},
	}
}

// stepAxis is the axis of a trajectory's steps.
func stepAxis(s *replayed) chart.Axis {
	axis := chart.Axis{Label: "step", Min: 0, Max: float64(s.last())}
	const few = 12 // steps, between which round numbers would lie
	if s.last() <= few {
		axis.Ticks = s.stops
		for t := range s.stops {
			axis.Names = append(axis.Names, strconv.Itoa(t))
		}
	}
	return axis
}

// featureName names feature j, from 0.
func (v *view) featureName(j int) string {
	s := v.shown.analysis.Settings
	d := len(v.shown.Trace.Sizes)
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

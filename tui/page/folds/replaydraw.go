package folds

import (
	"image"
	"math"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// The scales of the replay's charts.
const (
	replayScale     = "folds replay"
	differenceScale = "folds replay difference"
	stepScale       = "folds steps"
)

// showReplay is the selected trajectory, step by step.
func (v *view) showReplay() page.Show {
	out := page.Show{Body: v.replayBody, Readout: v.replayReadout, Findings: v.replayFindings, Export: v.replayExport}
	if v.shown != nil {
		out.Views = []page.View{v.stepsView(false), v.differenceView()}
	}
	return out
}

// replayBody shows the state, the trace and the chart over the steps, as far as there is
// room: where one fits, the swap key changes from the state to the chart.
func (v *view) replayBody(area image.Rectangle) []string {
	w, h := area.Dx(), area.Dy()
	switch {
	case v.replay.Err != nil:
		return v.Styles.Note(chart.InkWarn, v.replay.Err.Error(), area)
	case v.shown == nil:
		return v.Styles.Note(chart.InkFaint, "computing …", area)
	case v.Room == page.RoomForOne && v.swapped():
		return v.replayChart(area)
	case v.Room == page.RoomForOne:
		return v.stage(w, h)
	case v.Room == page.RoomBeside:
		right := area
		right.Min.X += w * 9 / 20
		return screen.Beside(" ", v.Styles.Fill(v.stage(w*9/20-1, h), w*9/20-1, h), v.replayChart(right))
	}
	const leastChart = 10
	rows := max(v.stageRows(), h/3)
	if v.shown.Replay == nil { // numbers, which do not grow with the screen
		rows = v.stageRows()
	}
	rows = min(h*11/20, rows, h-leastChart)
	bottom := area
	bottom.Min.Y += rows
	return append(v.Styles.Fill(v.stage(w, rows), w, rows), v.replayChart(bottom)...)
}

// wideStage is the width from which the trace stands beside the state, not below.
const wideStage = 52

// stageRows is how many rows state and trace want.
func (v *view) stageRows() int {
	rows := len(v.shown.Trace.Sizes) + 2
	switch s := v.shown.Replay.(type) {
	case *sim.WalkReplay:
		if v.oneHot(s) {
			rows = 14
		} else {
			rows = max(rows, 5)
		}
	case *sim.BoardReplay:
		rows = boardRows + 1
	case *sim.CarReplay:
		rows = max(rows, 14)
	case *sim.ProcessReplay:
		const most = 20 // of many states
		rows = min(max(rows+pathRows, 6), most)
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
	if s, ok := v.shown.Replay.(*sim.BoardReplay); ok {
		return v.boards(s, w, h)
	}
	if s, ok := v.shown.Replay.(*sim.WalkReplay); ok && v.oneHot(s) && h >= 6 {
		return v.walkWithTrace(s, w, h)
	}
	if w >= wideStage {
		left := min(w/2, 56)
		return screen.Beside("  ", styles.Fill(v.picture(left-2, h), left-2, h), styles.Fill(v.traceBars(w-left, h), w-left, h))
	}
	top := max(min(6, h*3/5), h-len(v.shown.Trace.Sizes)-1)
	switch v.shown.Replay.(type) {
	case *sim.WalkReplay:
		top = min(3, h)
	case *sim.ProcessReplay:
		top = min(pathRows, h)
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
	case *sim.CarReplay:
		return v.car(s, w, h)
	case *sim.ProcessReplay:
		return v.path(s, w, h)
	}
	return v.features(w, h)
}

// shownPoints is about how many steps the chart shows of a long trajectory.
const shownPoints = 1000

// replayChart draws return and predictions over the steps; the mouse moves the step.
// Where the predictions lie on each other and there is room, their difference has its own
// chart.
func (v *view) replayChart(area image.Rectangle) []string {
	const leastForTwo, withLegend = 14, 8
	apart := v.apart(area.Dy())
	if apart || area.Dy() < leastForTwo {
		return v.DrawView(v.stepsView(!apart), area)
	}
	return page.Above(v.Block(v.stepsView(true)), v.Block(v.differenceView()), func(h int) int { return max(withLegend, h*3/5) })(area)
}

// stepsView is return and predictions over the steps, these as one if they can't be told
// apart.
func (v *view) stepsView(one bool) page.View {
	return page.View{
		Name: "steps", Spec: func(width int) *chart.Spec { return v.stepsSpec(one, width) }, Mouse: v.moveStep,
		Tables: v.replayTables,
	}
}

// differenceView is how far the predictions without the trajectory are from those with
// it.
func (v *view) differenceView() page.View {
	return page.View{
		Name: "differences", Unfiled: true, Spec: v.differenceSpec, Mouse: v.moveStep,
		Title: func(w int) string {
			return v.Styles.Longest(w, []string{"predicted without it − predicted with it, where they lie on each other above", "without it − with it"})
		},
	}
}

// moveStep lets the mouse move the step.
func (v *view) moveStep(z page.Zoning) {
	p := v.Page
	z.PlotZone(z.Area, z.Chart, func(s *page.Snapshot, t float64) page.Action {
		p.play.playing = false
		return p.view(s).goTo(int(math.Round(t)))
	}, func(s *page.Snapshot, by int) page.Action {
		v := p.view(s)
		return v.goTo(v.step() - by)
	})
}

// apart tells whether the predictions with the trajectory and without it can be told
// apart on a chart of some rows: somewhere they lie more than a row from each other.
func (v *view) apart(rows int) bool {
	most := max(-v.shown.differs.Lo, v.shown.differs.Hi)
	return most*float64(max(1, rows)) > v.shown.values.Hi-v.shown.values.Lo
}

// differences are the predictions without the trajectory less those with it.
func (r *replayed) differences(t int) float64 { return r.Without[t] - r.With[t] }

// points calls each with the steps that a chart shows.
func (r *replayed) points(each func(t int)) (n int) {
	for t := 0; t < r.Trajectory.Len(); t += max(1, r.Trajectory.Len()/shownPoints) {
		each(t)
		n++
	}
	return n
}

func (v *view) stepsSpec(one bool, width int) *chart.Spec {
	s := v.shown
	var x, returns, with, without []float64
	n := s.points(func(t int) {
		x = append(x, float64(t))
		returns = append(returns, s.Returns[t])
		with = append(with, s.With[t])
		without = append(without, s.Without[t])
	})
	marker := chart.MarkNone
	if n <= 2*figure.MarkLimit {
		marker = chart.MarkDot
	}
	const long = 70
	short := 0
	if width < long {
		short = 1
	}
	names := [][4]string{
		{"return from there", "predicted with it", "predicted without it", "predicted with it and without it, in one line"},
		{"return", "with it", "without it", "both predictions"},
	}[short]
	spec := &chart.Spec{
		X: stepAxis(s),
		Y: chart.Axis{Over: s.values, Scale: replayScale},
		Series: []chart.Series{
			{Name: names[0], X: x, Y: returns, Ink: chart.InkThird, Line: chart.LineDotted, Marker: marker},
			{Name: names[1], X: x, Y: with, Ink: chart.InkText, Line: chart.LineDashed, Marker: chart.MarkCross, Marks: someCrosses(n)},
			{Name: names[2], X: x, Y: without, Ink: chart.InkEstimate, Line: chart.LineSolid},
		},
		Cursor: &chart.Cursor{X: float64(v.step()), Ink: chart.InkCursor},
	}
	if one {
		spec.Series = append(spec.Series[:1], spec.Series[2])
		spec.Series[1].Name = names[3]
	}
	return spec
}

// someCrosses has a cross at every few of n points: enough to tell a line from another
// that it crosses, where there are no colours, and few enough to leave that one to be seen.
func someCrosses(n int) []chart.Marker {
	const about = 6
	every := max(2, n/about)
	out := make([]chart.Marker, n)
	for i := every / 2; i < n; i += every {
		out[i] = chart.MarkCross
	}
	return out
}

// differenceSpec draws how far the predictions without the trajectory are from those
// with it.
func (v *view) differenceSpec(int) *chart.Spec {
	s := v.shown
	var x, y []float64
	s.points(func(t int) { x, y = append(x, float64(t)), append(y, s.differences(t)) })
	axis := stepAxis(s)
	return &chart.Spec{
		X: axis,
		Y: chart.Axis{Over: s.differs, Scale: differenceScale},
		Series: []chart.Series{
			{X: []float64{0, axis.Max}, Y: []float64{0, 0}, Ink: chart.InkFaint, Line: chart.LineDotted},
			{X: x, Y: y, Ink: chart.InkEstimate, Line: chart.LineSolid},
		},
		Cursor: &chart.Cursor{X: float64(v.step()), Ink: chart.InkCursor},
	}
}

// stepAxis is the axis of a trajectory's steps.
func stepAxis(s *replayed) chart.Axis {
	axis := chart.Axis{Label: "step", Min: 0, Max: float64(s.last()), Scale: stepScale}
	const few = 12 // steps, between which round numbers would lie
	if s.last() <= few {
		axis.Ticks = s.stops
		for t := range s.stops {
			axis.Names = append(axis.Names, strconv.Itoa(t))
		}
	}
	return axis
}

// featureName names feature j, from 0, in a few cells.
func (v *view) featureName(j int) string {
	const most = 20
	return ansi.Truncate(v.Styles.Text(v.shown.names[j]), most, v.Styles.Text("…"))
}

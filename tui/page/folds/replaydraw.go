package folds

import (
	"image"
	"math"
	"strconv"

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

// replayView is the replay of the selected trajectory.
type replayView struct{ *view }

// stage returns the picture of the current step.
func (v replayView) stage() *stage {
	return &stage{styles: v.Styles, shown: v.shown, t: v.step(), hidden: v.Hidden}
}

// show is the selected trajectory, step by step.
func (v replayView) show() page.Show {
	out := page.Show{Body: v.body, Readout: v.readout, Findings: v.findings, Name: "replay", Says: v.says}
	if v.shown != nil {
		out.Views = []page.View{v.stepsView(false), v.differenceView()}
	}
	return out
}

// body shows the state, the trace and the chart over the steps, as far as there is room. If one fits,
// the swap key changes from the state to the chart.
func (v replayView) body(area image.Rectangle) []string {
	w, h := area.Dx(), area.Dy()
	switch {
	case v.replay.Err != nil:
		return v.Styles.Note(chart.InkWarn, v.replay.Err.Error(), area)
	case v.shown == nil:
		return v.Styles.Note(chart.InkFaint, "computing …", area)
	case v.Room == page.RoomForOne && v.swapped():
		return v.chart(area)
	case v.Room == page.RoomForOne:
		return v.stage().draw(w, h)
	case v.Room == page.RoomBeside:
		right := area
		right.Min.X += w * 9 / 20
		return screen.Beside(" ", v.Styles.Fill(v.stage().draw(w*9/20-1, h), w*9/20-1, h), v.chart(right))
	}
	const leastChart = 10
	rows := max(v.stage().rows(), h/3)
	if v.shown.Replay == nil { // because numbers do not grow with the screen
		rows = v.stage().rows()
	}
	rows = min(h*11/20, rows, h-leastChart)
	bottom := area
	bottom.Min.Y += rows
	return append(v.Styles.Fill(v.stage().draw(w, rows), w, rows), v.chart(bottom)...)
}

// shownPoints is about how many steps the chart shows of a long trajectory.
const shownPoints = 1000

// chart draws return and predictions over the steps. If the predictions coincide and there is room,
// their difference has a chart of its own.
func (v replayView) chart(area image.Rectangle) []string {
	const leastForTwo, withLegend = 14, 8
	apart := v.apart(area.Dy())
	if apart || area.Dy() < leastForTwo {
		return v.DrawView(v.stepsView(!apart), area)
	}
	return page.Above(v.Block(v.stepsView(true)), v.Block(v.differenceView()), func(h int) int { return max(withLegend, h*3/5) })(area)
}

// stepsView is return and predictions over the steps, with one line for predictions that coincide.
func (v replayView) stepsView(one bool) page.View {
	return page.View{
		Name: "steps", Spec: func(width int) *chart.Spec { return v.stepsSpec(one, width) }, Mouse: v.moveStep,
		Tables: []page.Table{v.shown.table()},
	}
}

// differenceView is the prediction without the trajectory minus the prediction with the trajectory.
func (v replayView) differenceView() page.View {
	return page.View{
		Name: "differences", Unfiled: true, Spec: v.differenceSpec, Mouse: v.moveStep,
		Titles: []string{"predicted without it − predicted with it, where they lie on each other above", "without it − with it"},
	}
}

// moveStep lets the mouse move the step.
func (v replayView) moveStep(z page.Zoning) {
	p := v.Page
	z.PlotZone(z.Area, z.Chart, func(s *page.Snapshot, t float64) page.Action {
		p.play.Stop()
		return p.view(s).goTo(int(math.Round(t)))
	}, func(s *page.Snapshot, by int) page.Action {
		v := p.view(s)
		return v.goTo(v.step() - by)
	})
}

// apart reports whether the predictions with and without the trajectory differ by more than a row
// somewhere in a chart of some rows.
func (v replayView) apart(rows int) bool {
	most := max(-v.shown.differs.Lo, v.shown.differs.Hi)
	return most*float64(max(1, rows)) > v.shown.values.Hi-v.shown.values.Lo
}

// differences is the prediction without the trajectory minus the prediction with the trajectory.
func (r *replayed) differences(t int) float64 { return r.Without[t] - r.With[t] }

// points calls each with the steps that a chart shows.
func (r *replayed) points(each func(t int)) (n int) {
	for t := 0; t < r.Trajectory.Len(); t += max(1, r.Trajectory.Len()/shownPoints) {
		each(t)
		n++
	}
	return n
}

func (v replayView) stepsSpec(one bool, width int) *chart.Spec {
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

// someCrosses has a cross at every few of n points: enough to tell crossing lines apart without colours,
// and few enough to leave the other line visible.
func someCrosses(n int) []chart.Marker {
	const about = 6
	every := max(2, n/about)
	out := make([]chart.Marker, n)
	for i := every / 2; i < n; i += every {
		out[i] = chart.MarkCross
	}
	return out
}

// differenceSpec draws the difference of the predictions.
func (v replayView) differenceSpec(int) *chart.Spec {
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
	const few = 12 // steps; round numbers would lie between the steps
	if s.last() <= few {
		axis.Ticks = s.stops
		for t := range s.stops {
			axis.Names = append(axis.Names, strconv.Itoa(t))
		}
	}
	return axis
}

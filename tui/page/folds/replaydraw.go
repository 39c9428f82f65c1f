package folds

import (
	"image"
	"math"

	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// The scales of the replay's charts.
const (
	replayScale     = "folds replay"
	differenceScale = "folds replay difference"
	stepScale       = "folds steps"
)

// replayView is the replay of the selected trajectory.
type replayView struct{ *view }

// show is the selected trajectory, step by step.
func (v replayView) show() page.Show {
	out := page.Show{Body: v.body, Readout: v.readout, Sentence: v.sentence, Name: "replay", Says: v.says}
	if v.shown != nil {
		out.Views = []page.View{v.stepsView(), v.differenceView()}
	}
	return out
}

// body shows the state, the trace and the charts over the steps, as far as there is room. If one
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
	charts := page.Above(steps, v.Block(v.differenceView()), func(h int) int { return h * 3 / 5 })
	return page.Above(v.stage, charts, v.stageRows)(area)
}

// stage draws the state and the trace.
func (v replayView) stage(area image.Rectangle) []string {
	const wide = 52
	picture := v.picture()
	switch {
	case picture == nil:
		return v.trace(area)
	case area.Dx() >= wide:
		return page.Beside(50, picture, v.trace)(area)
	}
	return page.Above(picture, v.trace, func(h int) int { return max(pictureRows, h-len(v.shown.Trace.Sizes)-1) })(area)
}

// stageRows is the height of the stage on a screen of some rows.
func (v replayView) stageRows(rows int) int {
	wants := len(v.shown.Trace.Sizes) + 1
	if v.Boxed() {
		wants++
	}
	if v.shown.Replay != nil { // because numbers do not grow with the screen
		wants = max(wants, rows/3)
	}
	return min(wants, rows/2)
}

// stepsView is return and predictions over the steps.
func (v replayView) stepsView() page.View {
	return page.View{Name: "steps", Titles: []string{"Predictions of its return, by step", "Predictions by step", "By step"}, Spec: v.stepsSpec, Mouse: v.moveStep, Tables: []page.Table{v.shown.table()}}
}

// differenceView is the prediction without the trajectory minus the prediction with the trajectory.
func (v replayView) differenceView() page.View {
	return page.View{
		Name: "differences", Unfiled: true, Spec: v.differenceSpec, Mouse: v.moveStep,
		Titles: []string{"predicted without it − predicted with it", "without it − with it"},
	}
}

// moveStep lets the mouse move the step.
func (v replayView) moveStep(z page.Zoning) {
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
	return &chart.Spec{
		X: stepAxis(s),
		Y: chart.Axis{Scale: replayScale},
		Series: []chart.Series{
			{Name: "return from there", Short: "return", X: x, Y: of(s.Returns), Ink: chart.InkThird, Line: chart.LineDotted, Marker: marker},
			{Name: "predicted with it", Short: "with it", X: x, Y: of(s.With), Ink: chart.InkText, Line: chart.LineDashed, Marker: chart.MarkCross, Marks: someCrosses(len(x))},
			{Name: "predicted without it", Short: "without it", X: x, Y: of(s.Without), Ink: chart.InkEstimate, Line: chart.LineSolid},
		},
		Cursor: new(float64(v.step())),
	}
}

// points returns a quantity at the steps that a chart shows: of long trajectories about a thousand.
func (r *replayed) points(of func(t int) float64) (out []float64) {
	const most = 1000
	for t := 0; t < r.Trajectory.Len(); t += max(1, r.Trajectory.Len()/most) {
		out = append(out, of(t))
	}
	return out
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
	axis := stepAxis(s)
	return &chart.Spec{
		X: axis,
		Y: chart.Axis{Scale: differenceScale},
		Series: []chart.Series{
			{X: []float64{0, axis.Max}, Y: []float64{0, 0}, Ink: chart.InkFaint, Line: chart.LineDotted},
			{
				X: s.points(func(t int) float64 { return float64(t) }), Y: s.points(func(t int) float64 { return s.Without[t] - s.With[t] }),
				Ink: chart.InkEstimate, Line: chart.LineSolid,
			},
		},
		Cursor: new(float64(v.step())),
	}
}

// stepAxis is the axis of a trajectory's steps.
func stepAxis(s *replayed) chart.Axis {
	axis := chart.Axis{Label: "step", Max: float64(s.last()), Scale: stepScale}
	const few = 12 // steps; round numbers would lie between the steps
	if s.last() <= few {
		axis.Ticks = s.stops
	}
	return axis
}

package folds

import (
	"image"
	"math"

	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
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
func (r *replayed) points(of func(t int) float64) (out []float64) {
	const most = 1000
	for t := 0; t < r.Trajectory.Len(); t += max(1, r.Trajectory.Len()/most) {
		out = append(out, of(t))
	}
	return out
}

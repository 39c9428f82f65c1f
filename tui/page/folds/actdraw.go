package folds

import (
	"image"
	"math"
	"slices"
	"strconv"

	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// The scales of the predictions and of the errors: of the trajectories', and of their mean.
const (
	leftOutScale = "folds left out"
	errorScale   = "folds errors"
	meanScale    = "folds mean error"
)

// showAct is leave-one-out as it is played. Files have the map.
func (v *view) showAct() page.Show {
	l := v.moment()
	return page.Show{Views: []page.View{l.predictionView(), l.errorView()}, Body: v.actBody, Readout: v.actReadout, Findings: v.actFindings, Export: v.mapExport}
}

// actBody draws the trajectories with the one that is left out above them, its returns
// and predictions, and the errors over λ, one after the other where there is little room.
// A click ends the act.
func (v *view) actBody(area image.Rectangle) []string {
	if v.act.Err != nil {
		return v.Styles.Note(chart.InkWarn, v.act.Err.Error(), area)
	}
	v.Zone(page.Zone{Rectangle: area, Press: func(s *page.Snapshot, _ image.Point) page.Action { return v.Page.view(s).endAct() }})
	const tall, low = 22, 6
	w, rows := area.Dx(), area.Dy()-actRows
	lines := v.actRow(w)
	l := v.moment()
	predictions, errors := v.Block(l.predictionView()), v.Block(l.errorView())
	if l.shown == nil {
		predictions = func(area image.Rectangle) []string { return v.Styles.Fill(nil, area.Dx(), area.Dy()) }
	}
	area.Min.Y += actRows
	switch {
	case !detailed(l.trajectory) || l.closing > 0:
		return append(lines, errors(area)...)
	case rows < low && l.beat <= beatPredict:
		return append(lines, predictions(area)...)
	case rows < low:
		return append(lines, errors(area)...)
	case rows < tall:
		return append(lines, page.Beside(45, predictions, errors)(area)...)
	}
	return append(lines, page.Above(predictions, errors, func(h int) int { return h * 9 / 20 })(area)...)
}

// actRows is how high the row of trajectories is.
const actRows = 2

// actRow draws a dot for each trajectory, and that which is left out above the others;
// where there are too many, neighbours share one.
func (v *view) actRow(w int) []string {
	n, i, now := len(v.folds.Order), v.actTrajectory(), v.actBeat()
	k := v.Styles.Canvas(w, actRows)
	name := strconv.Itoa(n) + " " + v.folds.Analysis.FoldsNoun() + " "
	k.Text(1, 1, name, chart.InkFaint)
	left := len(name) + 2
	apart := min(2, float64(w-left-1)/float64(max(1, n-1)))
	column := func(i int) int { return left + int(float64(i)*apart) }
	for j := range n {
		ink := chart.InkFaint
		switch {
		case now == beatFit || now == beatEnd || now == beatClose:
			ink = chart.InkEstimate
		case j < v.landed():
			ink = chart.InkText
		}
		k.Set(column(j), 1, '●', ink)
	}
	if now > beatRest || !detailed(i) && i > v.act.trajectory {
		return k.Lines()
	}
	if apart >= 1 {
		k.Set(column(i), 1, '·', chart.InkFaint)
	}
	k.Set(column(i), 0, '●', chart.InkCursor)
	if text := " " + strconv.Itoa(i) + " left out"; column(i)+1+len(text) <= w {
		k.Text(column(i)+1, 0, text, chart.InkCursor)
	} else {
		k.Text(column(i)-len(text), 0, text[1:]+" ", chart.InkCursor)
	}
	return k.Lines()
}

// moment is what the act shows at a time.
type moment struct {
	*view
	found      *found
	shown      *replayed // of the trajectory, nil while it is on its way
	trajectory int
	cursor     int // index of the λ whose fit and errors are shown
	beat       beat
	mean       *meanError
	fallen     float64 // of the error that falls, see view.falling; 0 for none
	closing    float64
}

// landed is how many errors have joined the mean.
func (l moment) landed() int {
	if l.mean == nil {
		return 0
	}
	return l.mean.of
}

func (v *view) moment() moment {
	l := moment{
		view: v, found: v.folds, trajectory: v.actTrajectory(), cursor: v.cursor(),
		beat: v.actBeat(), mean: v.act.mean, closing: v.closing(),
	}
	if fallen := v.falling(); !math.IsNaN(fallen) {
		l.fallen = fallen
	}
	if s := v.act.Value; s != nil && (s.replayKey == replayKey{v.folds.Analysis, l.trajectory, l.cursor}) {
		l.shown = s
	}
	return l
}

// predictionView is the returns of the trajectory, and from their beat on the
// predictions.
func (l moment) predictionView() page.View {
	if l.shown == nil {
		return page.View{Unfiled: true}
	}
	return page.View{Unfiled: true, Spec: l.predictions}
}

// wideAct is the width from which charts of the act have room for long names.
const wideAct = 60

func (l moment) predictions(at page.Place) *chart.Spec {
	s, open := l.shown, l.beat >= beatPredict
	const most = 400 // points
	every := max(1, s.Trajectory.Len()/most)
	var x, returns, predicted, stemX, stemY []float64
	for t := 0; t < s.Trajectory.Len(); t += every {
		x = append(x, float64(t))
		returns, predicted = append(returns, s.Returns[t]), append(predicted, s.Without[t])
	}
	const stems = 24
	for t := 0; t < s.Trajectory.Len(); t += max(1, s.Trajectory.Len()/stems) {
		stemX = append(stemX, float64(t), float64(t), math.NaN())
		stemY = append(stemY, s.Returns[t], s.Without[t], math.NaN())
	}
	names := []string{"return", "predicted"}
	if at.Width >= wideAct {
		names = []string{"return that followed", "predicted by the fit to the others"}
	}
	marker := chart.MarkNone
	if len(x) <= 2*figure.MarkLimit {
		marker = chart.MarkDot
	}
	seen := []chart.Series{
		{Name: names[1], X: x, Y: predicted, Ink: chart.InkEstimate, Line: chart.LineSolid},
		{Name: names[0], X: x, Y: returns, Ink: chart.InkThird, Line: chart.LineDotted, Marker: marker},
	}
	spec := &chart.Spec{X: stepAxis(s), Y: chart.Axis{Over: page.RangeOf(s.Returns, s.Without), Scale: leftOutScale}}
	if open {
		seen = append([]chart.Series{{X: stemX, Y: stemY, Ink: chart.InkCursor, Line: chart.LineSolid}}, seen...)
		spec.Notes = []chart.Note{{Ink: chart.InkCursor, Text: "│ error"}}
	} else { // it has its place in the scale, so that this stays
		seen[0].Name, seen[0].Line = "", chart.LineNone
	}
	spec.Series = seen
	return spec
}

// errorView is the errors at the λ of the act, and the mean over trajectories at every λ.
func (l moment) errorView() page.View {
	return page.View{
		Unfiled: true, Spec: l.errors,
		Extents: func() []page.Extent {
			far, near := l.errorRanges()
			return []page.Extent{{Axis: errorScale, Range: far}, {Axis: meanScale, Range: near, Exact: true}}
		},
	}
}

func (l moment) errors(place page.Place) *chart.Spec {
	f, c := l.found, figure.NewCurve(l.found.Analysis)
	all := f.Analysis.Selection.Candidates
	at := all[l.cursor].Lambda
	low, high := l.errorRange(place)
	s := &chart.Spec{X: c.LambdaAxis(), Y: chart.Axis{Label: "squared error", Min: low, Max: high}}
	dots := chart.Series{Name: "a " + f.Analysis.FoldNoun(), Short: "each", Ink: chart.InkThird, Marker: chart.MarkRing}
	wide := place.Width >= wideAct
	if wide {
		dots.Name += "'s error at λ = " + screen.Exact(at)
	}
	put := func(v float64) (float64, chart.Marker) { // beyond the top at the top
		if v > high {
			return high, chart.MarkUp
		}
		return v, chart.MarkRing
	}
	const most = 2000 // dots
	for i := 0; i < l.landed(); i += 1 + l.landed()/most {
		y, mark := put(all[l.cursor].Folds[i])
		dots.X, dots.Y, dots.Marks = append(dots.X, at), append(dots.Y, y), append(dots.Marks, mark)
	}
	if l.closing > 0 { // the mean alone is looked at
		dots.X, dots.Y, dots.Marks = nil, nil, nil
	}
	mean := chart.Series{Name: "mean so far", X: c.Lambda, Ink: chart.InkEstimate, Line: chart.LineSolid}
	for k := range all {
		if l.landed() > 0 {
			mean.Y = append(mean.Y, l.mean.at(k))
		}
	}
	if l.beat == beatEnd {
		mean.Name, mean.Marker, mean.Marks = "LOTO error", chart.MarkDot, allDots(c.Marks)
		s.Notes = []chart.Note{{Marker: chart.MarkDown, Ink: chart.InkSelected, Text: "λ̂"}}
		s.Series = append(append(s.Series, mean, c.SelectedMark(mean.Y)), l.Class.PresenterMark(c.Lambda, mean.Y)...)
		return s
	}
	// The legend is the same from the first trajectory to the last, so that nothing moves.
	if slices.ContainsFunc(all[l.cursor].Folds, func(v float64) bool { _, mark := put(v); return mark == chart.MarkUp }) {
		s.Notes = append(s.Notes, chart.Note{Marker: chart.MarkUp, Ink: chart.InkThird, Text: "one higher"})
	}
	s.Series = append(append(s.Series, dots, l.latest(c.Lambda, wide), mean), l.Class.PresenterFoot(c.Lambda, low)...)
	if l.beat == beatFall {
		y, mark := put(all[l.cursor].Folds[l.trajectory])
		if mark == chart.MarkRing {
			mark = chart.MarkDot
		}
		s.Series = append(s.Series, chart.Series{X: []float64{at}, Y: []float64{high + float64(l.fallen*(y-high))}, Ink: chart.InkCursor, Marker: mark})
	}
	return s
}

// allDots has a dot for each marker.
func allDots(marks []chart.Marker) []chart.Marker {
	for k, m := range marks {
		if m != chart.MarkNone {
			marks[k] = chart.MarkDot
		}
	}
	return marks
}

// latest is the error at every λ of the trajectory that has joined the mean last;
// without points while there is none, or while the mean alone is looked at.
func (l moment) latest(lambdas []float64, wide bool) chart.Series {
	out := chart.Series{Name: "the latest at every λ", X: lambdas, Ink: chart.InkThird, Line: chart.LineDotted}
	if wide {
		out.Name = "that of the latest at every λ"
	}
	if l.landed() == 0 || l.closing > 0 {
		return out
	}
	for _, c := range l.found.Analysis.Selection.Candidates {
		out.Y = append(out.Y, c.Folds[l.landed()-1])
	}
	return out
}

// errorRange is what the axis of the errors spans: what they take, until it closes in
// on the LOTO error.
func (l moment) errorRange(at page.Place) (low, high float64) {
	far, near := at.Over(errorScale), at.Over(meanScale)
	if far.Empty() || near.Empty() {
		far, near = l.errorRanges()
	}
	all, span := far.Hi-far.Lo, near.Hi-near.Lo
	if span >= all { // as they may, where they are held
		return near.Lo, near.Hi
	}
	now := float64(math.Pow(all, 1-l.closing) * math.Pow(span, l.closing))
	low = near.Lo + (far.Lo-near.Lo)*(now-span)/(all-span)
	return low, low + now
}

// errorRanges are what most errors at the λ of the act take, from 0, and what the mean
// error takes over λ.
func (l moment) errorRanges() (far, near chart.Range) {
	all := l.found.Analysis.Selection.Candidates
	const outlier = 5 // times the mean
	most := outlier * all[l.cursor].LOTO
	first, last := math.Inf(1), 0.
	for k := range all {
		first, last = min(first, all[k].LOTO), max(last, all[k].LOTO)
	}
	for _, v := range all[l.cursor].Folds {
		far.Hi = max(far.Hi, min(v, most))
	}
	far.Hi = max(far.Hi, last)
	if far.Hi == 0 {
		return chart.Range{Hi: 1}, chart.Range{Hi: .5}
	}
	const room = .15 // on either side of the curve
	span := max(last-first, far.Hi/1000)
	return far, chart.Range{Lo: first - float64(room*span), Hi: first + span + float64(room*span)}
}

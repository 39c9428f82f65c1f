package figures

import (
	"fmt"
	"image"
	"math"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// From which size on the page has room for what.
const (
	rowsForClaims = 22  // a list of claims under the chart
	rowsForFull   = 38  // the claims in full
	widthForThree = 150 // the three figures side by side
)

func (v *view) body(area image.Rectangle) []string {
	switch {
	case v.Hidden:
		return v.note(chart.InkFaint, "The figures are averages over the truth, and the sweep shows λ̂: they would give the answer away. z reveals it.", area)
	case v.figure() == state.FigureSweep:
		return v.sweepChart(area)
	case !v.begun():
		return nil
	case v.failed() != nil:
		return v.note(chart.InkWarn, v.failed().Error(), area)
	}
	if area.Dy() < rowsForClaims {
		return v.chart(v.figure(), area)
	}
	claims := v.claimLines(area.Dx(), area.Dy())
	top, bottom := area, area
	top.Max.Y -= len(claims)
	bottom.Min.Y = top.Max.Y
	lines := v.Styles.Fill(v.threeOrOne(top), area.Dx(), top.Dy())
	for i, l := range claims {
		at := bottom
		at.Min.Y += i
		at.Max.Y = at.Min.Y + 1
		v.Zone(page.Zone{Rectangle: at, Press: func(*page.Snapshot, image.Point) page.Action {
			if l.claim >= 0 {
				v.claim = l.claim
			}
			return page.Action{}
		}})
		lines = append(lines, l.text)
	}
	return lines
}

// begun tells whether the figure on show, which is not the sweep, has work of its own.
func (v *view) begun() bool {
	if v.consistent() {
		return v.Page.consistency.run != nil
	}
	return v.study.run != nil
}

// failed returns why there is no more of it.
func (v *view) failed() error {
	if v.consistent() {
		return v.Page.consistency.now.err
	}
	return v.study.now.err
}

// note is a text in place of a chart.
func (v *view) note(ink chart.Ink, text string, area image.Rectangle) []string {
	styles := v.Styles
	var lines []string
	for _, l := range styles.Wrap(ink, text, area.Dx()-2, area.Dy()) {
		lines = append(lines, styles.Line(area.Dx()).To(1).Styled(l).String())
	}
	return lines
}

// threeOrOne draws the figure on show, or where there is room all of which there are
// numbers.
func (v *view) threeOrOne(area image.Rectangle) []string {
	if area.Dx() < widthForThree || v.consistent() {
		return v.chart(v.figure(), area)
	}
	var parts [state.FigureTimes + 1][]string
	last := state.FigureTimes
	if len(v.study.now.times) == 0 && v.figure() != last { // which would have no curve
		last--
	}
	width := (area.Dx() - int(last)) / (int(last) + 1)
	for f := state.FigureLambda; f <= last; f++ {
		at := area
		at.Min.X += int(f) * (width + 1)
		at.Max.X = at.Min.X + width
		if f == last {
			at.Max.X = area.Max.X
		}
		parts[f] = v.Styles.Fill(v.chart(f, at), at.Dx(), at.Dy())
	}
	return v.Charts.Beside("figures", " ", parts[:last+1]...)
}

// chart draws a figure under its title.
func (v *view) chart(f state.Figure, area image.Rectangle) []string {
	now := v.study.now
	ink := chart.InkFaint
	if f == v.figure() {
		ink = chart.InkText
	}
	name := state.FigureNames()[f]
	titled := name
	if f == state.FigureMethods && v.Methods == state.MethodLevels {
		titled = figure.NameLevels
	}
	head := v.Styles.Line(area.Dx())
	text := v.Styles.Fitting(head.Room(),
		fmt.Sprintf(" figure (%s) %s", name, figure.Title(titled)),
		fmt.Sprintf(" figure (%s) %s", name, figure.ShortTitle(titled)),
		fmt.Sprintf(" (%s) %s", name, figure.ShortTitle(titled)))
	title := head.Add(ink, text).String()
	v.figureZone(f, image.Rectangle{area.Min, image.Pt(area.Max.X, area.Min.Y+1)})
	area.Min.Y++
	var d chart.Drawing
	size := v.sizeAt()
	type key struct {
		of     any // what the rows are in
		rows   int
		cursor float64
		size   int
		levels state.Methods
		class  *page.Class
		over   chart.Range
		held   bool
	}
	over := v.Scales.Of(v.axisOf(f))
	switch {
	case f == state.FigureConsistency:
		drawn, ok := v.consistencyChart(area)
		if !ok {
			return append([]string{title}, v.note(chart.InkFaint, v.waiting(f), area)...)
		}
		d = drawn
	case f == state.FigureTimes && len(now.times) > 0:
		k := key{v.study.run, len(now.times), v.trajectories(), size, 0, nil, over, v.Hold}
		d = v.Charts.Draw("figure c", k, area.Dx(), area.Dy(), func() *chart.Spec { return v.over(f, timesFigure(now.times, v.trajectories())) })
		v.sizeZone(area, d)
	case f == state.FigureLambda && now.summary != nil:
		k := key{now.summary, 0, v.CursorLambda(), size, 0, v.Class, over, v.Hold}
		d = v.Charts.Draw("figure a", k, area.Dx(), area.Dy(), func() *chart.Spec {
			s := lambdaFigure(now.lambdas, v.CursorLambda(), v.Settings.Trajectories)
			s = v.over(f, shortNames(s, area.Dx()))
			s.Series = append(s.Series, v.presenterIn(s)...)
			return s
		})
		v.CursorZone(area, d)
	case f == state.FigureMethods && now.summary != nil:
		k := key{now.summary, 0, v.trajectories(), size, v.Methods, nil, over, v.Hold}
		d = v.Charts.Draw("figure b", k, area.Dx(), area.Dy(), func() *chart.Spec {
			return v.over(f, shortNames(withSize(v.methodsOf(now.methods), v.trajectories()), area.Dx()))
		})
		v.sizeZone(area, d)
	default:
		return append([]string{title}, v.note(chart.InkFaint, v.waiting(f), area)...)
	}
	return append([]string{title}, d.Lines...)
}

// waiting says why there is no figure yet.
func (v *view) waiting(f state.Figure) string {
	running := v.study.job.Running()
	switch {
	case v.paused:
		return "Paused: space goes on."
	case f == state.FigureTimes && f == v.figure():
		return "Measuring …"
	case f == state.FigureTimes:
		return "Times are measured when this figure is chosen (f). Trials wait meanwhile, as they would disturb them."
	case running && v.study.task == timeTask:
		return "Trials go on when the times are measured."
	}
	return "The first trials are running …"
}

// figureZone lets the mouse choose a figure.
func (v *view) figureZone(f state.Figure, r image.Rectangle) {
	v.Zone(page.Zone{Rectangle: r, Press: func(s *page.Snapshot, _ image.Point) page.Action {
		next := s.State
		next.Figure = f
		return page.Action{State: &next, Run: figureControl}
	}})
}

// sizeZone lets the mouse choose n on a chart over numbers of trajectories.
func (v *view) sizeZone(area image.Rectangle, d chart.Drawing) {
	v.PlotZone(area, d, func(s *page.Snapshot, n float64) page.Action {
		next := s.State
		next.Settings.Trajectories = nearestSize(n)
		return page.Action{State: &next, Run: "trajectories"}
	}, nil)
}

// trajectories is the present n.
func (v *view) trajectories() float64 { return float64(v.Settings.Trajectories) }

// lambdaFigure is figure a, with the λ under the cursor and the curve of n, if it
// has one, brought out.
func lambdaFigure(rows []study.LambdaRow, cursor float64, n int) *chart.Spec {
	s := figure.Lambda(rows)
	s.Cursor = &chart.Cursor{X: cursor, Ink: chart.InkCursor}
	for i := range s.Series {
		if q := &s.Series[i]; q.Name == fmt.Sprintf("n = %d", n) {
			q.Ink, q.Line = chart.InkCursor, chart.LineSolid
		}
	}
	return s
}

// presenterIn marks the λ of the presenter's cursor at the foot of figure a, whose curves
// are of several data sets.
func (v *view) presenterIn(s *chart.Spec) []chart.Series {
	foot := s.Y.Over.Lo
	if s.Y.Over.Empty() {
		foot = math.Inf(1)
		for _, q := range s.Series {
			low, _ := figure.Extent(q.Y)
			foot = min(foot, low)
		}
	}
	return v.Class.PresenterFoot(s.Series[0].X, foot)
}

// shortNames shortens the names of curves where the legend of a chart has few
// columns.
func shortNames(s *chart.Spec, width int) *chart.Spec {
	if width >= figure.FullLegend {
		return s
	}
	short := map[string]string{
		study.NameNaive: "NaiveCV", study.NameLSTDBest: "LSTD best", study.NameLSTDWorst: "worst",
		study.NameByStep: "by step", study.NameByTrajectory: "by trajectory",
		study.NameRLSTDBest: "RLSTD best", study.NameRLSTDWorst: "worst",
	}
	for i := range s.Series {
		q := &s.Series[i]
		if name, ok := short[q.Name]; ok {
			q.Name = name
		} else if i > 0 {
			q.Name = strings.TrimPrefix(q.Name, "n = ")
		}
	}
	return s
}

// methodsOf returns figure b as it is asked for.
func (v *view) methodsOf(rows []study.MethodRow) *chart.Spec {
	if v.Methods == state.MethodLevels {
		return figure.MethodLevels(rows)
	}
	return figure.Methods(rows)
}

// timesFigure is figure c, with the present n.
func timesFigure(rows []study.TimeRow, n float64) *chart.Spec { return withSize(figure.Times(rows), n) }

// withSize marks n on a chart over numbers of trajectories, if it is there.
func withSize(s *chart.Spec, n float64) *chart.Spec {
	ticks := s.X.Ticks
	if len(ticks) > 0 && n >= ticks[0] && n <= ticks[len(ticks)-1] {
		s.Cursor = &chart.Cursor{X: n, Ink: chart.InkCursor}
	}
	return s
}

// nearestSize returns the figures' number of trajectories that is nearest to n, by
// their ratio.
func nearestSize(n float64) int {
	best := figureSizes()[0]
	for _, size := range figureSizes() {
		if math.Abs(math.Log(float64(size)/n)) < math.Abs(math.Log(float64(best)/n)) {
			best = size
		}
	}
	return best
}

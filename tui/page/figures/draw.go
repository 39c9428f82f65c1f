package figures

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// picture is one of the page's figures, or the sweep. Its functions are called where it is
// begun.
type picture struct {
	which    state.Chart
	begun    bool   // there is work for it
	current  bool   // that is of the current settings
	ready    bool   // there are numbers to draw
	complete bool   // all of them, that the work is of
	count    string // of these, as a sentence
	progress string // of its work, in a few words

	view    func() page.View
	readout func() (at string, parts []screen.Part)
}

// pictures are all of them, in the order of the state's; the sweeps are one.
func (v *view) pictures() []picture {
	return []picture{v.lambdas(), v.methods(), v.times(), v.sweeps()}
}

// onShow is the one on show.
func (v *view) onShow() picture { return v.pictures()[min(v.figure(), state.FigureTrajectories)] }

// settled reports whether all is there that the state asks for.
func (v *view) settled() bool {
	p := v.onShow()
	return p.current && p.complete && (v.sweeping() || v.study.Key.trials == v.Trials)
}

// shows reports whether a figure is on show.
func (v *view) shows(f state.Chart) bool { return v.figure() == f }

// views are those of which there are numbers of the settings at hand.
func (v *view) views() []page.View {
	var out []page.View
	if v.Hidden {
		return out
	}
	for _, p := range v.pictures() {
		if p.current && p.ready {
			out = append(out, p.view())
		}
	}
	return out
}

// widthForThree is how wide the body must be for the three figures side by side.
const widthForThree = 150

func (v *view) body(area image.Rectangle) []string {
	p := v.onShow()
	switch {
	case v.Hidden:
		return v.Styles.Note(chart.InkFaint, "The figures are averages over the truth, and the sweep shows λ̂: they would give the answer away. z reveals it.", area)
	case !p.begun:
		return nil
	case v.sweeping():
		return v.DrawView(p.view(), area)
	case v.study.Err != nil:
		return v.Styles.Note(chart.InkWarn, v.study.Err.Error(), area)
	case area.Dx() < widthForThree:
		return v.chart(p, area)
	}
	all := v.pictures()[:state.FigureTimes+1]
	if last := all[state.FigureTimes]; !last.ready && !v.shows(state.FigureTimes) { // which would have no curve
		all = all[:state.FigureTimes]
	}
	width := (area.Dx() - len(all) + 1) / len(all)
	parts := make([][]string, len(all))
	for i, p := range all {
		at := area
		at.Min.X += i * (width + 1)
		if i < len(all)-1 {
			at.Max.X = at.Min.X + width
		}
		parts[i] = v.Styles.Fill(v.chart(p, at), at.Dx(), at.Dy())
	}
	return screen.Beside(" ", parts...)
}

// chart draws a figure of the paper under its title, by which the mouse chooses it.
func (v *view) chart(p picture, area image.Rectangle) []string {
	ink := chart.InkFaint
	if v.shows(p.which) {
		ink = chart.InkText
	}
	name := state.PageFigures.Charts()[p.which]
	head := v.Styles.Line(area.Dx())
	text := v.Styles.Fitting(head.Room(),
		fmt.Sprintf(" figure (%s) %s", name, figure.Title(name)),
		fmt.Sprintf(" figure (%s) %s", name, figure.ShortTitle(name)),
		fmt.Sprintf(" (%s) %s", name, figure.ShortTitle(name)))
	title := []string{head.Add(ink, text).String()}
	v.figureZone(p.which, image.Rectangle{area.Min, image.Pt(area.Max.X, area.Min.Y+1)})
	area.Min.Y++
	if !p.ready {
		return append(title, v.Styles.Note(chart.InkFaint, v.waiting(p.which), area)...)
	}
	return append(title, v.DrawView(p.view(), area)...)
}

// waiting says why there is no figure yet.
func (v *view) waiting(f state.Chart) string {
	switch {
	case v.paused:
		return "Paused: space goes on."
	case f != state.FigureTimes && v.study.Running() && v.study.task == timeTask:
		return "Trials go on when the times are measured."
	case f != state.FigureTimes:
		return "The first trials are running …"
	case v.shows(f):
		return "Measuring …"
	}
	return "Times are measured when this figure is chosen (f). Trials wait meanwhile, as they would disturb them."
}

// figureZone lets the mouse choose a figure.
func (v *view) figureZone(f state.Chart, r image.Rectangle) {
	v.Zone(page.Zone{Rectangle: r, Press: func(s *page.Snapshot, _ image.Point) page.Action {
		next := s.State
		next.Charts[state.PageFigures] = f
		return page.Action{State: &next, Run: figureControl}
	}})
}

// chooseSize lets the mouse choose n, of some, on a chart over numbers of trajectories.
func (v *view) chooseSize(sizes []int) func(page.Zoning) {
	return func(z page.Zoning) {
		z.PlotZone(z.Area, z.Chart, func(s *page.Snapshot, n float64) page.Action {
			next := s.State
			next.Settings.Trajectories = nearest(sizes, n)
			return page.Action{State: &next, Run: "trajectories"}
		}, nil)
	}
}

// trajectories is the present n.
func (v *view) trajectories() float64 { return float64(v.Settings.Trajectories) }

// shortNames shortens the names of curves where the legend of a chart has few
// columns.
func shortNames(s *chart.Spec, width int) *chart.Spec {
	if width >= figure.FullLegend {
		return s
	}
	short := map[string]string{
		study.NameNaive: "NaiveCV", study.NameLSTDBest: "LSTD best", study.NameLSTDWorst: "worst",
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

// withSize marks on a chart over numbers of trajectories that which is nearest to n, whose
// numbers are given below it; not in a file.
func (v *view) withSize(s *chart.Spec, width int) *chart.Spec {
	if ticks := s.X.Ticks; width != page.InFile && len(ticks) > 0 {
		s.Cursor = &chart.Cursor{X: nearest(ticks, v.trajectories()), Ink: chart.InkCursor}
	}
	return s
}

// nearest returns the one of some sizes that is nearest to n, by their ratio.
func nearest[T int | float64](sizes []T, n float64) T {
	apart := func(size T) float64 { return math.Abs(math.Log(float64(size) / n)) }
	return slices.MinFunc(sizes, func(a, b T) int { return cmp.Compare(apart(a), apart(b)) })
}

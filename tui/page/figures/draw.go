package figures

import (
	"cmp"
	"fmt"
	"image"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// picture is one of the paper's figures, or the sweep.
type picture struct {
	page.View
	which    state.Chart
	ready    bool   // there are numbers to draw
	complete bool   // with all numbers
	count    string // of the numbers
	at       string // of the readout
	parts    func() []screen.Part
}

// pictures returns the figures in the order of the state, with one sweep.
func (v *view) pictures() []picture {
	return []picture{v.lambdas(), v.methods(), v.measured(), v.sweeps()}
}

// onShow returns the current picture.
func (v *view) onShow() picture { return v.pictures()[min(v.figure(), state.FigureTrajectories)] }

// err returns why the current figure can't be drawn.
func (v *view) err() error {
	if v.sweeping() {
		return v.Page.sweep.Err
	}
	return cmp.Or(v.trials.Err, v.times.Err)
}

// views are the pictures with numbers.
func (v *view) views() []page.View {
	var out []page.View
	for _, p := range v.pictures() {
		if p.ready && !v.Hidden {
			out = append(out, p.View)
		}
	}
	return out
}

// widthForThree is the least width of the body with the three figures side by side.
const widthForThree = 150

func (v *view) body(area image.Rectangle) []string {
	p := v.onShow()
	switch {
	case v.Hidden:
		return v.Styles.Note(chart.InkFaint, "The figures are averages over the truth, and the sweep shows λ̂: they would give the answer away. z reveals it.", area)
	case p.count == "": // no work yet
		return nil
	case v.sweeping():
		return v.DrawView(p.View, area)
	case v.err() != nil:
		return v.Styles.Note(chart.InkWarn, v.err().Error(), area)
	case area.Dx() < widthForThree:
		return v.chart(p, area)
	}
	var blocks []page.Block
	for _, p := range v.pictures()[:state.FigureTimes+1] {
		if p.ready || p.which != state.FigureTimes || v.shows(p.which) {
			blocks = append(blocks, func(area image.Rectangle) []string { return v.chart(p, area) })
		}
	}
	return v.Row(blocks...)(area)
}

// chart draws a figure of the paper. A click on its title chooses the figure.
func (v *view) chart(p picture, area image.Rectangle) []string {
	v.Zone(page.Zone{
		Rectangle: image.Rectangle{area.Min, image.Pt(area.Max.X, area.Min.Y+1)},
		Press:     func(s *page.Snapshot, _ image.Point) page.Action { return v.Page.view(s).choose(p.which) },
	})
	if p.ready {
		return v.DrawView(p.View, area)
	}
	width := area.Dx()
	if v.Boxed() {
		width -= 2
	}
	waiting := v.Styles.Indented(chart.InkFaint, v.waiting(p.which), width, area.Dy())
	return v.Styles.Panel(v.Styles.Fitting(width-4, p.Titles...), waiting, area.Dx(), area.Dy(), v.Boxed())
}

// waiting explains why there is no figure yet.
func (v *view) waiting(f state.Chart) string {
	switch {
	case f != state.FigureTimes && v.times.Running():
		return "Trials go on when the times are measured."
	case f != state.FigureTimes:
		return "The first trials are running …"
	case v.shows(f):
		return "Measuring …"
	}
	return "Times are measured when this figure is chosen (f). Trials wait meanwhile, as they would disturb them."
}

// status is the progress of the current work.
func (v *view) status() string {
	p, text := v.onShow(), ""
	switch now := v.trials.Now; {
	case v.err() != nil || v.Hidden || p.complete && (v.sweeping() || !v.trials.Running()):
		return ""
	case v.sweeping():
		text = p.count
	case v.times.Running() || v.shows(state.FigureTimes) && !v.trials.Running():
		text = fmt.Sprintf("timing %d of %d", len(v.times.Now), mostTimes())
	default:
		count := 0
		if now.Summary != nil { // the charts show the summary
			count = now.Summary.Trials
		}
		text = fmt.Sprintf("%d of %d trials", count, v.trials.Key.trials)
		if v.trials.Running() && now.Left >= 0 {
			return text + " · " + screen.TimeLeft(now.Left)
		}
	}
	if !v.running() {
		return ""
	}
	return text
}

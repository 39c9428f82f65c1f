package figures

import (
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
	err      error  // of the numbers
	ready    bool   // there are numbers to draw
	complete bool   // with all numbers
	count    string // of the numbers; empty before any work
	at       string // of the readout
	parts    func() []screen.Part
}

// pictures returns the figures in the order of the state, with one sweep.
func (v *view) pictures() []picture {
	return []picture{v.lambdas(), v.methods(), v.measured(), v.sweeps()}
}

// onShow returns the current picture.
func (v *view) onShow() picture { return v.pictures()[min(v.figure(), state.FigureTrajectories)] }

// views are the pictures with numbers.
func (v *view) views() (out []page.View) {
	for _, p := range v.pictures() {
		if p.ready {
			out = append(out, p.View)
		}
	}
	return out
}

// widthForThree is the least width of the body with figures a to c side by side, or with c alone while
// the truth is hidden.
const widthForThree = 150

func (v *view) body(area image.Rectangle) []string {
	p := v.onShow()
	if v.sweeping() || area.Dx() < widthForThree {
		return v.chart(p, area)
	}
	var blocks []page.Block
	for _, p := range v.pictures()[v.first() : state.FigureTimes+1] {
		blocks = append(blocks, func(area image.Rectangle) []string { return v.chart(p, area) })
	}
	return v.Row(blocks...)(area)
}

// chart draws a picture. A click on its title chooses it.
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
	ink, text := v.missing(p)
	lines := v.Styles.Indented(ink, text, width, area.Dy())
	return v.Styles.Panel(v.Styles.Fitting(width-4, p.Titles...), lines, area.Dx(), area.Dy(), v.Boxed())
}

// missing explains why a picture has no numbers yet.
func (v *view) missing(p picture) (ink chart.Ink, text string) {
	switch times := p.which == state.FigureTimes; {
	case p.err != nil:
		return chart.InkWarn, p.err.Error()
	case p.which > state.FigureTimes:
		return chart.InkFaint, ""
	case !times && v.times.Running():
		return chart.InkFaint, "Trials continue when the times are measured."
	case !times:
		return chart.InkFaint, "The first trials are running …"
	case v.shows(p.which):
		return chart.InkFaint, "Measuring …"
	}
	return chart.InkFaint, "Times are measured when this figure is chosen (o). Trials wait meanwhile, because they would slow the timed runs down."
}

// status is the progress of the current work.
func (v *view) status() string {
	switch now := v.trials.Now; {
	case v.sweeping() && v.Page.sweep.Running():
		return v.onShow().count
	case v.sweeping():
	case v.times.Running():
		return fmt.Sprintf("timing %d of %d", len(v.times.Now), mostTimes())
	case v.trials.Running():
		count := 0
		if now.Summary != nil { // the charts show the summary
			count = now.Summary.Trials
		}
		text := fmt.Sprintf("%d of %d trials", count, v.trials.Key.trials)
		if now.Left >= 0 {
			text += " · " + screen.TimeLeft(now.Left)
		}
		return text
	}
	return ""
}

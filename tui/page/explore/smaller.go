package explore

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// earlierKey determines the curves for smaller n.
type earlierKey struct {
	settings settings.Settings
	rows     int
}

// earlierPause is the time from a result to the work for smaller n, so that a key that repeats
// does not wait for this work.
const earlierPause = 150 * time.Millisecond

// earlierRows returns the number of rows of smaller n that fit a screen of this height.
func earlierRows(height int) int {
	switch {
	case height >= 56:
		return 6
	case height >= 30:
		return 2
	}
	return 0
}

// stepsOfN returns up to most numbers of trajectories below n, the largest first, from the series
// 2, 3, 5, 8, 13, 20, 30, 50, 80, 130 and so on. Each number is about 1.6 times the previous.
func stepsOfN(n, most int) (out []int) {
	for power := 1; power < n; power *= 10 {
		for _, step := range []int{2, 3, 5, 8, 13} {
			if step*power < n {
				out = append(out, step*power)
			}
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out[:min(len(out), most)]
}

// followEarlier computes the curves for smaller n, after the result for all trajectories so that
// the main chart comes first.
func (p *Page) followEarlier(s *page.Snapshot) tea.Cmd {
	key := earlierKey{s.Settings, earlierRows(s.Height)}
	if p.earlier.Key != key {
		p.earlier.Forget()
	}
	if !s.OnShow || !s.Current() || key.rows == 0 {
		return nil
	}
	return p.earlier.Ensure(p.env.Context, key, func(ctx context.Context, put func([]figure.Curve)) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(earlierPause):
		}
		var found []figure.Curve
		few := key.settings
		for _, few.Trajectories = range stepsOfN(key.settings.Trajectories, key.rows) {
			a, err := p.env.Engine.Run(ctx, analysis.Request{Settings: few})
			if errors.Is(err, context.Canceled) {
				return err
			}
			if err != nil {
				return nil // fewer trajectories have no result either
			}
			found = append(found, figure.NewCurve(a))
			put(slices.Clone(found))
		}
		return nil
	})
}

// smaller returns the computed curves of smaller n, the largest n first.
func (v *view) smaller() []figure.Curve {
	if v.earlier.Key != (earlierKey{v.Settings, earlierRows(v.Height)}) {
		return nil
	}
	return v.earlier.Now
}

// strips returns the rows under the λ axis: the verdicts for all trajectories and for smaller n,
// and the choices of a class. Rows without a result are empty, so that the chart above keeps its
// height when results arrive and while n grows.
func (v *view) strips(c figure.Curve) []chart.Strip {
	n := v.Settings.Trajectories
	out := []chart.Strip{c.Verdicts(nLabel(n))}
	out[0].Ink = chart.InkSelected
	if v.strikes.Running() {
		for _, i := range v.strikes.ruledOut()[:v.strikes.Now] { // struck out so far
			out[0].Marks[i] = chart.MarkCross
			out[0].Inks[i] = chart.InkAgainst
		}
	}
	smaller := v.smaller()
	steps := stepsOfN(n, earlierRows(v.Height))
	for i := range earlierRows(v.Height) {
		var strip chart.Strip
		if i < len(smaller) {
			strip = smaller[i].Verdicts("")
			for k := range strip.Inks {
				strip.Inks[k] = chart.InkFaint
			}
		}
		if i < len(steps) {
			strip.Label = nLabel(steps[i])
		}
		strip.Ink = chart.InkFaint
		out = append(out, strip)
	}
	if v.classChose() {
		label := "λ̂'s" // of its analyses
		if v.Class.Guesses {
			label = "votes"
		}
		out = append(out, chart.Strip{Label: label, X: c.Lambda, Y: v.Class.Counts(c.Lambda), Ink: chart.InkCursor})
	}
	return out
}

// classChose reports whether a class has chosen λ's.
func (v *view) classChose() bool { return v.Class != nil && v.Class.Lambdas != nil }

// nLabel returns the label of the row for n trajectories.
func nLabel(n int) string { return "n " + strconv.Itoa(n) }

// growthWidth is the least width of the body, in cells, with room for the charts of smaller n.
const growthWidth = 150

// growthColumns is the width of two charts of smaller n whose 11 λ's have two columns each beside
// labels of six characters.
const growthColumns = 70

// mainShare returns the share of the main chart beside the charts of smaller n, in per cent.
func (v *view) mainShare() int {
	width := v.Snapshot.Body.Dx()
	return 100 * (width - growthColumns) / width
}

// growthCharts is the largest number of charts of smaller n.
const growthCharts = 6

// growing reports whether the screen has room for the charts of smaller n.
func (v *view) growing() bool {
	return v.Snapshot.Body.Dx() >= growthWidth && earlierRows(v.Height) >= growthCharts && (v.Playing || v.Settings.Trajectories > 2)
}

// growth draws the chart over λ for smaller n on the scale of a middle n, so that the charts can be
// compared: the intervals of the smallest n would flatten all others. Two charts stand side by side
// unless their bars would touch. A chart without a result is empty, so that the main chart keeps its
// width when results arrive.
func (v *view) growth(area image.Rectangle) []string {
	across := 2
	if n := len(v.Result.Selection.Candidates); 11 < n && n <= figure.BarLimit {
		across = 1
	}
	few := v.smaller()
	var scale chart.Range
	if len(few) > 0 {
		scale = v.smallSpec(few[len(few)/2]).Y.Over
	}
	var blocks []page.Block
	for i, n := range slices.Backward(stepsOfN(v.Settings.Trajectories, growthCharts/2*across)) {
		small := page.View{Titles: []string{nLabel(n)}, Spec: func(int) *chart.Spec { return nil }}
		if i < len(few) {
			c := few[i]
			small.Titles = []string{fmt.Sprintf("%s · %d of %d in", nLabel(n), c.Left(), len(c.Lambda)), nLabel(n)}
			small.Spec = func(int) *chart.Spec {
				s := v.smallSpec(c)
				s.Y.Over = scale
				return s
			}
			small.Mouse = page.Cursor
		}
		blocks = append(blocks, v.Block(small))
	}
	if len(blocks)%across > 0 {
		blocks = append(blocks, func(image.Rectangle) []string { return nil })
	}
	var lines []string
	rows := growthCharts / 2
	for i := range len(blocks) / across {
		part := area
		part.Min.Y = area.Min.Y + i*area.Dy()/rows
		part.Max.Y = area.Min.Y + (i+1)*area.Dy()/rows
		lines = append(lines, v.Row(blocks[i*across:(i+1)*across]...)(part)...)
	}
	return v.Styles.Fill(lines, area.Dx(), area.Dy())
}

// smallSpec draws the chart over λ of a curve, without names and without the dots of a fine grid.
func (v *view) smallSpec(c figure.Curve) *chart.Spec {
	s := v.overLambda(c)
	for i := range s.Series {
		q := &s.Series[i]
		q.Name = ""
		if len(c.Lambda) > figure.BarLimit && q.Marker == chart.MarkDot {
			q.Marks = []chart.Marker{}
		}
	}
	return s
}

// The data sets behind the panel of bias and variance, and the time from a result to the work for
// the panel, so that the charts of smaller n come first.
const (
	whyTrials = 80
	whyPause  = 300 * time.Millisecond
)

// readingRows is the number of rows of the explanation below the panel of bias and variance.
const readingRows = 8

// explains reports whether the screen has the panel of bias and variance. Games and drives have
// none, because 80 data sets of them take seconds.
func (v *view) explains() bool {
	short := v.Settings.Problem.Domain == "random-walk" || v.Settings.Problem.Problem != nil
	return v.growing() && short && v.Result.Truth != nil && len(v.Result.Selection.Candidates) > 1
}

// followWhy draws the data sets of the panel after a result.
func (p *Page) followWhy(s *page.Snapshot) tea.Cmd {
	if p.why.Key != s.Settings {
		p.why.Forget()
	}
	if !s.OnShow || s.Playing || !s.Current() || !p.view(s).explains() {
		return nil
	}
	plan := study.Plan{Settings: s.Settings, Sizes: []int{s.Settings.Trajectories}, Trials: whyTrials, FitsOnly: true}
	return p.why.Ensure(p.env.Context, s.Settings, func(ctx context.Context, put func(*study.Summary)) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(whyPause):
		}
		return study.Collect(ctx, p.env.Engine, plan, func(now study.Collected) {
			if now.Summary != nil && now.Summary.Trials == whyTrials {
				put(now.Summary)
			}
		})
	})
}

// whyView is the error at each λ as bias² and variance, over many data sets.
func (v *view) whyView() page.View {
	return page.View{
		Titles: []string{"Why: bias and variance of 80 data sets", "Why, over 80 data sets", "Why"},
		Spec: func(int) *chart.Spec {
			if v.why.Key != v.Settings || v.why.Now == nil {
				return nil
			}
			return figure.SplitOf(v.why.Now, 0, v.Hidden).Columns(v.CursorIndex())
		},
	}
}

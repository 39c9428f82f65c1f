package explore

import (
	"context"
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

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
	engine := p.env.Engine
	plan := study.Plan{Settings: s.Settings, Sizes: []int{s.Settings.Trajectories}, Trials: whyTrials, FitsOnly: true}
	return p.why.Ensure(p.env.Context, s.Settings, func(ctx context.Context, put func(*study.Summary)) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(whyPause):
		}
		return study.Collect(ctx, engine, plan, func(now study.Collected) {
			if now.Summary != nil && now.Summary.Trials == whyTrials {
				put(now.Summary)
			}
		})
	})
}

// explanation draws the panel of bias and variance above the meaning of the signs.
func (v *view) explanation(area image.Rectangle) []string {
	return page.Above(v.Block(v.whyView()), v.readingPanel, func(h int) int { return h - readingRows })(area)
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

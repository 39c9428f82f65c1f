// Package explore is the page that shows the evidence of the data about each λ beside the truth.
//
//	 │   ●            the LOTO error of each λ, with 95 % of its difference from λ̂
//	 ●   │
//	─┼───┼───★─       a bar that crosses the line of λ̂ is still in
//	 ○   ○   ★  ×     the same as a row of verdicts, for all trajectories and for fewer
//
// views.go has the layout, specs.go the charts, smaller.go the work for fewer trajectories, play.go
// the growth of n.
package explore

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/tui/background"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Explore.
type Page struct {
	maps  page.Memo[*analysis.Result, *valueMaps] // of the last visible result
	reach page.Memo[*analysis.Result, reach]

	env     page.Env
	earlier background.Job[earlierKey, []figure.Curve]
	strikes strikes
	scale   background.Job[settings.Settings, *analysis.Result] // of a play, by the settings
	why     background.Job[settings.Settings, *study.Summary]
}

// New returns the page.
func New(env page.Env) *Page { return &Page{env: env} }

// view is the page for a snapshot.
type view struct {
	*Page
	page.Drawing
}

// view returns the page for a snapshot. The page has one chart unless two fit below each other,
// because half a narrow screen has no room for the strip of verdicts.
func (p *Page) view(s *page.Snapshot) *view {
	shown := *s
	if s.Room == page.RoomBeside {
		shown.Room = page.RoomForOne
	}
	if before := p.lags(s); before != nil {
		shown.Result = before
	}
	return &view{p, page.Drawing{Snapshot: &shown}}
}

// lags returns the earlier result while a play strikes out λ's or computes its scale, else nil.
func (p *Page) lags(s *page.Snapshot) *analysis.Result {
	switch {
	case s.Playing && p.scale.Running():
		return p.strikes.Key
	case p.strikes.Running() && s.Result == p.strikes.Key:
		return p.strikes.before
	}
	return nil
}

// Follow computes the results for smaller n, and for other data sets of the same size.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd {
	return tea.Batch(p.followEarlier(s), p.followPlay(s), p.followWhy(s))
}

// Receive stores results for smaller n, the scale of a play and the steps between two of its results.
func (p *Page) Receive(s *page.Snapshot, msg tea.Msg) (a page.Action) {
	next, from := background.Deliver(msg, &p.earlier, &p.strikes, &p.scale, &p.why)
	if from == background.Receiver(&p.scale) && !p.scale.Running() {
		next = p.followPlay(s)
	}
	a.Cmd = next
	return a
}

// Controls returns nil: the page has no controls.
func (p *Page) Controls(*page.Snapshot) []state.Knob { return nil }

// Bindings returns the key for another chart.
func (p *Page) Bindings() []page.Binding {
	return []page.Binding{page.NextChart(state.PageExplore, func(s *page.Snapshot) page.Choices { return p.view(s).charts() })}
}

// Show returns the charts at the λ under the cursor.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	return page.Show{Drawing: &v.Drawing, Views: v.views(), Body: v.body, Readout: v.readout, Sentence: v.sentence, Name: "explore", Says: v.says}
}

// Package explore is the page that shows the evidence of the data about each λ beside the truth.
package explore

import (
	"image"

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
	if s.Room == page.RoomBeside {
		one := *s
		one.Room = page.RoomForOne
		original := s
		one.Body = func() image.Rectangle { return original.Body() } // since the screen sets Body later
		s = &one
	}
	if p.strikes.Running() && s.Result == p.strikes.Key {
		before := *s
		before.Result = p.strikes.before
		s = &before
	}
	return &view{p, page.Drawing{Snapshot: s}}
}

// Follow computes the results for smaller n, and for other data sets of the same size.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd {
	return tea.Batch(p.followEarlier(s), p.followPlay(s), p.followWhy(s))
}

// Receive stores results for smaller n, and the steps between two results of a play.
func (p *Page) Receive(_ *page.Snapshot, msg tea.Msg) (a page.Action) {
	m, ok := msg.(background.Msg)
	if !ok {
		return a
	}
	next, mine := p.earlier.Receive(m)
	if !mine {
		next, mine = p.strikes.Receive(m)
	}
	if !mine {
		next, _ = p.why.Receive(m)
	}
	a.Cmd = next
	return a
}

// Controls returns nil: the page has no controls.
func (p *Page) Controls(*page.Snapshot) []state.Knob { return nil }

// Bindings returns the keys for new data and for other charts.
func (p *Page) Bindings() []page.Binding {
	return []page.Binding{
		{
			Keys: "o",
			When: func(s *page.Snapshot) bool { return s.Result != nil },
			Do:   func(s *page.Snapshot) page.Action { return p.view(s).otherChart() },
			Hint: func(s *page.Snapshot) page.Hint { return page.HintSwap(s, len(p.view(s).charts()) > 1) },
		},
	}
}

// Show returns the charts at the λ under the cursor.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	return page.Show{Drawing: &v.Drawing, Views: v.views(), Body: v.body, Readout: v.readout, Sentence: v.sentence, Name: "explore", Says: v.says}
}

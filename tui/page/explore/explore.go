// Package explore is the page that shows what the data say of each λ, and whether that
// is right.
package explore

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/background"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Explore.
type Page struct {
	maps  page.Memo[*analysis.Result, *valueMaps] // of the last result that was on show
	reach page.Memo[*analysis.Result, reach]

	env     page.Env
	earlier background.Job[settings.Settings, []smaller]
}

// New returns the page.
func New(env page.Env) *Page { return &Page{env: env} }

// view is the page over a snapshot.
type view struct {
	*Page
	page.Drawing
}

// view returns the page over a snapshot. It has one chart unless two have room below each other,
// because half a narrow screen has no room for the strip of verdicts.
func (p *Page) view(s *page.Snapshot) *view {
	if s.Room == page.RoomBeside {
		one := *s
		one.Room = page.RoomForOne
		s = &one
	}
	return &view{p, page.Drawing{Snapshot: s}}
}

// Follow computes the results for smaller n.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd { return p.followEarlier(s) }

// Receive takes up results for smaller n.
func (p *Page) Receive(_ *page.Snapshot, msg tea.Msg) (a page.Action) {
	if m, ok := msg.(background.Msg); ok {
		a.Cmd, _ = p.earlier.Receive(m)
	}
	return a
}

// Controls returns none.
func (p *Page) Controls(*page.Snapshot) []state.Knob { return nil }

// Bindings are the keys for new data, and for other charts.
func (p *Page) Bindings() []page.Binding {
	return []page.Binding{
		{Keys: "space", Does: "new data: the next seed", Do: (*page.Snapshot).NewSeed}, // elsewhere it plays
		{
			Keys: "o",
			When: func(s *page.Snapshot) bool { return s.Result != nil },
			Do:   func(s *page.Snapshot) page.Action { return p.view(s).otherChart() },
			Hint: func(s *page.Snapshot) page.Hint { return page.HintSwap(s, len(p.view(s).charts()) > 1) },
		},
	}
}

// Show is the charts at the λ under the cursor.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	return page.Show{Drawing: &v.Drawing, Views: v.views(), Body: v.body, Readout: v.readout, Findings: v.findings, Name: "explore", Says: v.says}
}

// Package explore is the page that shows what the data say of each λ, and whether that
// is right.
package explore

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Explore.
type Page struct {
	maps  page.Memo[*analysis.Result, *valueMaps] // of the last result that was on show
	reach page.Memo[*analysis.Result, reach]
}

// New returns the page.
func New() *Page { return new(Page) }

// view is the page over a snapshot.
type view struct {
	*Page
	page.Drawing
}

func (p *Page) view(s *page.Snapshot) *view { return &view{p, page.Drawing{Snapshot: s}} }

// Follow does nothing: the page has no work of its own.
func (p *Page) Follow(*page.Snapshot) tea.Cmd { return nil }

// Receive takes no message: the page has no work of its own.
func (p *Page) Receive(*page.Snapshot, tea.Msg) page.Action { return page.Action{} }

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
	return page.Show{Drawing: &v.Drawing, Views: v.views(), Body: v.body, Readout: v.readout, Findings: v.findings, Export: v.export}
}

// Reading says how to read the page.
func (p *Page) Reading(s *page.Snapshot) []string { return p.view(s).reading() }

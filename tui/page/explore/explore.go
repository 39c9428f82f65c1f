// Package explore is the page that shows what the data say of each λ, and whether that
// is right.
package explore

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/control"
	"lambdascope/tui/page"
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
func (p *Page) Receive(*page.Snapshot, tea.Msg) (page.Action, tea.Cmd) { return page.Action{}, nil }

// Controls returns none.
func (p *Page) Controls(*page.Snapshot) []control.Control { return nil }

// newData is Explore's second key for new data; on other pages it plays.
func newData() key.Binding { return page.Bind("space", "new data: the next seed", "space") }

// Press takes the keys for new data and for another chart.
func (p *Page) Press(s *page.Snapshot, msg tea.KeyPressMsg) (a page.Action, cmd tea.Cmd, taken bool) {
	v := p.view(s)
	switch {
	case key.Matches(msg, newData()):
		return s.NewSeed(), nil, true
	case s.Result != nil && key.Matches(msg, page.Swap()):
		next := s.State
		next.Chart = v.chartOnShow()%len(v.charts()) + 1
		return page.Go(next), nil, true
	}
	return a, nil, false
}

// Show is the charts at the λ under the cursor.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	return page.Show{Drawing: &v.Drawing, Views: v.views(), Body: v.body, Readout: v.readout, Findings: v.findings, Export: v.export}
}

// Hints returns the keys for the footer.
func (p *Page) Hints(s *page.Snapshot) []page.Hint {
	out := []page.Hint{{Key: ", .", Does: "λ cursor", Press: "."}, {Key: "p", Does: "pin", Press: "p"}, {Key: "v", Does: "view", Press: "v"}}
	if v := p.view(s); s.Result != nil && s.Room != page.RoomForOne && len(v.charts()) > 1 {
		out = slices.Insert(out, 0, page.Hint{Key: "o", Does: "other chart", Press: "o"})
	}
	return out
}

// Help explains the page.
func (p *Page) Help(s *page.Snapshot) page.Help {
	return page.Help{Keys: []page.Keys{{Title: "Explore", Bindings: []key.Binding{newData()}}}, Reading: p.view(s).reading()}
}

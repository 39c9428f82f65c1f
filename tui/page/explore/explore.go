// Package explore is the page that shows what the data say of each λ, and whether that
// is right.
package explore

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/control"
	"lambdascope/tui/page"
)

// Page is the page Explore.
type Page struct {
	maps  *valueMaps // of the last result that was on show; nil before the first
	reach reach      // of that result

	extents page.Memo[extentsOf, []page.Extent]
}

// New returns the page.
func New() *Page { return new(Page) }

// view is the page over a snapshot.
type view struct {
	page.Drawing
	maps *valueMaps // nil where there is no result
}

func (p *Page) view(s *page.Snapshot) *view {
	v := &view{Drawing: page.Drawing{Snapshot: s}, maps: p.maps}
	if s.Result != nil && (v.maps == nil || v.maps.of != s.Result) {
		v.maps = newValueMaps(s.Result)
	}
	return v
}

// Follow prepares what is drawn of a result at all λ's.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd {
	if s.OnShow {
		p.maps = p.view(s).maps
		if s.Result != nil && p.reach.of != s.Result {
			p.reach = newReach(s.Result)
		}
	}
	return nil
}

// Receive takes no message: the page has no work of its own.
func (p *Page) Receive(*page.Snapshot, tea.Msg) (page.Action, tea.Cmd) { return page.Action{}, nil }

// Controls returns none.
func (p *Page) Controls(*page.Snapshot) []control.Control { return nil }

// Status is empty.
func (p *Page) Status(*page.Snapshot) string { return "" }

// Done is nothing.
func (p *Page) Done(*page.Snapshot) page.Done { return page.Done{} }

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

// Draw draws the charts.
func (p *Page) Draw(s *page.Snapshot) page.Frame {
	v := p.view(s)
	lines := v.body(s.Body())
	return page.Frame{Lines: lines, Zones: v.Zones, Readout: v.readout(), Findings: v.findings(s.TextRows)}
}

// Hints returns the keys for the footer.
func (p *Page) Hints(s *page.Snapshot) []page.Hint {
	out := []page.Hint{{Key: ", .", Does: "λ cursor", Press: "."}, {Key: "p", Does: "pin", Press: "p"}, {Key: "v", Does: "view", Press: "v"}}
	if v := p.view(s); s.Result != nil && s.Room != page.RoomForOne && len(v.charts()) > 1 {
		out = slices.Insert(out, 0, page.Hint{Key: "o", Does: "other chart", Press: "o"})
	}
	return out
}

// Export has the analysis as the run command writes it, and the values at the λ under
// the cursor.
func (p *Page) Export(s *page.Snapshot) page.Export { return p.view(s).export() }

// Help explains the page.
func (p *Page) Help(s *page.Snapshot) page.Help {
	return page.Help{Keys: []page.Keys{{Title: "Explore", Bindings: []key.Binding{newData()}}}, Reading: p.view(s).reading()}
}

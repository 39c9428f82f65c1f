package apptest

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// blank is an empty page.
type blank struct{}

func (blank) Follow(*page.Snapshot) tea.Cmd               { return nil }
func (blank) Controls(*page.Snapshot) []state.Knob        { return nil }
func (blank) Bindings() []page.Binding                    { return nil }
func (blank) Play(*page.Snapshot) page.Play               { return page.Play{} }
func (blank) Receive(*page.Snapshot, tea.Msg) page.Action { return page.Action{} }

func (blank) Show(s *page.Snapshot) page.Show {
	return page.Show{
		Drawing: &page.Drawing{Snapshot: s},
		Body: func(area image.Rectangle) []string {
			return s.Styles.Fill(nil, area.Dx(), area.Dy())
		},
		Readout:  func() (string, []screen.Part) { return "", nil },
		Sentence: func() page.Sentence { return page.Sentence{} },
		Says:     func() (string, []string) { return "", nil },
	}
}

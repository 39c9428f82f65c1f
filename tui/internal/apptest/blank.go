package apptest

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/control"
	"lambdascope/tui/page"
)

// blank is a page with nothing on it.
type blank struct{}

func (blank) Follow(*page.Snapshot) tea.Cmd                              { return nil }
func (blank) Controls(*page.Snapshot) []control.Control                  { return nil }
func (blank) Hints(*page.Snapshot) []page.Hint                           { return nil }
func (blank) Status(*page.Snapshot) string                               { return "" }
func (blank) Done(*page.Snapshot) page.Done                              { return page.Done{} }
func (blank) Extents(*page.Snapshot) []page.Extent                       { return nil }
func (blank) Help(*page.Snapshot) page.Help                              { return page.Help{} }
func (blank) Export(*page.Snapshot) page.Export                          { return page.Export{} }
func (blank) Receive(*page.Snapshot, tea.Msg) (a page.Action, _ tea.Cmd) { return a, nil }
func (blank) Press(*page.Snapshot, tea.KeyPressMsg) (a page.Action, _ tea.Cmd, _ bool) {
	return a, nil, false
}

func (blank) Draw(s *page.Snapshot) page.Frame {
	var lines []string
	for range s.Body().Dy() {
		lines = append(lines, s.Styles.Line(s.Body().Dx()).String())
	}
	return page.Frame{Lines: lines, Readout: s.Styles.Line(s.Width).String()}
}

package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/state"
)

// pin keeps the present curve in sight.
func (m *model) pin() tea.Cmd {
	switch {
	case m.analysis == nil:
		return nil
	case slices.Contains(m.Pins.List(), m.analysis.Settings):
		m.fault = "this curve is pinned already"
		return nil
	}
	s := m.State
	s.Pins = s.Pins.With(m.analysis.Settings)
	m.pinned.Now = adding(m.pinned.Now, m.analysis)
	switch {
	case m.Page != state.PageExplore:
		m.news = "Pinned. The curve shows on Explore."
	case len(m.Pins.List()) == state.MaxPins:
		m.news = fmt.Sprintf("Pinned. The oldest of %d pinned curves made room.", state.MaxPins)
	}
	return m.change(s, "")
}

func (m *model) unpin() tea.Cmd {
	s := m.State
	s.Pins = s.Pins.Without()
	if s == m.State {
		m.fault = "nothing is pinned"
		return nil
	}
	if m.Page != state.PageExplore {
		m.news = fmt.Sprintf("Unpinned. %d pinned on Explore.", len(s.Pins.List()))
	}
	return m.change(s, "")
}

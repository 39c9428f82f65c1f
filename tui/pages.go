package tui

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/control"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// onShow returns the page on the screen.
func (m *model) onShow() page.Page { return m.pages[m.Page] }

// Snapshot returns what pages are told.
func (m *model) Snapshot() *page.Snapshot {
	s := &page.Snapshot{
		State: m.State, Result: m.analysis, Err: m.failure, Revealed: m.revealed, Most: m.most,
		OnShow: true, Focus: m.focus,
		Styles: m.styles, Charts: m.charts, Width: m.width, Height: m.height, Body: m.body,
	}
	for i, pinned := range m.Pins.List() {
		s.Pinned[i] = m.pinned[pinned]
	}
	if !m.tooSmall() {
		s.Room = shapeOf(m.width, m.height, 0).room
	}
	return s
}

// body returns where the charts are.
func (m *model) body() image.Rectangle {
	switch s := shapeOf(m.width, m.height, 0); {
	case m.tooSmall():
		return image.Rectangle{}
	case s.sidebar:
		return s.body
	}
	return shapeOf(m.width, m.height, len(m.panel().folded())).body
}

// mostTrajectories returns how many trajectories there can be with the settings.
func (m *model) mostTrajectories() int {
	s := m.Settings
	most := analysis.MaxTrajectories
	if s.Recorded() {
		most = max(m.worker.file.Trajectories, s.Trajectories)
	}
	return min(most, m.config.Limits.MostTrajectories(s))
}

// follow tells the pages of a change: first those that are not on show, as they may
// have work to stop.
func (m *model) follow() tea.Cmd {
	var cmds []tea.Cmd
	s := m.Snapshot()
	for i, p := range m.pages {
		if state.Page(i) != m.Page {
			other := *s
			other.OnShow = false
			cmds = append(cmds, p.Follow(&other))
		}
	}
	return tea.Batch(append(cmds, m.onShow().Follow(s))...)
}

// pass hands a message that is not the app's own to the pages.
func (m *model) pass(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i, p := range m.pages {
		s := m.Snapshot()
		s.OnShow = state.Page(i) == m.Page
		a, cmd := p.Receive(s, msg)
		cmds = append(cmds, cmd, m.apply(a))
	}
	return tea.Batch(cmds...)
}

// apply does what a page wants.
func (m *model) apply(a page.Action) tea.Cmd {
	if a.News != "" {
		m.news = a.News
	}
	if a.Focus != "" && a.Focus != m.focus {
		m.focusOn(a.Focus)
	}
	if a.Fault != "" {
		m.fault = a.Fault
	}
	if a.State == nil {
		return nil
	}
	return m.propose(*a.State, a.Run)
}

// firstFocus puts the focus where the page on show has it at first: on a control
// of its own, or on that of a setting that had it last.
func (m *model) firstFocus() {
	m.focus = m.shared
	for _, c := range m.onShow().Controls(m.Snapshot()) {
		if c.First {
			m.focus = c.Name
		}
	}
}

// open puts a page on show.
func (m *model) open(p state.Page) tea.Cmd {
	m.fault = ""
	m.turnTo((p%state.NumPages + state.NumPages) % state.NumPages)
	return m.follow()
}

// turnTo puts a page on show, and the focus where that has it at first.
func (m *model) turnTo(p state.Page) {
	m.history.Settle()
	if !slices.ContainsFunc(m.onShow().Controls(m.Snapshot()), func(c control.Control) bool { return c.Name == m.focus }) {
		m.shared = m.focus
	}
	m.Page = p
	m.firstFocus()
}

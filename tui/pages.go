package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/tui/control"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// onShow returns the page on the screen.
func (m *model) onShow() page.Page { return m.pages[m.Page] }

// Snapshot returns what pages are told, but for the exact height of their part of the
// screen, which depends on their controls: see laidOut.
func (m *model) Snapshot() *page.Snapshot {
	s := &page.Snapshot{
		State: m.State, Result: m.analysis, Err: m.failure, Revealed: m.revealed, Most: m.most,
		OnShow: true, Focus: m.focus,
		Styles: m.styles, Charts: m.charts, Width: m.width,
	}
	for i, pinned := range m.Pins.List() {
		s.Pinned[i] = m.pinned[pinned]
	}
	if !m.tooSmall() {
		sh := shapeOf(m.width, m.height, 0)
		s.Room, s.Body = sh.room, sh.body
	}
	return s
}

// laidOut returns what pages are told.
func (m *model) laidOut() *page.Snapshot {
	s := m.Snapshot()
	if m.tooSmall() {
		return s
	}
	if sh := shapeOf(m.width, m.height, 0); !sh.sidebar {
		s.Body = shapeOf(m.width, m.height, len(m.panel().folded())).body
	}
	return s
}

// mostTrajectories returns how many trajectories there can be with the settings.
func (m *model) mostTrajectories() int {
	s := m.Settings
	most := study.MaxTrajectories
	if s.Recorded() {
		most = max(m.worker.file.Trajectories, s.Trajectories)
	}
	if grid, err := study.ParseLambdas(s.Lambdas); err == nil {
		limit, _ := m.config.Limits.most(s, len(grid))
		most = min(most, limit)
	}
	return most
}

// follow tells the pages of a change: first those that are not on show, as they may
// have work to stop.
func (m *model) follow() tea.Cmd {
	var cmds []tea.Cmd
	s := m.laidOut()
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
		s := m.laidOut()
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

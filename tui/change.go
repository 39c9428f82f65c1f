package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/settings"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// apply does what a page, a lesson, a class or an overlay wants.
func (m *model) apply(a page.Action) tea.Cmd {
	if a.Close {
		m.overlays.Clear()
	}
	if a.Focus != "" && a.Focus != m.focus {
		m.focusOn(a.Focus)
	}
	var cmd tea.Cmd
	switch {
	case a.Follow != nil:
		m.news = ""
		cmd = m.followPresenter(*a.Follow)
	case a.Step == page.LessonEnds:
		cmd = m.restore()
	case a.Step != page.NoStep:
		cmd = m.putScene(*a.State, a.Step)
	case a.State != nil:
		cmd = m.propose(*a.State, a.Run)
	}
	if a.News != "" {
		m.news = a.News
	}
	if a.Welcome != "" {
		m.welcome = a.Welcome
	}
	if a.Fault != "" {
		m.fault = a.Fault
	}
	if a.Open != nil {
		m.overlays.Open(a.Open)
	}
	return tea.Batch(cmd, a.Cmd)
}

// set gives a control a value. On an error the old value stays and the fault
// says what is accepted.
func (m *model) set(c state.Knob, text, run string) tea.Cmd {
	s := m.State
	if err := c.Set(&s, text); err != nil {
		m.fault = err.Error()
		return nil
	}
	return m.propose(s, run)
}

// turn changes the focused control by steps.
func (m *model) turn(steps int) tea.Cmd {
	c, _ := m.focused()
	return m.set(c, c.Turn(m.State, steps), c.Name)
}

// propose goes to another state, unless it is beyond the limits or has no result, which
// the fault then says.
func (m *model) propose(s state.State, run string) tea.Cmd {
	var err error
	if s.Settings != m.Settings {
		s.Settings, err = m.check(s.Settings)
	}
	if err == nil && s.Trials != m.Trials {
		err = m.config.Limits.CheckTrials(s.Trials)
	}
	if err != nil {
		m.fault = err.Error()
		return nil
	}
	return m.change(s, run)
}

// check returns settings in their usual form, or says what is wrong with them.
func (m *model) check(s settings.Settings) (settings.Settings, error) {
	s, err := m.config.Engine.Check(s)
	if err == nil {
		err = m.config.Limits.Check(s)
	}
	return s, err
}

// change goes to another state. Undo takes back what is not only where a person looks.
func (m *model) change(s state.State, run string) tea.Cmd {
	if s.SameChoices(m.State) { // what a page keeps itself may have changed too
		m.show(s)
		return m.follow()
	}
	m.history.Record(m.State, run)
	return m.stage(s)
}

// show makes a state the one on the screen.
func (m *model) show(s state.State) {
	if s.Page != m.Page {
		m.turnTo(s.Page)
	}
	changed := s.Settings != m.Settings
	m.State = s
	if changed {
		m.welcome = ""
		m.most = m.mostTrajectories()
	}
}

// stage shows a state, and analyses its settings if they are others.
func (m *model) stage(s state.State) tea.Cmd {
	m.fault = ""
	same := s.Settings == m.Settings
	m.show(s)
	if same && m.job.Err == nil {
		return tea.Batch(m.analyzePins(m.Pins), m.follow())
	}
	return m.start()
}

// travel goes to another state of the history.
func (m *model) travel(to func(now state.State) (state.State, bool), does string) tea.Cmd {
	s, ok := to(m.State)
	if !ok {
		m.fault = "nothing to " + does
		return nil
	}
	return m.stage(s)
}

// open puts a page on show.
func (m *model) open(p state.Page) tea.Cmd {
	p = (p%state.NumPages + state.NumPages) % state.NumPages
	if p == state.PageDial && m.Page != p {
		return m.propose(m.State.OnDial(), "")
	}
	m.turnTo(p)
	return m.follow()
}

// turnTo puts a page on show, and the focus on its first control.
func (m *model) turnTo(p state.Page) {
	m.history.Settle()
	if !slices.ContainsFunc(m.onShow().Controls(m.Snapshot()), func(c state.Knob) bool { return c.Name == m.focus }) {
		m.shared = m.focus
	}
	m.Page = p
	m.firstFocus()
}

// start analyses the settings, and what else the state shows.
func (m *model) start() tea.Cmd {
	m.revealed = false
	follow := m.follow() // which stops what is of other settings
	var keep []float64
	if m.Cursor.Set {
		keep = append(keep, m.Cursor.Value)
	}
	return tea.Batch(m.analyze(m.Settings, keep...), m.analyzePins(m.Pins), follow)
}

// follow tells the pages of a change: first those that are not on show, as they may
// have work to stop.
func (m *model) follow() tea.Cmd {
	var cmds []tea.Cmd
	s := m.Snapshot()
	for i, p := range m.pages {
		if state.Page(i) != m.Page {
			other := *s
			other.OnShow, other.Result, other.First = false, m.analysis, 0
			cmds = append(cmds, p.Follow(&other))
		}
	}
	return tea.Batch(append(cmds, m.onShow().Follow(s))...)
}

package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// apply carries out an action of a page, a lesson, the class or an overlay.
func (m *model) apply(a page.Action) tea.Cmd {
	if a.Close {
		m.overlays.Clear()
	}
	if a.Focus != "" && a.Focus != m.controls.Name {
		m.controls.FocusOn(a.Focus)
	}
	var preview, cmd tea.Cmd
	if a.Preview != nil {
		preview = m.preview(*a.Preview)
	}
	if next := a.Preferences; next != nil {
		m.config.Preferences = *next
		m.repaint(*next)
		if next.Theme == screen.ThemeAuto {
			cmd = tea.RequestBackgroundColor
		}
	}
	switch {
	case a.Follow != nil:
		m.news = ""
		cmd = m.followPresenter(*a.Follow)
	case a.Step == page.LessonEnds:
		cmd = m.restore()
	case a.Step != page.NoStep:
		cmd = m.putScene(*a.State, a.Step)
	case a.State != nil:
		cmd = m.Go(*a.State, a.Run)
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
	text, message := a.Open.(overlay.Message)
	if news := strings.Join(text, ""); message && m.overlays.Empty() && m.ready() && m.fits(news) {
		m.news = news
	} else if a.Open != nil {
		m.overlays.Open(a.Open)
	}
	return tea.Batch(preview, cmd, a.Cmd)
}

// Go goes to another state as a step of undo. It sets the fault for a state beyond the limits or
// without a result.
func (m *model) Go(s state.State, run string) tea.Cmd {
	s, err := m.config.check(m.State, s)
	if err != nil {
		m.fault = err.Error()
		return nil
	}
	return m.change(s, run)
}

// change goes to another state, as a step of undo unless only the view differs.
func (m *model) change(s state.State, run string) tea.Cmd {
	if s.SameChoices(m.State) { // even for an equal state, because a page may have changed inside
		m.show(s)
		return m.follow()
	}
	m.history.Record(m.State, run)
	return m.stage(s)
}

// preview shows a view before it is chosen. The chosen view ends the preview.
func (m *model) preview(p page.Preview) tea.Cmd {
	m.repaint(p.Preferences)
	if p.State == m.State {
		return nil
	}
	if m.chosen == nil {
		chosen := m.view
		m.chosen = &chosen
	}
	cmd := m.stage(p.State)
	if p.State == m.chosen.State {
		m.view = *m.chosen
		m.chosen = nil
	}
	return cmd
}

// committed returns the state without a preview.
func (m *model) committed() state.State {
	if m.chosen != nil {
		return m.chosen.State
	}
	return m.State
}

// stage shows a state and analyses new settings.
func (m *model) stage(s state.State) tea.Cmd {
	m.fault = ""
	same := s.Settings == m.Settings
	m.show(s)
	if same && m.job.Err == nil {
		return tea.Batch(m.analyzePins(m.Pins), m.follow())
	}
	return m.start()
}

// show makes a state the one on the screen.
func (m *model) show(s state.State) {
	if s.Page != m.Page {
		m.history.Settle()
		m.controls.Leave(m.Snapshot())
		m.Page = s.Page
		m.controls.FocusFirst(m.Snapshot())
	}
	if s.Settings != m.Settings || s.Hidden != m.Hidden { // the page then asks or answers
		m.welcome = ""
	}
	if s.Hidden != m.Hidden {
		m.revealed = m.Hidden
	}
	m.State = s
}

// start analyses the settings and the pins.
func (m *model) start() tea.Cmd {
	m.revealed = false
	follow := m.follow() // stops work for other settings
	var keep []float64
	if m.Cursor.Set {
		keep = append(keep, m.Cursor.Value)
	}
	return tea.Batch(m.analyze(m.Settings, m.Page, keep...), m.analyzePins(m.Pins), follow)
}

// follow tells the pages about a change. Hidden pages come first, so that their work stops before new
// work starts.
func (m *model) follow() tea.Cmd {
	cmds := []tea.Cmd{m.calibrate(m.Settings, m.Page)}
	s := m.Snapshot()
	for i, p := range m.pages {
		if state.Page(i) != m.Page {
			other := *s
			other.OnShow = false
			other.Result = m.analysis
			other.First = 0
			cmds = append(cmds, p.Follow(&other))
		}
	}
	return tea.Batch(append(cmds, m.pages[m.Page].Follow(s))...)
}

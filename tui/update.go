package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/background"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Init starts the first analysis and asks for the terminal's background.
func (m *model) Init() tea.Cmd {
	first := tea.Batch(m.start(), m.lessons.Say(), m.class.Init())
	if m.config.Theme == screen.ThemeAuto {
		return tea.Batch(first, tea.RequestBackgroundColor)
	}
	return first
}

// Update handles a message. It never waits, because work runs in commands.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if next, mine := m.glide.Update(msg); mine {
		return m, next
	}
	before := m.currentView()
	cmd := tea.Batch(m.handle(msg), m.introduce())
	m.fit()
	shown := m.shown(m.Page)
	cmd = tea.Batch(cmd, m.glide.Follow(subject{m.State, shown}, m.config.Moves && !m.config.Still))
	m.held.follow(shown, m.Hold, func() page.Axes { return m.pages[m.Page].Show(m.Snapshot()).Axes() })
	cmd = tea.Batch(cmd, m.noticeWait())
	pressed := false
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		pressed = true
	}
	m.class.Keep(pressed, before)
	return m, cmd
}

// subject determines the places of the marks.
type subject struct {
	state.State
	shown *analysis.Result
}

func (m *model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.full, m.height = msg.Width, msg.Height // in the bounds of the terminal
		m.fit()
		return m.follow()
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.repaint(m.config.Preferences)
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		m.repaint(m.config.Preferences)
	case background.Msg:
		return m.progress(msg)
	case tea.PasteMsg:
		m.fault = ""
		if m.controls.Typing() || m.overlays.Empty() {
			return m.apply(m.controls.Paste(m.Snapshot(), msg.Content))
		}
	case tea.KeyPressMsg:
		if msg.String() == "space" {
			return m.press(msg)
		}
		return tea.Batch(m.endPlay(), m.press(msg))
	case tea.MouseClickMsg, tea.MouseWheelMsg:
		return tea.Batch(m.endPlay(), m.mouse(msg.(tea.MouseMsg)))
	case tea.MouseMsg:
		return m.mouse(msg)
	default:
		return m.pass(msg)
	}
	return nil
}

// progress hands a message of a job to the owner.
func (m *model) progress(msg background.Msg) tea.Cmd {
	if next, changed, mine := m.receive(msg); mine {
		if m.chosen != nil && m.job.Slow { // what takes long is not worth a preview
			return m.preview(page.Preview{State: m.chosen.State, Preferences: m.config.Preferences})
		}
		if changed {
			return tea.Batch(next, m.follow())
		}
		return next
	}
	if next, mine := m.pinned.Receive(msg); mine {
		if err := m.pinned.Err; msg.Ended && err != nil {
			m.news = "A pinned curve is missing: " + err.Error() + "."
		}
		return next
	}
	if next, mine := m.player.Receive(msg); mine {
		switch {
		case !msg.Ended:
			return next
		case !m.overlays.Empty():
			return m.follow()
		}
		return m.apply(m.player.step(m.Snapshot(), m.job.Running()))
	}
	if a, mine := m.exports.Update(msg, m.fits); mine {
		return m.apply(a)
	}
	return m.pass(msg)
}

// pass hands a message to the lesson, the class and the pages.
func (m *model) pass(msg tea.Msg) tea.Cmd {
	if next, mine := m.lessons.Update(msg); mine {
		return next
	}
	if a, mine := m.class.Update(msg, m.overlays.Top()); mine {
		return m.apply(a)
	}
	var cmds []tea.Cmd
	for i, p := range m.pages {
		s := m.Snapshot()
		if s.OnShow = state.Page(i) == m.Page; !s.OnShow {
			s.Result = m.analysis
			s.First = 0
		}
		cmds = append(cmds, m.apply(p.Receive(s, msg)))
	}
	return tea.Batch(cmds...)
}

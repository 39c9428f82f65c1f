package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/background"
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
	if msg, ok := msg.(frame); ok {
		return m, m.advance(msg)
	}
	before := m.currentView()
	was := m.subject()
	cmd := tea.Batch(m.handle(msg), m.introduce())
	m.fit()
	if m.subject() != was {
		cmd = tea.Batch(cmd, m.beginGlide())
	}
	m.holdAxes()
	cmd = tea.Batch(cmd, m.noticeWait())
	pressed := false
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		pressed = true
	}
	m.class.Keep(pressed, before)
	return m, cmd
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
		return m.paste(msg)
	case tea.KeyPressMsg:
		if msg.String() == "space" {
			return m.press(msg)
		}
		return tea.Batch(m.stopPlay(), m.press(msg))
	case tea.MouseClickMsg, tea.MouseWheelMsg:
		return tea.Batch(m.stopPlay(), m.mouse(msg.(tea.MouseMsg)))
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
		if m.preview != nil && m.job.Slow { // what takes long is not worth a preview
			return m.endPreview()
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
		if msg.Ended {
			return m.step()
		}
		return next
	}
	if next, mine := m.exports.Receive(msg); mine {
		if !msg.Ended {
			return next
		}
		m.news = m.exported()
		return nil
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

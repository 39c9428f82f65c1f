package tui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/attend"
	"lambdascope/tui/classroom"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
	"lambdascope/tui/worker"
)

// Init starts the first analysis and asks for the terminal's background.
func (m *model) Init() tea.Cmd {
	first := tea.Batch(m.start(), m.lessons.Say(), m.room.Await())
	if m.config.Theme == screen.ThemeAuto {
		return tea.Batch(first, tea.RequestBackgroundColor)
	}
	return first
}

// Update takes a message. It never waits: work is a command.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	before := m.currentView()
	cmd := m.handle(msg)
	m.settle()
	cmd = tea.Batch(cmd, m.noticeWait())
	m.keepRoom(msg, before)
	return m, cmd
}

func (m *model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height // in the bounds of the terminal
		if r := m.config.Remote; r != nil && r.Cut != nil && r.Cut() {
			m.news = fmt.Sprintf("Drawn in %d×%d of your window, as the server is short of memory.", m.width, m.height)
		}
		return m.follow()
	case tea.BackgroundColorMsg:
		m.repaint(msg.IsDark())
	case tea.ColorProfileMsg:
		m.convert = msg.Convert
		m.repaint(m.dark)
	case worker.Result:
		return m.receive(msg)
	case worker.Other:
		m.pinDrawn(msg)
	case worker.Progress:
		if m.goesOn(msg) {
			m.busy, m.partLate = true, m.partOf != m.Settings
		}
		return msg.Await
	case worker.Part:
		if m.goesOn(msg.Progress) {
			m.busy = m.busy || time.Since(msg.Since) >= worker.Patience
			m.showPart(msg.Analysis)
			return tea.Batch(m.follow(), msg.Await)
		}
		return msg.Await
	case exportMsg:
		m.exported(msg)
	case attend.Msg:
		m.lessons.Receive(msg)
	case classroom.Msg:
		return m.receiveRoom(msg)
	case tea.PasteMsg:
		m.paste(msg)
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	default:
		return m.pass(msg)
	}
	return nil
}

// goesOn notes that the analysis of the settings at hand goes on, and tells whether a
// message is of that.
func (m *model) goesOn(msg worker.Progress) bool {
	if msg.Generation != m.worker.Generation {
		return false
	}
	m.left = msg.Left()
	return true
}

// showPart puts a part of the result of the settings at hand on the screen.
func (m *model) showPart(a *analysis.Result) {
	m.part, m.partOf, m.partLate = a, m.Settings, false
	if grid, err := settings.ParseLambdas(m.Settings.Lambdas); err == nil {
		m.lambdas = len(grid)
	}
}

func (m *model) receive(msg worker.Result) tea.Cmd {
	if msg.Generation != m.worker.Generation {
		return nil
	}
	m.busy, m.left, m.part, m.partOf = false, "", nil, settings.Settings{}
	m.failure = msg.Err
	if msg.Err == nil {
		m.analysis = msg.Analysis
	}
	return m.follow()
}

// pass hands a message that is not the app's own to the pages.
func (m *model) pass(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i, p := range m.pages {
		s := m.Snapshot()
		if s.OnShow = state.Page(i) == m.Page; !s.OnShow {
			s.Result, s.First = m.analysis, 0
		}
		a, cmd := p.Receive(s, msg)
		cmds = append(cmds, cmd, m.apply(a))
	}
	return tea.Batch(cmds...)
}

package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/state"
)

// press handles a key: of what is typed into, of the text that lies over the page,
// of the page, or of all pages.
func (m *model) press(msg tea.KeyPressMsg) tea.Cmd {
	if m.overlays.Empty() { // it hides the news
		m.news = ""
	}
	k := m.common
	switch {
	case key.Matches(msg, k.Interrupt):
		return tea.Quit
	case key.Matches(msg, k.Suspend):
		return tea.Suspend
	case m.entry != nil:
		return m.pressTyping(msg)
	case m.prompt != nil:
		return m.pressPrompt(msg)
	case !m.overlays.Empty():
		return m.pressOverlay(msg)
	}
	if m.jump != nil && m.pressJump(msg) {
		return nil
	}
	if cmd, taken := m.pressRoom(msg); taken {
		return cmd
	}
	if cmd, taken := m.pressLesson(msg); taken {
		return cmd
	}
	if a, cmd, taken := m.onShow().Press(m.Snapshot(), msg); taken {
		return tea.Batch(m.apply(a), cmd)
	}
	switch {
	case key.Matches(msg, k.Quit):
		return tea.Quit
	case key.Matches(msg, k.Help):
		m.openHelp()
	case key.Matches(msg, k.Summary):
		m.openSummary()
	case key.Matches(msg, k.Copy):
		return m.copyCommand()
	case key.Matches(msg, k.Export):
		return m.export()
	case key.Matches(msg, k.Mouse):
		m.toggleMouse()
	case key.Matches(msg, k.Command):
		m.openPrompt("")
	case key.Matches(msg, k.Jump):
		m.jump, m.fault = &panel.Jump{}, ""
	case key.Matches(msg, k.Swap):
		m.swap()
		return m.follow()
	case key.Matches(msg, k.Back):
		m.Cursor, m.fault = state.Optional[float64]{}, ""
		return m.follow()
	}
	if cmd, taken := m.pressPages(msg); taken {
		return cmd
	}
	if cmd, taken := m.pressControls(msg); taken {
		return cmd
	}
	return m.pressState(msg)
}

// pressPages handles the keys that change pages and move the λ cursor.
func (m *model) pressPages(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	k := m.common
	switch {
	case key.Matches(msg, k.Explore):
		return m.open(state.PageExplore), true
	case key.Matches(msg, k.Folds):
		return m.open(state.PageFolds), true
	case key.Matches(msg, k.Trials):
		return m.open(state.PageTrials), true
	case key.Matches(msg, k.Figs):
		return m.open(state.PageFigures), true
	case key.Matches(msg, k.NextPage):
		return m.open(m.Page + 1), true
	case key.Matches(msg, k.PreviousPage):
		return m.open(m.Page - 1), true
	case key.Matches(msg, k.CursorLeft):
		return m.apply(m.Snapshot().MoveCursor(-1)), true
	case key.Matches(msg, k.CursorRight):
		return m.apply(m.Snapshot().MoveCursor(+1)), true
	case key.Matches(msg, k.CursorFirst):
		return m.apply(m.Snapshot().MoveCursor(-page.Farthest)), true
	case key.Matches(msg, k.CursorLast):
		return m.apply(m.Snapshot().MoveCursor(page.Farthest)), true
	}
	return nil, false
}

// pressControls handles the keys that choose and turn controls.
func (m *model) pressControls(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	k := m.common
	switch {
	case key.Matches(msg, k.Previous):
		m.moveFocus(-1)
		return nil, true
	case key.Matches(msg, k.Next):
		m.moveFocus(+1)
		return nil, true
	case key.Matches(msg, k.Less):
		return m.turn(-1), true
	case key.Matches(msg, k.More):
		return m.turn(+1), true
	case key.Matches(msg, k.MuchLess):
		return m.turn(-bigStep), true
	case key.Matches(msg, k.MuchMore):
		return m.turn(+bigStep), true
	case key.Matches(msg, k.Type):
		c, _ := m.focused()
		m.startTyping(c)
		return nil, true
	case key.Matches(msg, k.NewSeed):
		return m.apply(m.Snapshot().NewSeed()), true
	}
	return nil, false
}

// pressState handles the keys that change the state.
func (m *model) pressState(msg tea.KeyPressMsg) tea.Cmd {
	k := m.common
	next := m.State
	switch {
	case key.Matches(msg, k.Pin):
		return m.pin()
	case key.Matches(msg, k.Unpin):
		return m.unpin()
	case key.Matches(msg, k.Hide) && m.analysis != nil && m.analysis.Truth == nil && !m.Hidden:
		m.fault = "no true errors are known here to be hidden"
		return nil
	case key.Matches(msg, k.Hide):
		next.Hidden = !next.Hidden
		m.revealed = m.Hidden
	case key.Matches(msg, k.View):
		next.Panels = !next.Panels
	case key.Matches(msg, k.Hold):
		next.Hold = !next.Hold
		m.news = "The scale of every chart is held as it is. = lets them fit again."
		if m.Hold {
			m.news = "Scales fit what is on show again."
		}
	case key.Matches(msg, k.Reset):
		next = next.Reset(m.initial)
	case key.Matches(msg, k.Undo):
		return m.travel(m.history.Undo, "undo")
	case key.Matches(msg, k.Redo):
		return m.travel(m.history.Redo, "redo")
	}
	return m.change(next, "")
}

// swap shows the other chart where one of two fits.
func (m *model) swap() {
	if m.Chart > 1 {
		m.Chart = 1
	} else {
		m.Chart = 2
	}
}

// toggleMouse takes the mouse, or gives it back to the terminal.
func (m *model) toggleMouse() {
	m.mouseOff = !m.mouseOff
	m.news = "Mouse on: click a control, a page or a key; drag the λ cursor; turn with the wheel."
	if m.mouseOff {
		m.news = "Mouse off: it selects text, as the terminal does. m takes it back."
	}
}

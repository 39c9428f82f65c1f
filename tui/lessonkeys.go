package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/keys"
)

// pressLesson handles the keys of lessons, before those of pages.
func (m *model) pressLesson(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	if key.Matches(msg, m.common.Lessons) {
		m.openLessons()
		return nil, true
	}
	if m.lesson == nil {
		return nil, false
	}
	switch k := keys.NewLesson(); {
	case key.Matches(msg, k.Next):
		return m.nextStep(), true
	case key.Matches(msg, k.Back):
		return m.stepBefore(), true
	case key.Matches(msg, k.Scene):
		return m.putRight(), true
	case key.Matches(msg, k.Down):
		m.lesson.Scroll(+1, m.window())
		return nil, true
	case key.Matches(msg, k.Up):
		m.lesson.Scroll(-1, m.window())
		return nil, true
	case key.Matches(msg, k.Fold):
		m.lesson.Folded = !m.lesson.Folded
		return m.follow(), true
	case key.Matches(msg, k.Leave) && !takesBack(m.onShow().Hints(m.Snapshot())):
		return m.leaveLesson(), true
	}
	return nil, false
}

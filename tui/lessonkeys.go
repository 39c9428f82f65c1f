package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
)

// lessonKeys are the keys of a lesson. They mean nothing else on any page.
type lessonKeys struct{ next, back, scene, down, up, fold, leave key.Binding }

func newLessonKeys() lessonKeys {
	return lessonKeys{
		next:  page.Bind("n", "in a lesson: the next step", "n"),
		back:  page.Bind("b", "in a lesson: the step before", "b"),
		scene: page.Bind("B", "in a lesson: back to the step, as it was", "B"),
		down:  page.Bind("]", "in a lesson: more of its text", "]"),
		up:    page.Bind("[", "in a lesson: back in its text", "["),
		fold:  page.Bind("tab", "in a lesson: fold its text away, or unfold it", "tab"),
		leave: page.Bind("esc", "in a lesson: leave it, back to what was before", "esc"),
	}
}

func (k lessonKeys) all() []key.Binding {
	return []key.Binding{k.next, k.back, k.scene, k.down, k.up, k.fold, k.leave}
}

// hints are the keys of a lesson for the footer.
func (k lessonKeys) hints(small, folded bool) []page.Hint {
	fold := hint("tab", "fold", "tab")
	if folded {
		fold = hint("tab", "unfold", "tab")
	}
	out := []page.Hint{hint("n", "next", "n"), hint("b", "back", "b"), hint("esc", "leave", "esc"), hint("B", "put right", "B"), fold}
	if small { // where it hides the charts
		out = append([]page.Hint{fold}, out[:len(out)-1]...)
	}
	return out
}

// pressLesson handles the keys of lessons, before those of pages.
func (m *model) pressLesson(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	if key.Matches(msg, m.common.Lessons) {
		m.openLessons()
		return nil, true
	}
	if m.lesson == nil {
		return nil, false
	}
	switch k := newLessonKeys(); {
	case key.Matches(msg, k.next):
		return m.nextStep(), true
	case key.Matches(msg, k.back):
		return m.stepBefore(), true
	case key.Matches(msg, k.scene):
		return m.putRight(), true
	case key.Matches(msg, k.down):
		m.lesson.Scroll(+1, m.window())
		return nil, true
	case key.Matches(msg, k.up):
		m.lesson.Scroll(-1, m.window())
		return nil, true
	case key.Matches(msg, k.fold):
		m.lesson.Folded = !m.lesson.Folded
		return m.follow(), true
	case key.Matches(msg, k.leave) && !takesBack(m.onShow().Hints(m.Snapshot())):
		return m.leaveLesson(), true
	}
	return nil, false
}

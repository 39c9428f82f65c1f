package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
)

// lessonBindings are what keys do in a lesson, before those of pages.
func (m *model) lessonBindings() []page.Binding {
	inLesson := func(*page.Snapshot) bool { return m.lesson != nil }
	scroll := func(by int) func(*page.Snapshot) (page.Action, tea.Cmd) {
		return does(func() { m.lesson.Scroll(by, m.window()) })
	}
	return []page.Binding{
		{Keys: "L", Does: "lessons", Group: page.GroupLessons, Do: does(m.openLessons)},
		{Keys: "n", Does: "in a lesson: the next step", Group: page.GroupLessons, When: inLesson, Do: runs(m.nextStep), Hint: page.Says(page.RankLesson+1, "next")},
		{Keys: "b", Does: "in a lesson: the step before", Group: page.GroupLessons, When: inLesson, Do: runs(m.stepBefore), Hint: page.Says(page.RankLesson+2, "back")},
		{Keys: "B", Does: "in a lesson: back to the step, as it was", Group: page.GroupLessons, When: inLesson, Do: runs(m.putRight), Hint: page.Says(page.RankLesson+4, "put right")},
		{Keys: "]", Does: "in a lesson: more of its text", Group: page.GroupLessons, When: inLesson, Do: scroll(+1)},
		{Keys: "[", Does: "in a lesson: back in its text", Group: page.GroupLessons, When: inLesson, Do: scroll(-1)},
		{Keys: "tab", Does: "in a lesson: fold its text away, or unfold it", Group: page.GroupLessons, When: inLesson, Do: runs(m.fold), Hint: m.hintFold},
	}
}

// leaveBinding leaves a lesson, where the page has no use for the key.
func (m *model) leaveBinding() page.Binding {
	return page.Binding{
		Keys: "esc", Does: "in a lesson: leave it, back to what was before", Group: page.GroupLessons,
		When: func(*page.Snapshot) bool { return m.lesson != nil },
		Do:   runs(m.leaveLesson), Hint: page.Says(page.RankLesson+3, "leave"),
	}
}

// hintFold comes first where the text hides the charts.
func (m *model) hintFold(*page.Snapshot) page.Hint {
	h := page.Hint{Does: "fold", Rank: page.RankLesson + 5}
	if m.lesson.Folded {
		h.Does = "unfold"
	}
	if m.window().Small() {
		h.Rank = page.RankLesson
	}
	return h
}

// fold folds the text of the lesson away, or unfolds it.
func (m *model) fold() tea.Cmd {
	m.lesson.Folded = !m.lesson.Folded
	return m.follow()
}

package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/lesson"
	"lambdascope/tui/overlay"
)

// openLessons lists the lessons.
func (m *model) openLessons() {
	if m.config.Lessons == nil {
		m.fault = "there are no lessons here"
		return
	}
	list := &overlay.Lessons{Theme: m.config.Theme}
	for _, l := range m.lessons() {
		e := overlay.Entry{Name: l.Name, Title: l.Title, Minutes: l.Minutes, Intro: l.Intro}
		step, ended, ok := m.reached(l)
		switch {
		case ended:
			e.Progress = "taken"
		case ok && step > 0:
			e.Progress = fmt.Sprintf("step %d of %d", step+1, len(l.Steps))
		}
		if m.lesson != nil && m.lesson.Key == l.Key {
			list.Chosen = len(list.Entries)
		}
		list.Entries = append(list.Entries, e)
	}
	m.overlays.Open(list)
}

// lessons are those that can be chosen from, with that at hand.
func (m *model) lessons() []*lesson.Lesson {
	all := m.config.Lessons()
	if m.config.Lesson != nil {
		for _, l := range all {
			if l.Key == m.config.Lesson.Key {
				return all
			}
		}
		all = append(all[:len(all):len(all)], m.config.Lesson)
	}
	return all
}

// reached returns how far a lesson has been taken.
func (m *model) reached(l *lesson.Lesson) (step int, ended, ok bool) {
	if m.config.Progress == nil {
		return 0, false, false
	}
	return m.config.Progress.Reached(l.Key)
}

// chooseLesson begins the lesson at a place of the list, where it was left.
func (m *model) chooseLesson(i int) tea.Cmd {
	m.overlays.Close()
	all := m.lessons()
	if i < 0 || i >= len(all) {
		return nil
	}
	step := 0
	if m.config.Progress != nil {
		step = lesson.GoOn(m.config.Progress, all[i])
	}
	return m.attend(all[i], step)
}

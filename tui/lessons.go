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
		list.Entries = append(list.Entries, e)
	}
	list.Chosen = m.nextToTake()
	m.overlays.Open(list)
}

// nextToTake returns the place of the lesson at hand, or, where that has come to its end
// or there is none, of the next that has not been taken.
func (m *model) nextToTake() int {
	all := m.lessons()
	from := 0
	if r := m.lesson; r != nil {
		from = max(0, lesson.Place(all, r.Key))
		if !r.Last() || r.Waits() {
			return from
		}
		from++
	}
	for i := range all {
		at := (from + i) % len(all)
		if _, ended, _ := m.reached(all[at]); !ended {
			return at
		}
	}
	return from % max(1, len(all))
}

// lessonAfter returns the lesson that follows another in the list; nil for none.
func (m *model) lessonAfter(l *lesson.Lesson) *lesson.Lesson {
	if m.config.Lessons == nil {
		return nil
	}
	all := m.lessons()
	if at := lesson.Place(all, l.Key); at >= 0 && at+1 < len(all) {
		return all[at+1]
	}
	return nil
}

// lessons are those that can be chosen from, with that at hand.
func (m *model) lessons() []*lesson.Lesson {
	all := m.config.Lessons()
	if m.config.Lesson != nil {
		if lesson.Place(all, m.config.Lesson.Key) >= 0 {
			return all
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
	return m.attend(all[i], m.goOn(all[i]))
}

// goOn returns the step that a lesson goes on at.
func (m *model) goOn(l *lesson.Lesson) int {
	if m.config.Progress == nil {
		return 0
	}
	return lesson.GoOn(m.config.Progress, l)
}

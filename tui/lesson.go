package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/attend"
	"lambdascope/tui/lesson"
	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/state"
	"lambdascope/tui/strip"
)

// restorePoint is what a lesson was begun from, and comes back when it is left.
type restorePoint struct {
	state, initial state.State
	history        state.History
	focus, shared  string
}

// restorePoint returns what a lesson is begun from.
func (m *model) restorePoint() *restorePoint {
	return &restorePoint{m.State, m.initial, m.history, m.focus, m.shared}
}

// newLessons returns the lessons of the app.
func (m *model) newLessons() *attend.Lessons {
	return &attend.Lessons{Config: attend.Config{
		Context: m.Context, Engine: m.Engine,
		Listed: m.config.Lessons, Opened: m.config.Lesson,
		Theme: m.config.Theme, Window: m.stripWindow,
		Leads: func() bool { return m.room.Leads() },
	}}
}

// attendFirst has the app open with a lesson.
func (m *model) attendFirst(l *lesson.Lesson, step int) {
	m.before = m.restorePoint()
	a := m.lessons.Begin(l, step) // Init computes its texts
	m.State = *a.State
	m.initial = m.State
	m.most = m.mostTrajectories()
	m.firstFocus()
	if m.news == "" {
		m.news = a.News
	}
}

// putScene shows the scene of a step.
func (m *model) putScene(scene state.State, step page.Step) tea.Cmd {
	if m.before == nil {
		m.before = m.restorePoint()
	}
	m.initial = scene
	m.revealed = false
	stop := m.stopPlays()
	cmd := m.change(scene, "")
	m.firstFocus()
	m.sayComputing()
	if step == page.StepBegins {
		m.history = state.History{}
	}
	return tea.Batch(stop, cmd)
}

// restore goes back to what was before the lesson.
func (m *model) restore() tea.Cmd {
	was := m.before
	m.before = nil
	stop := m.stopPlays()
	m.initial, m.history = was.initial, was.history
	m.revealed = false
	cmd := m.stage(was.state)
	m.focus, m.shared = was.focus, was.shared
	return tea.Batch(stop, cmd)
}

// sayComputing has the screen say at once that what a step shows is on its way: the text
// is about that already, and the charts are of the step before.
func (m *model) sayComputing() {
	if s := m.Snapshot(); !s.Current() && m.job.Err == nil {
		m.job.Slow = true
	}
}

// stopPlays ends a replay on Folds: it would go on in another scene.
func (m *model) stopPlays() tea.Cmd {
	if !m.Step.Set {
		return nil
	}
	still := m.State
	still.Step = state.Optional[int]{}
	m.show(still)
	return m.follow()
}

// noticeWait looks whether what the step waits for has come.
func (m *model) noticeWait() tea.Cmd {
	if !m.lessons.Waits() || m.job.Err != nil {
		return nil
	}
	s := m.Snapshot()
	if !s.Current() {
		return nil
	}
	done := m.onShow().Show(s).Done
	now := lesson.Situation{State: m.State, Cursor: s.CursorLambda(), Trials: done.Work, Played: done.Played}
	says, met := m.lessons.Notice(now)
	if met {
		at := m.lessons.Place()
		m.room.Reach(at.Lesson, at.Step)
	}
	return says
}

// stripWindow is what the strip of the lesson is drawn in.
func (m *model) stripWindow() strip.Window {
	class, waits := m.classHas()
	return strip.Window{
		Styles: m.styles, Theme: m.config.Theme, Width: m.width, Height: m.height, Kept: headerRows + 1,
		State: m.State, Computing: m.computing() || m.analysis == nil,
		Class: class, ClassWaits: waits, Follows: m.room.Follows(),
	}
}

// pageHeight is how many rows of the screen the page on show has, with header and
// footer: the rest is the strip of a lesson.
func (m *model) pageHeight() int {
	if m.tooSmall() { // no lesson is drawn, nor before the size is known
		return m.height
	}
	return m.height - m.lessons.Rows()
}

// strip draws the strip of the lesson above the footer: its rows of the page, and where
// the window is small what lies over that. What goes on in a room stays in sight.
func (d *drawing) strip(rows []row, inRoom []string) []row {
	m := d.model
	own, over := m.lessons.Strip()
	if over {
		rows = addLines(rows[:max(0, m.height-1-len(inRoom)-len(own))], inRoom...)
	}
	rows = addLines(rows, own...)
	if !m.lessons.Folded() {
		d.zones = append(d.zones, panel.Zone{
			Rectangle: image.Rect(0, len(rows)-len(own), m.width, len(rows)),
			Press:     func(image.Point) tea.Cmd { return nil }, // nothing below it is meant
			Wheel: func(by int) tea.Cmd {
				m.lessons.ScrollBy(-by)
				return nil
			},
		})
	}
	return rows
}

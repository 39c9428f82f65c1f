package tui

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/class"
	"lambdascope/tui/controls"
	"lambdascope/tui/lesson"
	"lambdascope/tui/lessonrun"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// restorePoint is the view before a lesson, for the end of the lesson.
type restorePoint struct {
	view
	focus controls.Focus
}

// keepView keeps the current view for the end of a lesson that begins.
func (m *model) keepView() {
	if m.before == nil {
		m.before = &restorePoint{m.view, m.controls.Focus}
	}
}

// putScene shows the scene of a step.
func (m *model) putScene(scene state.State, step page.Step) tea.Cmd {
	m.keepView()
	m.initial = scene
	cmd := m.change(scene, "")
	m.revealed = false
	m.controls.FocusFirst(m.Snapshot())
	m.awaits(m.Snapshot())
	if step == page.StepBegins {
		m.history = state.History{}
	}
	return cmd
}

// restore goes back to the view before the lesson.
func (m *model) restore() tea.Cmd {
	was := m.before
	m.before = nil
	m.initial = was.initial
	m.history = was.history
	cmd := m.stage(was.State)
	m.revealed = false
	m.controls.Focus = was.focus
	return cmd
}

// noticeWait tells the lesson about a current result, because the step may wait for the result.
func (m *model) noticeWait() tea.Cmd {
	if !m.lessons.Waits() || m.job.Err != nil || m.chosen != nil {
		return nil
	}
	s := m.Snapshot()
	if !s.Current() {
		return nil
	}
	done := m.pages[m.Page].Show(s).Done
	now := lesson.Situation{State: m.State, Cursor: s.CursorLambda(), Trials: done.Work, Played: done.Played}
	says, met := m.lessons.Notice(now)
	if met {
		at := m.lessons.Place()
		m.class.Reach(at.Lesson, at.Step)
	}
	return says
}

// stripWindow is the window of the lesson.
func (m *model) stripWindow() lessonrun.Window {
	w := lessonrun.Window{
		Styles: m.styles, Theme: m.config.Theme, Width: m.width, Height: m.height, Beside: m.lessonBeside(),
		State: m.State, Computing: m.computing() || m.analysis == nil, Follows: m.class.Follows(),
	}
	if w.Beside {
		w.Width = lessonWidth - lessonRule
	}
	if m.lessons.Step().Until != nil {
		at := m.lessons.Place()
		w.Class, w.ClassWaits = m.class.Progress(at.Lesson, at.Step)
	}
	return w
}

// strip draws the lesson above the footer.
func (d *drawing) strip(rows []string) []string {
	m := d.model
	own := m.lessons.View()
	rows = append(rows, own...)
	d.lessonZone(image.Rect(0, len(rows)-len(own), m.width, len(rows)))
	d.keyZones(own[len(own)-1], image.Pt(0, len(rows)-1))
	return rows
}

// beside draws the lesson at the right of the page.
func (d *drawing) beside(rows []string) []string {
	m := d.model
	own := m.lessons.View()
	d.says = append(d.says, own...)
	d.lessonZone(image.Rect(m.width, 0, m.full, m.height))
	d.keyZones(own[len(own)-1], image.Pt(m.width+lessonRule, len(own)-1))
	rule := m.styles.Render(chart.InkRule, m.styles.Text("│")) + " "
	out := make([]string, len(rows))
	for i, l := range m.styles.Fill(own, lessonWidth-lessonRule, len(rows)) {
		out[i] = rows[i] + rule + l
	}
	return out
}

// lessonZone lets the wheel scroll the lesson. No click reaches the page below.
func (d *drawing) lessonZone(area image.Rectangle) {
	d.zones = append(d.zones, page.Zone{
		Rectangle: area,
		Press:     func(*page.Snapshot, image.Point) page.Action { return page.Action{} },
		Wheel: func(_ *page.Snapshot, by int) page.Action {
			d.lessons.ScrollBy(-by)
			return page.Action{}
		},
	})
}

// keyZones lets clicks press the keys that a line of text names, at a place on the screen.
func (d *drawing) keyZones(line string, at image.Point) {
	for name := range strings.SplitSeq("[ back|] more|z shows the truth|0 shows what|L lessons.", "|") {
		before, _, ok := strings.Cut(ansi.Strip(line), name)
		if !ok {
			continue
		}
		from := at.Add(image.Pt(ansi.StringWidth(before), 0))
		d.zones = append(d.zones, page.Zone{
			Rectangle: image.Rectangle{from, from.Add(image.Pt(len(name), 1))},
			Press:     func(*page.Snapshot, image.Point) page.Action { return page.Press(name[:1]) },
		})
	}
}

// currentView returns the current view as a class shares it.
func (m *model) currentView() class.View {
	at := m.lessons.Place()
	return class.View{State: m.committed(), Lesson: at.Lesson, Step: at.Step, Restored: at.Restored}
}

// followPresenter shows a follower's next view. At the begin of a step the λ cursor and the
// charts are those of the scene, after a lesson those before the lesson.
func (m *model) followPresenter(f page.Follow) tea.Cmd {
	m.chosen = nil // the preview was of another view
	if f.Record {
		m.history.Record(m.State, "")
	}
	cmd := m.lessons.Follow(f.Place)
	if m.lessons.Taken() {
		m.keepView()
	}
	begins := f.Begins && m.lessons.Place() == f.Place // this app knows the lesson
	next := f.State
	switch {
	case f.Whole:
	case begins:
		next = class.Looking(next, m.lessons.Step().Scene)
	case f.Ends:
		next = class.Looking(next, m.before.State)
	}
	if !m.lessons.Taken() {
		m.before = nil
	}
	if next != m.State {
		cmd = tea.Batch(cmd, m.stage(next))
	}
	if begins {
		m.awaits(m.Snapshot())
	}
	return cmd
}

// rightLambda returns the right λ in a vote: the λ with the lowest true error, or on the Dial with
// the lowest bias² + variance.
func rightLambda(s *page.Snapshot, p page.Page) (best state.Optional[float64]) {
	if s.Page == state.PageDial {
		return p.Show(s).Done.Best
	}
	if s.Current() && s.Result.Best >= 0 {
		best = state.Some(s.Result.Selection.Candidates[s.Result.Best].Lambda)
	}
	return best
}

// classLines returns the lines of text about the class.
func (d *drawing) classLines(rows int) []string {
	m := d.model
	if m.analysis == nil || m.job.Err != nil {
		return nil
	}
	w := class.Window{Snapshot: d.snapshot, Computing: m.computing(), Asks: m.lessons.Question() != nil}
	return m.class.View(w, min(2, rows))
}

package tui

import (
	"image"
	"slices"

	"lambdascope/sim/settings"
	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/state"
)

// onShow returns the page on the screen.
func (m *model) onShow() page.Page { return m.pages[m.Page] }

// Snapshot returns what pages are told.
func (m *model) Snapshot() *page.Snapshot {
	s := &page.Snapshot{
		State: m.State, Result: m.shown(), Err: m.job.Err, Revealed: m.revealed, Most: m.most,
		OnShow: true, Focus: m.focus, Class: m.room.Class(m.Settings), Axes: m.held,
		Styles: m.styles, Width: m.width, Height: m.pageHeight(), Body: m.body,
	}
	if part := m.part(); part != nil && s.Result == part {
		s.First = part.Settings.Trajectories
	}
	for i, pinned := range m.Pins.List() {
		s.Pinned[i] = m.pinned.Now[pinned]
	}
	if !m.tooSmall() {
		s.Room = m.roomForCharts()
	}
	return s
}

// settle notes the axes on show while they are to be kept; other problems have other
// quantities.
func (m *model) settle() {
	a := m.shown()
	if a == nil {
		return
	}
	source := a.Settings.Source() + a.Settings.File
	if !m.Hold || source != m.heldOf {
		m.held = nil
		m.heldOf = source
	}
	if m.Hold {
		m.held = m.onShow().Show(m.Snapshot()).Axes()
	}
}

// body returns where the charts are.
func (m *model) body() image.Rectangle {
	if m.tooSmall() {
		return image.Rectangle{}
	}
	return m.shape(func() int { return len(m.panel(m.Snapshot()).Folded(headerRows, m.besideLesson())) }).body
}

// mostTrajectories returns how many trajectories there can be with the settings.
func (m *model) mostTrajectories() int {
	s := m.Settings
	most := m.config.Limits.MostTrajectories(s)
	if s.Recorded() {
		most = min(most, s.FileTrajectories)
	}
	return most
}

// bigStep is how many steps a big turn takes.
const bigStep = 4

// controls returns the controls on the screen, in order: those of the settings and those
// of the page.
func (m *model) controls() []state.Knob {
	shown, _ := m.controlsOf(m.Snapshot())
	return shown
}

// settingControls returns the controls of the settings, also those behind the line of more.
func (m *model) settingControls() []state.Knob {
	return m.kept.Of(m.Settings, func() []state.Knob { return state.SettingKnobs(m.Settings, m.config.Problems) })
}

// allControls returns the controls, also those behind the line of more settings.
func (m *model) allControls(s *page.Snapshot) []state.Knob {
	return append(m.settingControls(), m.onShow().Controls(s)...)
}

// controlsOf returns the controls on the screen for a snapshot of now, and the line of more
// settings.
func (m *model) controlsOf(s *page.Snapshot) (shown []state.Knob, more panel.More) {
	for _, c := range m.settingControls() {
		if c.Rest {
			more.Any = true
			if !m.more && !m.needs(c) {
				more.Hidden++
				continue
			}
		}
		shown = append(shown, c)
	}
	more.After = len(shown)
	return append(shown, m.onShow().Controls(s)...), more
}

// needs tells whether a control of the rest is on the screen all the same: it has the
// focus, its value is another than at first, which the result depends on, or it is the
// tail's where trajectories are truncated.
func (m *model) needs(c state.Knob) bool {
	switch {
	case c.Name == m.focus:
		return true
	case c.Name == settings.Tail && m.analysis != nil && m.analysis.Selection.Truncated > 0:
		return true
	}
	start, err := m.Settings.Start()
	return err != nil || c.Get(m.State) != c.Get(state.State{Settings: start})
}

// panel returns the controls to be drawn.
func (m *model) panel(s *page.Snapshot) *panel.Panel {
	controls, more := m.controlsOf(s)
	fault := m.fault
	if m.prompt != nil { // whose fault it is
		fault = ""
	}
	return &panel.Panel{
		Controls: controls, More: more, Focus: focusIn(controls, m.focus), State: m.State, Entry: m.entry, Fault: fault,
		Styles: m.styles, ScreenWidth: m.width, Actions: m.panelActions(),
	}
}

// focusIn returns the index of the control of a name, the first where there is none.
func focusIn(all []state.Knob, name string) int {
	return max(0, slices.IndexFunc(all, func(c state.Knob) bool { return c.Name == name }))
}

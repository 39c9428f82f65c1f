package tui

import (
	"image"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
	"lambdascope/tui/control"
	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/state"
)

// onShow returns the page on the screen.
func (m *model) onShow() page.Page { return m.pages[m.Page] }

// Snapshot returns what pages are told.
func (m *model) Snapshot() *page.Snapshot {
	s := &page.Snapshot{
		State: m.State, Result: m.shown(), Err: m.failure, Revealed: m.revealed, Most: m.most,
		OnShow: true, Focus: m.focus, Class: m.room.Class(m.Settings), Scales: m.scales,
		Styles: m.styles, Width: m.width, Height: m.pageHeight(), Body: m.body,
	}
	if s.Result != nil && s.Result == m.part {
		s.First = m.part.Settings.Trajectories
	}
	for i, pinned := range m.Pins.List() {
		s.Pinned[i] = m.pinned[pinned]
	}
	if !m.tooSmall() {
		s.Room = m.roomForCharts()
	}
	return s
}

// settle lays the scales of the page on show out for its data; other problems have
// other quantities.
func (m *model) settle() {
	a := m.shown()
	if a == nil {
		return
	}
	if source := a.Settings.Source() + a.Settings.File; source != m.scaled {
		m.scales, m.scaled = nil, source
	}
	s := m.Snapshot()
	m.scales = s.Scales.With(m.onShow().Show(s).Extents(), m.Hold)
}

// body returns where the charts are.
func (m *model) body() image.Rectangle {
	if m.tooSmall() {
		return image.Rectangle{}
	}
	return m.shape(func() int { return len(m.panel(m.Snapshot()).Folded(headerRows, m.foldedControls())) }).body
}

// mostTrajectories returns how many trajectories there can be with the settings.
func (m *model) mostTrajectories() int {
	s := m.Settings
	most := m.config.Limits.MostTrajectories(s)
	if s.Recorded() {
		most = min(most, max(m.worker.File.Trajectories, s.Trajectories))
	}
	return most
}

// bigStep is how many steps a big turn takes.
const bigStep = 4

// controls returns the controls on the screen, in order: those of the settings
// that mean something for them, the tail only where trajectories are truncated or
// it has been turned, the target only on Explore or where it is another policy than
// the data's, and those of the page.
func (m *model) controls() []control.Control { return m.controlsOf(m.Snapshot()) }

// controlsOf returns the controls on the screen for a snapshot of now.
func (m *model) controlsOf(s *page.Snapshot) []control.Control {
	key := settingControls{m.Settings, m.tailMatters(), m.targetMatters()}
	return append(m.kept.Of(key, func() []control.Control { return key.controls(m.config.Problems) }), m.onShow().Controls(s)...)
}

// settingControls is all that the controls of the settings depend on, but for the known
// problems, which stay.
type settingControls struct {
	analysis.Settings
	tail, target bool // those controls are shown
}

// controls returns the controls, in a slice of no more room. That of domains and problems
// turns to known ones, too.
func (s settingControls) controls(known []*problem.Problem) []control.Control {
	var out []control.Control
	fields := analysis.Fields()
	for _, c := range control.Fields() {
		i := slices.IndexFunc(fields, func(f analysis.Field) bool { return f.Name == c.Name })
		if i < 0 || !fields[i].Takes(s.Settings) ||
			c.Name == control.TailControl && !s.tail || c.Name == control.TargetControl && !s.target {
			continue
		}
		out = append(out, c.Control(fields[i], s.Settings, known))
	}
	return slices.Clip(out)
}

// tailMatters tells whether the tail's control is shown. One in use stays when
// other data are drawn.
func (m *model) tailMatters() bool {
	truncated := m.analysis != nil && m.analysis.Selection.Truncated > 0
	return truncated || m.focus == control.TailControl || m.Settings.Tail != estimator.TailNone
}

// targetMatters tells whether the target's control is shown.
func (m *model) targetMatters() bool {
	return m.Page == state.PageExplore || m.focus == control.TargetControl || m.Settings.Problem.Target != 0
}

// panel returns the controls to be drawn.
func (m *model) panel(s *page.Snapshot) *panel.Panel {
	controls := m.controlsOf(s)
	fault := m.fault
	if m.prompt != nil { // whose fault it is
		fault = ""
	}
	return &panel.Panel{
		Controls: controls, Focus: focusIn(controls, m.focus), State: m.State, Entry: m.entry, Fault: fault,
		Styles: m.styles, ScreenWidth: m.width,
	}
}

// focusIn returns the index of the control of a name, the first where there is none.
func focusIn(all []control.Control, name string) int {
	return max(0, slices.IndexFunc(all, func(c control.Control) bool { return c.Name == name }))
}

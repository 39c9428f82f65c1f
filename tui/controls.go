package tui

import (
	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/tui/control"
)

// bigStep is how many steps a big turn takes.
const bigStep = 4

// controls returns the controls on the screen, in order: those of the settings
// that mean something for them, the tail only where trajectories are truncated or
// it has been turned, and those of the page.
func (m *model) controls() []control.Control {
	var out []control.Control
	for _, c := range control.Fields() {
		field, ok := analysis.FieldNamed(c.Name)
		if !ok || !field.Applies(m.Settings) || c.Name == control.TailControl && !m.tailMatters() {
			continue
		}
		out = append(out, c.Control(field))
	}
	return append(out, m.onShow().Controls(m.Snapshot())...)
}

// tailMatters tells whether the tail's control is shown. One in use stays when
// other data are drawn.
func (m *model) tailMatters() bool {
	truncated := m.analysis != nil && m.analysis.Selection.Truncated > 0
	return truncated || m.focus == control.TailControl || m.Settings.Tail != estimator.TailNone
}

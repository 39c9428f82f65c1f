package tui

import (
	"lambdascope/tui/chart"
)

// heldChart keeps a drawing while nothing that it shows changes.
type heldChart struct {
	key     chartKey
	drawing chart.Drawing
}

// chartKey is all that a drawing depends on besides the pen.
type chartKey struct {
	of            any // comparable
	width, height int
}

// draw draws a chart, or returns the drawing at hand under the name while what it
// is of, which must be comparable, and the size are the same.
func (m *model) draw(name string, of any, width, height int, spec func() *chart.Spec) chart.Drawing {
	key := chartKey{of, width, height}
	if held, ok := m.heldChart[name]; ok && held.key == key {
		return held.drawing
	}
	d := spec().Draw(width, height, m.pen.chartOptions())
	m.heldChart[name] = heldChart{key, d}
	return d
}

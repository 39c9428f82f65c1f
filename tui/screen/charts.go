package screen

import "lambdascope/tui/chart"

// Charts keeps drawings while nothing that they show changes.
type Charts struct {
	options chart.Options
	kept    map[string]keptChart
}

// NewCharts returns no drawings yet. The styles must not change any more.
func NewCharts(p *Styles) *Charts {
	c := &Charts{options: p.ChartOptions(), kept: make(map[string]keptChart)}
	c.options.Escapes = chart.NewEscapes()
	return c
}

type keptChart struct {
	key     chartKey
	drawing chart.Drawing
}

// chartKey is all that a drawing depends on besides the styles.
type chartKey struct {
	of            any // comparable
	width, height int
}

// Draw draws a chart, or returns the drawing at hand under the name while what it
// is of, which must be comparable, and the size are the same.
func (c *Charts) Draw(name string, of any, width, height int, spec func() *chart.Spec) chart.Drawing {
	key := chartKey{of, width, height}
	if kept, ok := c.kept[name]; ok && kept.key == key {
		return kept.drawing
	}
	d := spec().Draw(width, height, c.options)
	c.kept[name] = keptChart{key, d}
	return d
}

// Kept tells whether there is a drawing under a name.
func (c *Charts) Kept(name string) bool {
	_, ok := c.kept[name]
	return ok
}

// Forget drops all drawings.
func (c *Charts) Forget() { clear(c.kept) }

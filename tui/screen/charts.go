package screen

import (
	"slices"
	"strings"

	"lambdascope/tui/chart"
)

// Charts keeps drawings while nothing that they show changes.
type Charts struct {
	options chart.Options
	kept    map[string]keptChart
	beside  map[string]keptRows
}

// NewCharts returns no drawings yet. The styles must not change any more.
func NewCharts(p *Styles) *Charts {
	c := &Charts{options: p.ChartOptions(), kept: make(map[string]keptChart), beside: make(map[string]keptRows)}
	c.options.Workspace = chart.NewWorkspace()
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
func (c *Charts) Forget() {
	clear(c.kept)
	clear(c.beside)
}

// keptRows are blocks of lines side by side.
type keptRows struct {
	separator string
	blocks    [][]string
	rows      []string
}

// Beside joins blocks of lines of the same height, with a separator, or returns the rows
// at hand under the name while the blocks, which must not be changed later, are the same.
func (c *Charts) Beside(name, separator string, blocks ...[]string) []string {
	kept := c.beside[name]
	if kept.separator == separator && slices.EqualFunc(kept.blocks, blocks, slices.Equal) {
		return kept.rows
	}
	n, size := len(blocks[0]), 0
	for _, b := range blocks {
		n = min(n, len(b))
	}
	for _, b := range blocks {
		for _, l := range b[:n] {
			size += len(separator) + len(l)
		}
	}
	var all strings.Builder
	all.Grow(size)
	ends := make([]int, n)
	for i := range ends {
		for k, b := range blocks {
			if k > 0 {
				all.WriteString(separator)
			}
			all.WriteString(b[i])
		}
		ends[i] = all.Len()
	}
	rows, from := make([]string, n), 0
	for i, end := range ends {
		rows[i], from = all.String()[from:end], end
	}
	c.beside[name] = keptRows{separator, slices.Clone(blocks), rows}
	return rows
}

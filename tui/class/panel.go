package class

import (
	"fmt"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// panel is the text of an overlay being written.
type panel struct {
	styles *screen.Styles
	width  int
	lines  []string
}

func (p *panel) say(ink chart.Ink, format string, args ...any) {
	p.lines = append(p.lines, p.styles.WrapAll(ink, fmt.Sprintf(format, args...), p.width)...)
}

func (p *panel) gap() { p.lines = append(p.lines, "") }

// entry writes a text beside its key.
func (p *panel) entry(key, text string, ink chart.Ink) {
	const indent = 5
	l := p.styles.Line(p.width).To(1).Add(chart.InkCursor, key)
	p.lines = append(p.lines, l.Item(indent, ink, text)...)
}

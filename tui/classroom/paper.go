package classroom

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// paper is the text of a panel as it is written.
type paper struct {
	styles *screen.Styles
	width  int
	lines  []string
}

func (p *paper) say(ink chart.Ink, format string, args ...any) {
	p.lines = append(p.lines, p.styles.WrapHard(ink, fmt.Sprintf(format, args...), p.width)...)
}

func (p *paper) gap() { p.lines = append(p.lines, "") }

// key writes what a key does.
func (p *paper) key(key, does string) { p.entry(key, does, chart.InkText) }

// entry writes a text beside a key.
func (p *paper) entry(key, text string, ink chart.Ink) {
	const indent = 5
	for i, l := range p.styles.WrapHard(ink, text, p.width-indent) {
		line := p.styles.Line(p.width)
		if i == 0 {
			line.To(1).Add(chart.InkCursor, key)
		}
		p.lines = append(p.lines, line.To(indent).Styled(l).String())
	}
}

// bar is a row of the panel: how many voted for something.
type bar struct {
	name, note string
	count      int
	right      bool
}

// bars writes rows of bars, which are as long as there is room beside names and counts.
func (p *paper) bars(all []bar) {
	names, notes, most := 0, 0, 1
	for _, b := range all {
		names, most = max(names, ansi.StringWidth(p.styles.Text(b.name))), max(most, b.count)
		notes = max(notes, ansi.StringWidth(b.note))
	}
	names = min(names, p.width/2)
	const gap, forCount, forSign = 2, 6, 2
	room := max(1, min(40, p.width-names-gap-forCount-forSign-notes))
	for _, b := range all {
		ink := chart.InkEstimate
		if b.right {
			ink = chart.InkTruth
		}
		line := p.styles.Line(p.width)
		line.Add(chart.InkText, ansi.Truncate(p.styles.Text(b.name), names, p.styles.Text("…"))).To(names + gap)
		if b.count > 0 {
			line.Add(ink, strings.Repeat("█", max(1, b.count*room/most))+" ")
		}
		line.Add(chart.InkText, strconv.Itoa(b.count))
		if b.note != "" {
			line.Add(chart.InkCursor, "  "+b.note)
		}
		p.lines = append(p.lines, line.String())
	}
}

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
	p.lines = append(p.lines, p.styles.WrapAll(ink, fmt.Sprintf(format, args...), p.width)...)
}

func (p *paper) gap() { p.lines = append(p.lines, "") }

// key writes what a key does.
func (p *paper) key(key, does string) { p.entry(key, does, chart.InkText) }

// entry writes a text beside a key.
func (p *paper) entry(key, text string, ink chart.Ink) {
	const indent = 5
	for i, l := range p.styles.WrapAll(ink, text, p.width-indent) {
		line := p.styles.Line(p.width)
		if i == 0 {
			line.To(1).Add(chart.InkCursor, key)
		}
		p.lines = append(p.lines, line.To(indent).Styled(l).String())
	}
}

// bar is a row of the panel: how many voted for something.
type bar struct {
	name       string
	count      int
	right, own bool // it is the right one, and that of one's own vote
	truth      bool // which is a number, and called the truth
	answer     int  // its index, in a vote for one of some answers
}

// notes are what stands behind the bar, the longest first.
func (b bar) notes() []string {
	long, short := "", ""
	if b.right {
		long, short = "right", "✓"
		if b.truth {
			long = "the truth"
		}
	}
	if b.own {
		if b.right {
			long, short = long+", ", short+" "
		}
		long, short = long+"your vote", short+"you"
	}
	return []string{long, short}
}

// bars writes rows of bars, whose lengths are as the counts, beside names and counts. On
// narrow paper notes are short, so that a few votes more are seen.
func (p *paper) bars(all []bar) {
	const gap, forCount, forSign = 2, 6, 2
	const least, longest = 10, 40 // of a bar
	names, most := 0, 1
	for _, b := range all {
		names, most = max(names, ansi.StringWidth(p.styles.Text(b.name))), max(most, b.count)
	}
	names = min(names, p.width/2)
	short, notes := 0, 0
	for ; ; short++ {
		notes = 0
		for _, b := range all {
			notes = max(notes, ansi.StringWidth(p.styles.Text(b.notes()[short])))
		}
		if short > 0 || p.width-names-gap-forCount-forSign-notes >= least {
			break
		}
	}
	names = max(1, min(names, p.width-gap-forCount-forSign-notes-least))
	room := max(1, min(longest, p.width-names-gap-forCount-forSign-notes))
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
		if note := b.notes()[short]; note != "" {
			line.Add(chart.InkCursor, "  "+note)
		}
		p.lines = append(p.lines, line.String())
	}
}

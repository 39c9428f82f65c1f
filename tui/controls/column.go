package controls

import (
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Column shows the controls in a column whose first row is that of the screen, and
// what the focused one is about. Where they are too many for the rows, those around the focus show.
func (p *Panel) Column(top, rows int) []string {
	const groups = 4 // of settings, and a page's own
	focus := p.focus
	lines := make([]string, 0, max(rows, len(p.controls)+groups+1))
	group, focusRow := "", 0
	var own []page.Zone
	for i := range p.controls {
		c := &p.controls[i]
		if c.Group != group {
			group = c.Group
			lines = append(lines, p.styles.Line(Width).Add(chart.InkFaint, " "+group).String())
		}
		if i == focus {
			focusRow = len(lines)
		}
		own = append(own, p.controlZone(*c, i == focus, image.Rect(0, len(lines), Width, len(lines)+1)))
		lines = append(lines, p.controlLine(c, i == focus))
		if p.more.Any && i == p.more.After-1 {
			own = append(own, p.moreZone(image.Rect(0, len(lines), Width, len(lines)+1)))
			lines = append(lines, p.styles.Line(Width).Add(chart.InkSelected, "   "+MoreKey).Add(chart.InkFaint, " "+p.more.text()).String())
		}
	}
	const below = 3 // for the explanation
	first := max(0, min(focusRow-rows/2, len(lines)-(rows-below)))
	lines = lines[first:min(len(lines), first+rows)]
	for _, z := range own {
		z.Rectangle = z.Sub(image.Pt(0, first)).Intersect(image.Rect(0, 0, Width, rows)).Add(image.Pt(0, top))
		p.zones = append(p.zones, z)
	}
	blank := p.styles.Line(Width)
	if c := p.controls[p.focus]; c.Slides(p.state) && p.entry == nil {
		from, row := Width-sliderWidth-2, top+len(lines)
		p.zones = append(p.zones, p.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
		p.slider(c, blank.To(from))
	}
	lines = append(lines, blank.String())
	ink, text := p.explanation()
	for _, l := range p.styles.Wrap(ink, text, Width-2, max(0, rows-len(lines))) {
		lines = append(lines, p.styles.Line(Width).Add(chart.InkText, " ").Styled(l).String())
	}
	return p.styles.Fill(lines, Width, rows)
}

// controlLine is a control of the sidebar: label at the left, value at the right.
func (p *Panel) controlLine(c *state.Knob, focused bool) string {
	l := p.styles.Line(Width)
	value := c.Get(p.state)
	if !focused {
		l.Add(chart.InkText, "   "+c.Label+" ")
		const margin = 3
		room := Width - l.At()
		value = shortened(value, room, p.styles.Text("…"))
		return l.Right(chart.InkText, value+strings.Repeat(" ", min(margin, room-chart.Width(value))), Width).String()
	}
	l.Add(chart.InkCursor, " ▸ "+c.Label+" ")
	if p.entry != nil {
		return l.Add(chart.InkText, " ").Styled(p.entry.view(Width - l.At() - 1)).String()
	}
	before, after := " ‹ ", " › "
	if room := Width - l.At(); chart.Width(p.styles.Text(before+value+after)) > room {
		before, after = "‹", "›"
		value = shortened(value, room-chart.Width(p.styles.Text(before+after)), p.styles.Text("…"))
	}
	return l.Right(chart.InkCursor, before+value+after, Width).String()
}

// shortened cuts a text to a width in its middle, as its end may tell as much as
// its start.
func shortened(text string, width int, ellipsis string) string {
	if over := chart.Width(text) - width; over > 0 {
		keep := max(0, width-chart.Width(ellipsis))
		tail := keep / 2
		return ansi.Truncate(text, keep-tail, "") + ellipsis + ansi.TruncateLeft(text, chart.Width(text)-tail, "")
	}
	return text
}

package controls

import (
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Column draws the controls as rows of a column, from a row top of the screen on, with an explanation
// of the control with the focus. If the rows do not suffice, it keeps the controls around the focus.
func (p *Panel) Column(top, rows int) []string {
	var lines []string
	group := ""
	focusRow := 0
	var own []page.Zone
	for i, c := range p.controls {
		if c.Group != group {
			group = c.Group
			lines = append(lines, p.Styles.Line(Width).Add(chart.InkFaint, " "+group).String())
		}
		if i == p.focus {
			focusRow = len(lines)
		}
		own = append(own, p.controlZone(c, i == p.focus, image.Rect(0, len(lines), Width, len(lines)+1)))
		lines = append(lines, p.controlLine(c, i == p.focus))
		if i == p.settings-1 {
			own = append(own, p.moreZone(image.Rect(0, len(lines), Width, len(lines)+1)))
			lines = append(lines, p.Styles.Line(Width).Add(chart.InkSelected, "   "+MoreKey).Add(chart.InkFaint, " "+p.more()).String())
		}
	}
	const below = 3 // for the explanation
	first := max(0, min(focusRow-rows/2, len(lines)-(rows-below)))
	lines = lines[first:min(len(lines), first+rows)]
	for _, z := range own {
		z.Rectangle = z.Sub(image.Pt(0, first)).Intersect(image.Rect(0, 0, Width, rows)).Add(image.Pt(0, top))
		p.zones = append(p.zones, z)
	}
	blank := p.Styles.Line(Width)
	if c := p.focused(); c.Slides(p.State) && !p.model.Typing() {
		from := Width - sliderWidth - 2
		row := top + len(lines)
		p.zones = append(p.zones, p.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
		p.slider(c, blank.To(from), sliderWidth)
	}
	lines = append(lines, blank.String())
	ink, text := p.explanation()
	for _, l := range p.Styles.Wrap(ink, text, Width-2, max(0, rows-len(lines))) {
		lines = append(lines, p.Styles.Line(Width).Add(chart.InkText, " ").Styled(l).String())
	}
	return p.Styles.Fill(lines, Width, rows)
}

// controlLine draws a row with the label on the left and the value on the right.
func (p *Panel) controlLine(c state.Knob, focused bool) string {
	l := p.Styles.Line(Width)
	value := c.Get(p.State)
	if !focused {
		l.Add(chart.InkText, "   "+c.Label+" ")
		const margin = 3
		room := Width - l.At()
		value = shortened(value, room, p.Styles.Text("…"))
		return l.Right(chart.InkText, value+strings.Repeat(" ", min(margin, room-chart.Width(value))), Width).String()
	}
	l.Add(chart.InkChip, " ▸ "+c.Label+" ")
	if e := p.model.entry; e != nil {
		return l.Add(chart.InkText, " ").Styled(e.view(Width - l.At() - 1)).String()
	}
	before, after := " ‹ ", " › "
	if room := Width - l.At(); chart.Width(p.Styles.Text(before+value+after)) > room {
		before, after = "‹", "›"
		value = shortened(value, room-chart.Width(p.Styles.Text(before+after)), p.Styles.Text("…"))
	}
	text := before + value + after
	l.Add(chart.InkChip, strings.Repeat(" ", max(0, l.Room()-chart.Width(p.Styles.Text(text)))))
	return l.Add(chart.InkChip, text).String()
}

// shortened cuts a text in the middle to a width, because the end may say as much as the start.
func shortened(text string, width int, ellipsis string) string {
	if over := chart.Width(text) - width; over > 0 {
		keep := max(0, width-chart.Width(ellipsis))
		tail := keep / 2
		return ansi.Truncate(text, keep-tail, "") + ellipsis + ansi.TruncateLeft(text, chart.Width(text)-tail, "")
	}
	return text
}

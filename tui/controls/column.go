package controls

import (
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// footRows is the number of rows for an explanation at the foot of the panel. Groups stand apart only
// above these rows, so that the controls keep their places as the focus moves.
const footRows = 4

// ColumnWidth returns the width of the panel beside the charts on a screen of a width.
func ColumnWidth(screen int) int {
	if screen >= 200 {
		return 28
	}
	return 26
}

// Column draws the controls in a panel beside the charts, from a row top of the screen on, with an
// explanation of the control with the focus at the foot. If the rows do not suffice, it keeps the
// controls around the focus.
func (p *Panel) Column(top, rows int) []string {
	outer := ColumnWidth(p.Width)
	const border = 1
	width := outer - 2*border
	inner := rows - 2*border
	lines, own, focus := p.list(width, true)
	if len(lines) > inner-footRows {
		lines, own, focus = p.list(width, false)
	}
	const below = 3 // for the explanation
	room := max(below-1, inner-len(lines)-1)
	foot := append([]string{p.Styles.Line(width).String()}, p.Styles.Indented(chart.InkFaint, p.explanation(), width, room)...)
	corner := image.Pt(border, top+border)
	shown := inner - len(foot)
	first := max(0, min(focus-shown/2, len(lines)-shown))
	lines = lines[first:min(len(lines), first+shown)]
	for _, z := range own {
		z.Rectangle = z.Sub(image.Pt(0, first)).Intersect(image.Rect(0, 0, width, shown)).Add(corner)
		p.zones = append(p.zones, z)
	}
	lines = append(p.Styles.Fill(lines, width, shown), foot...)
	return p.Styles.Panel("Controls", lines, outer, rows, true)
}

// list draws the controls in groups, apart or not, with their zones. It returns the row of the
// focus as well.
func (p *Panel) list(width int, apart bool) (lines []string, zones []page.Zone, focus int) {
	group := ""
	row := func() image.Rectangle { return image.Rect(0, len(lines), width, len(lines)+1) }
	for i, c := range p.controls {
		if c.Group != group {
			if group != "" && apart {
				lines = append(lines, p.Styles.Line(width).String())
			}
			group = c.Group
			lines = append(lines, p.Styles.Line(width).Add(chart.InkFaint, " "+group).String())
		}
		if i == p.focus {
			focus = len(lines)
		}
		zones = append(zones, p.controlZone(c, i == p.focus, row()))
		lines = append(lines, p.controlLine(c, i == p.focus, width))
		if i == p.settings-1 {
			if apart {
				lines = append(lines, p.Styles.Line(width).String())
			}
			zones = append(zones, p.moreZone(row()))
			lines = append(lines, p.Styles.Line(width).Add(chart.InkSelected, "   "+MoreKey).Add(chart.InkFaint, " "+p.more()).String())
		}
	}
	return lines, zones, focus
}

// controlLine draws a row with the label on the left and the value on the right. A long value of a
// domain or of features needs no label.
func (p *Panel) controlLine(c state.Knob, focused bool, width int) string {
	l := p.Styles.Line(width)
	value := c.Get(p.State)
	label := c.Label + " "
	if picked(c) && ansi.StringWidth(p.Styles.Text(" ▸ "+label+value)) > width {
		label = ""
	}
	if !focused {
		l.Add(chart.InkText, "   "+label)
		const margin = 3
		room := width - l.At()
		value = shortened(value, room, p.Styles.Text("…"))
		return l.Right(chart.InkText, value+strings.Repeat(" ", min(margin, room-ansi.StringWidth(value))), width).String()
	}
	l.Add(chart.InkChip, " ▸ "+label)
	if e := p.model.entry; e != nil {
		return l.Add(chart.InkText, " ").Styled(e.view(width - l.At() - 1)).String()
	}
	before, after := " ‹ ", " › "
	if room := width - l.At(); ansi.StringWidth(p.Styles.Text(before+value+after)) > room {
		before, after = "‹", "›"
		value = shortened(value, room-ansi.StringWidth(p.Styles.Text(before+after)), p.Styles.Text("…"))
	}
	text := before + value + after
	l.Add(chart.InkChip, strings.Repeat(" ", max(0, l.Room()-ansi.StringWidth(p.Styles.Text(text)))))
	return l.Add(chart.InkChip, text).String()
}

// shortened cuts a text in the middle to a width, because the end may say as much as the start.
func shortened(text string, width int, ellipsis string) string {
	if over := ansi.StringWidth(text) - width; over > 0 {
		keep := max(0, width-ansi.StringWidth(ellipsis))
		tail := keep / 2
		return ansi.Truncate(text, keep-tail, "") + ellipsis + ansi.TruncateLeft(text, ansi.StringWidth(text)-tail, "")
	}
	return text
}

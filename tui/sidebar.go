package tui

import (
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// sidebar shows the controls in a column below the header, and what the focused
// one is about. Where they are too many for the rows, those around the focus show.
func (m *model) sidebar(rows int) []string {
	_, focus := m.focused()
	var lines []string
	group, focusRow := "", 0
	var zones []zone
	for i, c := range m.controls() {
		if c.group != group {
			group = c.group
			lines = append(lines, m.pen.line(sidebarWidth).add(chart.InkFaint, " "+group).String())
		}
		if i == focus {
			focusRow = len(lines)
		}
		zones = append(zones, m.controlZone(c, i == focus, image.Rect(0, len(lines), sidebarWidth, len(lines)+1)))
		lines = append(lines, m.controlLine(c, i == focus))
	}
	const below = 3 // for the explanation
	first := max(0, min(focusRow-rows/2, len(lines)-(rows-below)))
	lines = lines[first:min(len(lines), first+rows)]
	for _, z := range zones {
		z.Rectangle = z.Sub(image.Pt(0, first)).Intersect(image.Rect(0, 0, sidebarWidth, rows)).Add(image.Pt(0, headerRows))
		m.zones = append(m.zones, z)
	}
	blank := m.pen.line(sidebarWidth)
	if c, _ := m.focused(); c.slide != nil && m.entry == nil {
		from, row := sidebarWidth-sliderWidth-2, headerRows+len(lines)
		m.zones = append(m.zones, m.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
		m.slider(c, blank.to(from))
	}
	lines = append(lines, blank.String())
	ink, text := m.explanation()
	for _, l := range m.pen.wrap(ink, text, sidebarWidth-2, max(0, rows-len(lines))) {
		lines = append(lines, m.pen.line(sidebarWidth).add(chart.InkText, " ").styled(l).String())
	}
	return m.pen.fill(lines, sidebarWidth, rows)
}

// controlZone lets the mouse choose a control, turn it by the wheel or by a click
// on the arrows of its value, and type a value by a click on that.
func (m *model) controlZone(c control, focused bool, r image.Rectangle) zone {
	turn := func(by int) tea.Cmd {
		m.focusOn(c.name)
		return m.turn(by)
	}
	return zone{
		Rectangle: r,
		wheel: func(by int) tea.Cmd {
			if m.focus != c.name {
				m.focusOn(c.name)
			}
			return m.turn(by)
		},
		press: func(at image.Point) tea.Cmd {
			if !focused {
				m.focusOn(c.name)
				return nil
			}
			value := ansi.StringWidth(m.pen.text(" ‹ " + c.get(m.scene) + " › "))
			switch left := r.Max.X - min(value, r.Dx()); {
			case at.X >= r.Max.X-arrowWidth:
				return turn(+1)
			case at.X >= left && at.X < left+arrowWidth:
				return turn(-1)
			case at.X >= left:
				return m.enter()
			}
			return nil
		},
	}
}

// arrowWidth is how many cells an arrow beside a value takes.
const arrowWidth = 3

// controlLine is a control of the sidebar: label at the left, value at the right.
func (m *model) controlLine(c control, focused bool) string {
	l := m.pen.line(sidebarWidth)
	value := c.get(m.scene)
	if !focused {
		l.add(chart.InkText, "   "+c.label+" ")
		const margin = 3
		room := sidebarWidth - l.used
		value = shortened(value, room, m.pen.text("…"))
		return l.right(chart.InkText, value+strings.Repeat(" ", min(margin, room-ansi.StringWidth(value))), sidebarWidth).String()
	}
	l.add(chart.InkCursor, " ▸ "+c.label+" ")
	if m.entry != nil {
		return l.add(chart.InkText, " ").styled(m.typed(sidebarWidth - l.used - 1)).String()
	}
	before, after := " ‹ ", " › "
	if room := sidebarWidth - l.used; ansi.StringWidth(m.pen.text(before+value+after)) > room {
		before, after = "‹", "›"
		value = shortened(value, room-ansi.StringWidth(m.pen.text(before+after)), m.pen.text("…"))
	}
	return l.right(chart.InkCursor, before+value+after, sidebarWidth).String()
}

// shortened cuts a text to a width in its middle, as its end may tell as much as
// its start.
func shortened(text string, width int, ellipsis string) string {
	if over := ansi.StringWidth(text) - width; over > 0 {
		keep := max(0, width-ansi.StringWidth(ellipsis))
		tail := keep / 2
		return ansi.Truncate(text, keep-tail, "") + ellipsis + ansi.TruncateLeft(text, ansi.StringWidth(text)-tail, "")
	}
	return text
}

// typed draws the value being typed, in at most a width.
func (m *model) typed(width int) string {
	m.entry.input.SetWidth(max(1, width-1))
	return m.entry.input.View()
}

// explanation returns what to say of the focused control: what was wrong with
// its value, or what it is about.
func (m *model) explanation() (chart.Ink, string) {
	if m.fault != "" {
		return chart.InkWarn, m.fault
	}
	c, _ := m.focused()
	if m.entry != nil {
		return chart.InkFaint, c.help
	}
	return chart.InkFaint, c.label + ": " + c.about
}

// foldedControls shows the controls in lines, for narrow screens, and under them
// what the focused one is about or the value being typed.
func (m *model) foldedControls() []string {
	_, focus := m.focused()
	var lines []string
	l := m.pen.line(m.width)
	for i, c := range m.controls() {
		value := c.get(m.scene)
		text := fmt.Sprintf(" %s %s ", c.label, value)
		if i == focus {
			text = fmt.Sprintf(" %s ‹%s› ", c.label, value)
		}
		if l.used > 0 && !l.fits(text) {
			lines = append(lines, l.String())
			l = m.pen.line(m.width)
		}
		from := l.used
		if i == focus {
			l.add(chart.InkCursor, text)
		} else {
			l.add(chart.InkFaint, " "+c.label+" ").add(chart.InkText, value+" ")
		}
		row := headerRows + len(lines)
		m.zones = append(m.zones, m.controlZone(c, i == focus, image.Rect(from, row, l.used, row+1)))
	}
	lines = append(lines, l.String())

	ink, text := m.explanation()
	rows := 1
	if m.fault != "" {
		rows = 3 // what is accepted must be read in full
	} else {
		text = m.pen.clauses(text, m.width-2, rows)
	}
	if m.entry == nil {
		if c, _ := m.focused(); c.slide != nil && m.fault == "" {
			l := m.pen.line(m.width)
			if from := m.width - sliderWidth - 1; l.fits(" " + text + strings.Repeat(" ", sliderWidth+2)) {
				row := headerRows + len(lines)
				m.zones = append(m.zones, m.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
				return append(lines, m.slider(c, l.add(ink, " "+text).to(from)).String())
			}
		}
		return append(lines, m.indented(ink, text, rows)...)
	}
	last := m.pen.line(m.width).add(chart.InkCursor, " "+m.entry.control.label+" = ")
	if m.fault == "" {
		room := m.width - last.used - len([]rune(m.entry.input.Value())) - 4
		text = m.pen.clauses(text, room, 1)
		if help := m.width - ansi.StringWidth(m.pen.text(text)) - 1; m.width-1-help <= room {
			return append(lines, last.styled(m.typed(help-last.used-1)).to(help).add(ink, text).String())
		}
		return append(lines, last.styled(m.typed(m.width-last.used-1)).String())
	}
	room := min((m.width-last.used)/3, len([]rune(m.entry.input.Value()))+2)
	last.styled(m.typed(room)).add(chart.InkText, " ")
	if last.fits(text) {
		return append(lines, last.add(ink, text).String())
	}
	return append(append(lines, last.String()), m.indented(ink, text, rows)...)
}

// sentence is indented for what can do without its last clauses.
func (m *model) sentence(text string, rows int) []string {
	return m.indented(chart.InkText, m.pen.clauses(text, m.width-2, rows), rows)
}

// indented wraps text over the screen, one cell in, to at most rows lines.
func (m *model) indented(ink chart.Ink, text string, rows int) []string {
	var lines []string
	for _, l := range m.pen.wrap(ink, text, m.width-2, rows) {
		lines = append(lines, m.pen.line(m.width).add(chart.InkText, " ").styled(l).String())
	}
	return lines
}

package tui

import (
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
)

// sidebar shows the controls in a column below the header, and what the focused
// one is about. Where they are too many for the rows, those around the focus show.
func (d *drawing) sidebar(rows int) []string {
	m := d.model
	_, focus := m.focused()
	var lines []string
	group, focusRow := "", 0
	var own []zone
	for i, c := range m.controls() {
		if c.Group != group {
			group = c.Group
			lines = append(lines, m.styles.Line(sidebarWidth).Add(chart.InkFaint, " "+group).String())
		}
		if i == focus {
			focusRow = len(lines)
		}
		own = append(own, m.controlZone(c, i == focus, image.Rect(0, len(lines), sidebarWidth, len(lines)+1)))
		lines = append(lines, m.controlLine(c, i == focus))
	}
	const below = 3 // for the explanation
	first := max(0, min(focusRow-rows/2, len(lines)-(rows-below)))
	lines = lines[first:min(len(lines), first+rows)]
	for _, z := range own {
		z.Rectangle = z.Sub(image.Pt(0, first)).Intersect(image.Rect(0, 0, sidebarWidth, rows)).Add(image.Pt(0, headerRows))
		d.zones = append(d.zones, z)
	}
	blank := m.styles.Line(sidebarWidth)
	if c, _ := m.focused(); c.Slide != nil && m.entry == nil {
		from, row := sidebarWidth-sliderWidth-2, headerRows+len(lines)
		d.zones = append(d.zones, m.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
		m.slider(c, blank.To(from))
	}
	lines = append(lines, blank.String())
	ink, text := m.explanation()
	for _, l := range m.styles.Wrap(ink, text, sidebarWidth-2, max(0, rows-len(lines))) {
		lines = append(lines, m.styles.Line(sidebarWidth).Add(chart.InkText, " ").Styled(l).String())
	}
	return m.styles.Fill(lines, sidebarWidth, rows)
}

// controlZone lets the mouse choose a control, turn it by the wheel or by a click
// on the arrows of its value, and type a value by a click on that.
func (m *model) controlZone(c control.Control, focused bool, r image.Rectangle) zone {
	turn := func(by int) tea.Cmd {
		m.focusOn(c.Name)
		return m.turn(by)
	}
	return zone{
		Rectangle: r,
		wheel: func(by int) tea.Cmd {
			if m.focus != c.Name {
				m.focusOn(c.Name)
			}
			return m.turn(by)
		},
		press: func(at image.Point) tea.Cmd {
			if !focused {
				m.focusOn(c.Name)
				return nil
			}
			value := ansi.StringWidth(m.styles.Text(" ‹ " + c.Get(m.State) + " › "))
			switch left := r.Max.X - min(value, r.Dx()); {
			case at.X >= r.Max.X-arrowWidth:
				return turn(+1)
			case at.X >= left && at.X < left+arrowWidth:
				return turn(-1)
			case at.X >= left:
				return m.press(pressOf("enter"))
			}
			return nil
		},
	}
}

// arrowWidth is how many cells an arrow beside a value takes.
const arrowWidth = 3

// controlLine is a control of the sidebar: label at the left, value at the right.
func (m *model) controlLine(c control.Control, focused bool) string {
	l := m.styles.Line(sidebarWidth)
	value := c.Get(m.State)
	if !focused {
		l.Add(chart.InkText, "   "+c.Label+" ")
		const margin = 3
		room := sidebarWidth - l.At()
		value = shortened(value, room, m.styles.Text("…"))
		return l.Right(chart.InkText, value+strings.Repeat(" ", min(margin, room-ansi.StringWidth(value))), sidebarWidth).String()
	}
	l.Add(chart.InkCursor, " ▸ "+c.Label+" ")
	if m.entry != nil {
		return l.Add(chart.InkText, " ").Styled(m.typed(sidebarWidth - l.At() - 1)).String()
	}
	before, after := " ‹ ", " › "
	if room := sidebarWidth - l.At(); ansi.StringWidth(m.styles.Text(before+value+after)) > room {
		before, after = "‹", "›"
		value = shortened(value, room-ansi.StringWidth(m.styles.Text(before+after)), m.styles.Text("…"))
	}
	return l.Right(chart.InkCursor, before+value+after, sidebarWidth).String()
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
		return chart.InkFaint, c.Help
	}
	return chart.InkFaint, c.Label + ": " + c.About
}

// foldedControls shows the controls in lines, for narrow screens, and under them
// what the focused one is about or the value being typed.
func (d *drawing) foldedControls() []string {
	m := d.model
	_, focus := m.focused()
	var lines []string
	l := m.styles.Line(m.width)
	for i, c := range m.controls() {
		value := c.Get(m.State)
		text := fmt.Sprintf(" %s %s ", c.Label, value)
		if i == focus {
			text = fmt.Sprintf(" %s ‹%s› ", c.Label, value)
		}
		if l.At() > 0 && !l.Fits(text) {
			lines = append(lines, l.String())
			l = m.styles.Line(m.width)
		}
		from := l.At()
		if i == focus {
			l.Add(chart.InkCursor, text)
		} else {
			l.Add(chart.InkFaint, " "+c.Label+" ").Add(chart.InkText, value+" ")
		}
		row := headerRows + len(lines)
		d.zones = append(d.zones, m.controlZone(c, i == focus, image.Rect(from, row, l.At(), row+1)))
	}
	lines = append(lines, l.String())

	ink, text := m.explanation()
	rows := 1
	if m.fault != "" {
		rows = 3 // what is accepted must be read in full
	} else {
		text = m.styles.Clauses(text, m.width-2, rows)
	}
	if m.entry == nil {
		if c, _ := m.focused(); c.Slide != nil && m.fault == "" {
			l := m.styles.Line(m.width)
			if from := m.width - sliderWidth - 1; l.Fits(" " + text + strings.Repeat(" ", sliderWidth+2)) {
				row := headerRows + len(lines)
				d.zones = append(d.zones, m.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
				return append(lines, m.slider(c, l.Add(ink, " "+text).To(from)).String())
			}
		}
		return append(lines, m.styles.Indented(ink, text, m.width, rows)...)
	}
	last := m.styles.Line(m.width).Add(chart.InkCursor, " "+m.entry.control.Label+" = ")
	if m.fault == "" {
		room := m.width - last.At() - len([]rune(m.entry.input.Value())) - 4
		text = m.styles.Clauses(text, room, 1)
		if help := m.width - ansi.StringWidth(m.styles.Text(text)) - 1; m.width-1-help <= room {
			return append(lines, last.Styled(m.typed(help-last.At()-1)).To(help).Add(ink, text).String())
		}
		return append(lines, last.Styled(m.typed(m.width-last.At()-1)).String())
	}
	room := min((m.width-last.At())/3, len([]rune(m.entry.input.Value()))+2)
	last.Styled(m.typed(room)).Add(chart.InkText, " ")
	if last.Fits(text) {
		return append(lines, last.Add(ink, text).String())
	}
	return append(append(lines, last.String()), m.styles.Indented(ink, text, m.width, rows)...)
}

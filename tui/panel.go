package tui

import (
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// panel is the controls as they are drawn: in a column, or folded into lines.
type panel struct {
	controls []control.Control
	at       int // the one that keys turn
	state    state.State
	entry    *entry // a value being typed; nil mostly
	fault    string // what was wrong with the last value
	styles   *screen.Styles
	width    int // of the screen
	hand     hand
	zones    []zone
}

// hand is what the mouse does to controls.
type hand interface {
	focusOn(control string)
	turn(steps int) tea.Cmd
	set(c control.Control, text, run string) tea.Cmd
	press(tea.KeyPressMsg) tea.Cmd
}

// panel returns the controls to be drawn.
func (m *model) panel() *panel {
	p := &panel{
		controls: m.controls(), state: m.State, entry: m.entry, fault: m.fault,
		styles: m.styles, width: m.width, hand: m,
	}
	if m.prompt != nil { // whose fault it is
		p.fault = ""
	}
	p.at = focusIn(p.controls, m.focus)
	return p
}

// focused returns the control that keys turn.
func (p *panel) focused() control.Control { return p.controls[p.at] }

// column shows the controls in a column below the header, and what the focused
// one is about. Where they are too many for the rows, those around the focus show.
func (p *panel) column(rows int) []string {
	focus := p.at
	var lines []string
	group, focusRow := "", 0
	var own []zone
	for i, c := range p.controls {
		if c.Group != group {
			group = c.Group
			lines = append(lines, p.styles.Line(sidebarWidth).Add(chart.InkFaint, " "+group).String())
		}
		if i == focus {
			focusRow = len(lines)
		}
		own = append(own, p.controlZone(c, i == focus, image.Rect(0, len(lines), sidebarWidth, len(lines)+1)))
		lines = append(lines, p.controlLine(c, i == focus))
	}
	const below = 3 // for the explanation
	first := max(0, min(focusRow-rows/2, len(lines)-(rows-below)))
	lines = lines[first:min(len(lines), first+rows)]
	for _, z := range own {
		z.Rectangle = z.Sub(image.Pt(0, first)).Intersect(image.Rect(0, 0, sidebarWidth, rows)).Add(image.Pt(0, headerRows))
		p.zones = append(p.zones, z)
	}
	blank := p.styles.Line(sidebarWidth)
	if c := p.focused(); c.Slide != nil && p.entry == nil {
		from, row := sidebarWidth-sliderWidth-2, headerRows+len(lines)
		p.zones = append(p.zones, p.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
		p.slider(c, blank.To(from))
	}
	lines = append(lines, blank.String())
	ink, text := p.explanation()
	for _, l := range p.styles.Wrap(ink, text, sidebarWidth-2, max(0, rows-len(lines))) {
		lines = append(lines, p.styles.Line(sidebarWidth).Add(chart.InkText, " ").Styled(l).String())
	}
	return p.styles.Fill(lines, sidebarWidth, rows)
}

// controlZone lets the mouse choose a control, turn it by the wheel or by a click
// on the arrows of its value, and type a value by a click on that.
func (p *panel) controlZone(c control.Control, focused bool, r image.Rectangle) zone {
	turn := func(by int) tea.Cmd {
		p.hand.focusOn(c.Name)
		return p.hand.turn(by)
	}
	return zone{
		Rectangle: r,
		wheel: func(by int) tea.Cmd {
			if p.controls[p.at].Name != c.Name {
				p.hand.focusOn(c.Name)
			}
			return p.hand.turn(by)
		},
		press: func(at image.Point) tea.Cmd {
			if !focused {
				p.hand.focusOn(c.Name)
				return nil
			}
			value := ansi.StringWidth(p.styles.Text(" ‹ " + c.Get(p.state) + " › "))
			switch left := r.Max.X - min(value, r.Dx()); {
			case at.X >= r.Max.X-arrowWidth:
				return turn(+1)
			case at.X >= left && at.X < left+arrowWidth:
				return turn(-1)
			case at.X >= left:
				return p.hand.press(pressOf("enter"))
			}
			return nil
		},
	}
}

// arrowWidth is how many cells an arrow beside a value takes.
const arrowWidth = 3

// controlLine is a control of the sidebar: label at the left, value at the right.
func (p *panel) controlLine(c control.Control, focused bool) string {
	l := p.styles.Line(sidebarWidth)
	value := c.Get(p.state)
	if !focused {
		l.Add(chart.InkText, "   "+c.Label+" ")
		const margin = 3
		room := sidebarWidth - l.At()
		value = shortened(value, room, p.styles.Text("…"))
		return l.Right(chart.InkText, value+strings.Repeat(" ", min(margin, room-ansi.StringWidth(value))), sidebarWidth).String()
	}
	l.Add(chart.InkCursor, " ▸ "+c.Label+" ")
	if p.entry != nil {
		return l.Add(chart.InkText, " ").Styled(p.typed(sidebarWidth - l.At() - 1)).String()
	}
	before, after := " ‹ ", " › "
	if room := sidebarWidth - l.At(); ansi.StringWidth(p.styles.Text(before+value+after)) > room {
		before, after = "‹", "›"
		value = shortened(value, room-ansi.StringWidth(p.styles.Text(before+after)), p.styles.Text("…"))
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
func (p *panel) typed(width int) string {
	p.entry.input.SetWidth(max(1, width-1))
	return p.entry.input.View()
}

// explanation returns what to say of the focused control: what was wrong with
// its value, or what it is about.
func (p *panel) explanation() (chart.Ink, string) {
	if p.fault != "" {
		return chart.InkWarn, p.fault
	}
	c := p.focused()
	if p.entry != nil {
		return chart.InkFaint, c.Help
	}
	return chart.InkFaint, c.Label + ": " + c.About
}

// folded shows the controls in lines, for narrow screens, and under them
// what the focused one is about or the value being typed.
func (p *panel) folded() []string {
	focus := p.at
	var lines []string
	l := p.styles.Line(p.width)
	for i, c := range p.controls {
		value := c.Get(p.state)
		text := fmt.Sprintf(" %s %s ", c.Label, value)
		if i == focus {
			text = fmt.Sprintf(" %s ‹%s› ", c.Label, value)
		}
		if l.At() > 0 && !l.Fits(text) {
			lines = append(lines, l.String())
			l = p.styles.Line(p.width)
		}
		from := l.At()
		if i == focus {
			l.Add(chart.InkCursor, text)
		} else {
			l.Add(chart.InkFaint, " "+c.Label+" ").Add(chart.InkText, value+" ")
		}
		row := headerRows + len(lines)
		p.zones = append(p.zones, p.controlZone(c, i == focus, image.Rect(from, row, l.At(), row+1)))
	}
	lines = append(lines, l.String())

	ink, text := p.explanation()
	rows := 1
	if p.fault != "" {
		rows = 3 // what is accepted must be read in full
	} else {
		text = p.styles.Clauses(text, p.width-2, rows)
	}
	if p.entry == nil {
		if c := p.focused(); c.Slide != nil && p.fault == "" {
			l := p.styles.Line(p.width)
			if from := p.width - sliderWidth - 1; l.Fits(" " + text + strings.Repeat(" ", sliderWidth+2)) {
				row := headerRows + len(lines)
				p.zones = append(p.zones, p.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
				return append(lines, p.slider(c, l.Add(ink, " "+text).To(from)).String())
			}
		}
		return append(lines, p.styles.Indented(ink, text, p.width, rows)...)
	}
	last := p.styles.Line(p.width).Add(chart.InkCursor, " "+p.entry.control.Label+" = ")
	if p.fault == "" {
		room := p.width - last.At() - len([]rune(p.entry.input.Value())) - 4
		text = p.styles.Clauses(text, room, 1)
		if help := p.width - ansi.StringWidth(p.styles.Text(text)) - 1; p.width-1-help <= room {
			return append(lines, last.Styled(p.typed(help-last.At()-1)).To(help).Add(ink, text).String())
		}
		return append(lines, last.Styled(p.typed(p.width-last.At()-1)).String())
	}
	room := min((p.width-last.At())/3, len([]rune(p.entry.input.Value()))+2)
	last.Styled(p.typed(room)).Add(chart.InkText, " ")
	if last.Fits(text) {
		return append(lines, last.Add(ink, text).String())
	}
	return append(append(lines, last.String()), p.styles.Indented(ink, text, p.width, rows)...)
}

// sliderWidth is how many cells a slider takes.
const sliderWidth = 20

// slider draws the slider of a control at the end of a line.
func (p *panel) slider(c control.Control, l *screen.Line) *screen.Line {
	const track = sliderWidth - 2
	at := c.Slide.Cell(p.state, track)
	l.Add(chart.InkFaint, "├"+strings.Repeat("─", at))
	l.Add(chart.InkCursor, "●")
	return l.Add(chart.InkFaint, strings.Repeat("─", track-1-at)+"┤")
}

// slideZone lets the mouse move a slider.
func (p *panel) slideZone(c control.Control, r image.Rectangle) zone {
	put := func(at image.Point) tea.Cmd {
		return p.hand.set(c, c.Slide.Stop(at.X-r.Min.X-1, r.Dx()-2), c.Name)
	}
	return zone{Rectangle: r, press: put, drag: put, wheel: p.hand.turn}
}
